// What English sentences have whatever they are about.
const stopWords = new Set(
  (
    'a an the and or but if of at by for with about to from in on off up down out over under is am are was were be been being ' +
    'have has had having do does did doing will would can could should shall may might must i me my we us our you your he him ' +
    'his she her it its they them their this that these those what which who whom whose when where why how not no nor so too ' +
    'very just than then there here as s t'
  ).split(' '),
);

/** The content words of a text in their order: lower case, stop words dropped, lightly stemmed. */
export function contentWords(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !stopWords.has(word)).map(stem);
}

/** Takes off plural, -ing and -ed where enough of the word is left. */
function stem(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (word.length > 5 && word.endsWith('ing')) return word.slice(0, -3);
  if (word.length > 4 && word.endsWith('ed')) return word.slice(0, -2);
  if (word.length > 4 && word.endsWith('es')) return word.slice(0, -2);
  if (word.length > 3 && word.endsWith('s') && !word.endsWith('ss')) return word.slice(0, -1);
  return word;
}
