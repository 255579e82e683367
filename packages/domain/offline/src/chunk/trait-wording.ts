import { wordFact } from './fact-wording.ts';

/** What is known of somebody as they would say it: "lives in", "Porto" becomes "I live in Porto". */
export function wordTrait(about: string, text: string): string {
  // These say what somebody does; what they are about is no word of the sentence.
  if (about === 'taste' || about === 'habit')
    return about === 'habit' ? `I ${text}` : wordFact(`user ${text}`);
  const own = wordFact(`user ${about} ${text}`);
  return own.startsWith('I ') ? own : `my ${about} is ${text}`;
}
