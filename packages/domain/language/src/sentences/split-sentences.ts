import { splitWords } from '../words/split-words.ts';

const unsure =
  /\b(forgot|forget|remember|recall|wonder|know|sure|think|ask|asked|asking|question|when|if)\b/i;

/** The sentences of a text, whole and in order. Abbreviations and numbers with a dot do not end one. */
export function splitSentences(text: string): string[] {
  const parts = text.split(
    /(?<=[.!?…]["”’)]?)(?<!\b(?:Mr|Mrs|Ms|Dr|St|Prof|vs|etc|e\.g|i\.e|approx|No)\.)\s+(?=["“¿¡(\p{Lu}\p{N}]|(?:what|where|who|when|how|do|does|my|i)(?!\p{L}|\.))|\n+/u,
  );
  return parts.flatMap((part) => splitTag(part.trim())).filter((part) => part !== '');
}

const tagged =
  /^((?:my|our|i|i['’]m|i['’]ve|we|mein\w*|ich|mon|ma|mes|je|j['’]\p{L}+|mi|mis|yo|o meu|a minha|eu|il mio|la mia|io) [^?]+?)[,;]\s+((?:(?:and|but|und|et|y|e) )?(?:what|how|where|when|who|which|do|does|did|are|is|you|yours|was|wie|wo|und|et|quel|quelle|cuál|qué|y|qual|e)(?!\p{L})[^?]*\?)$/iu;

// "My colour is blue, what's yours?" states before it asks; "I wonder, what is …?" does not.
function splitTag(sentence: string): string[] {
  const [, statement = '', question = ''] = (sentence.endsWith('?') && tagged.exec(sentence)) || [];
  if (splitWords(statement).length < 3 || unsure.test(statement)) return [sentence];
  return [statement, question];
}
