import { type LanguageCode, splitSentences, splitWords } from '@salience/language';

const request =
  /^(?:please |can you |could you |would you |will you |kindly )*(write|create|make|draw|translate|summari[sz]e|explain|search|find|look up|book|call|send|email|schedule|set|cancel|delete|open|play|show|give|list|compare|calculate|compute|help|generate|plan|suggest|recommend|describe|check|read|run|add|buy|order|turn|remind|fix|tell me (?:a|an|some))\b/i;
const instruction =
  /^(?:please )?(?:remember|note|keep in mind|don't forget|do not forget|save|merk dir|n'oublie pas|recuerda|lembra-te|ricorda)(?: (?:that|this|it|to|das|dass|que|che|down))?\s*[:,]?\s*/i;

/** True for "remember to buy milk": what is left of it without the instruction is a task of the person. */
export function isTask(sentence: string): boolean {
  return /^(?:please )?(?:remember|don['’]t forget|do not forget|note) to \p{L}/iu.test(sentence);
}

/** True when a message asks for something to be done. */
export function isRequest(text: string): boolean {
  return splitSentences(text).some((sentence) => request.test(sentence));
}

/** What a message states, without "remember that" and its like; empty when nothing is left. */
export function statementsOf(text: string): string[] {
  return splitSentences(text)
    .map((sentence) => sentence.replace(instruction, '').trim())
    .filter((sentence) => splitWords(sentence).length > 0);
}

// Words that cannot be turned around safely: "you" would have to become "I", "we" may or may not include the reader.
const ambiguous = /\b(you|your|yours|yourself|we|us|our|ours|let's)\b|["“”]/i;
const flips: readonly (readonly [RegExp, string])[] = [
  [/\bI am\b|\bI[’']m\b/gi, 'you are'],
  [/\bI was\b/gi, 'you were'],
  [/\bI[’']ve\b/gi, 'you have'],
  [/\bI[’']ll\b/gi, 'you will'],
  [/\bI[’']d\b/gi, 'you would'],
  [/\bI\b/g, 'you'],
  [/\bmy\b/gi, 'your'],
  [/\bmine\b/gi, 'yours'],
  [/\bmyself\b/gi, 'yourself'],
  [/\bme\b/gi, 'you'],
];

/** The statement from the other point of view ("your sister Ana …"); undefined where that would be a guess. */
export function turnAround(sentence: string, language: LanguageCode): string | undefined {
  if (language !== 'en' || ambiguous.test(sentence) || sentence.length > 200) return undefined;
  let text = sentence;
  for (const [pattern, replacement] of flips) text = text.replace(pattern, replacement);
  return text === sentence ? undefined : text;
}
