import { type LanguageCode, ownerOf, relationOf } from '@salience/language';
import { isOrdinaryWord } from './given-names.ts';
import { foldWord, type SaidWord } from './said-words.ts';

/** A name as it is looked for: its folded words. */
export type SoughtName = readonly string[];

/** The words of a name; none for a text without words. */
export function soughtName(name: string): SoughtName {
  return name
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .map(foldWord)
    .filter((word) => word !== '');
}

/** How many words from this place on are the name: 0 where it does not stand here. */
export function nameAt(
  sentence: readonly SaidWord[],
  at: number,
  name: SoughtName,
  language: LanguageCode,
): number {
  if (name.length === 0) return 0;
  for (const [n, part] of name.entries()) {
    const said = sentence[at + n];
    if (said === undefined || (n > 0 && !/^[\s.,-]*$/u.test(said.gap))) return 0;
    const isLast = n === name.length - 1;
    if (said.word === part) continue;
    // "Anas Wohnung", and "Anas" where an apostrophe was left out.
    const genitive = isLast && said.word === `${part}s` && part.length > 2 && !isOrdinaryWord(part);
    if (!genitive && !(isLast && language === 'de' && said.isCapital && said.word === `${part}s`)) return 0;
  }
  if (name.length > 1 || !isOrdinaryWord(name[0] as string)) return name.length;
  return meansSomebody(sentence, at, language) ? 1 : 0;
}

const months = /^(?:april|may|june|august|mai|juni|juli|mayo|abril|maio|giugno|aprile)$/u;
const beforeTime =
  /^(?:in|on|since|until|till|by|of|last|next|this|every|early|late|mid|im|seit|bis|letzten|nachsten|en|desde|em|de|a|during|before|after)$/u;
const after =
  /^(?:is|was|has|had|said|says|lives|lived|works|worked|likes|liked|loves|loved|wants|wanted|will|went|goes|came|comes|called|calls|told|tells|thinks|thought|can|could|would|should|and|who|moved|bought|studies|plays|speaks|got|gets|just|also|never|always|still|ist|war|hat|wohnt|lebt|arbeitet|mag|kommt|und|est|habite|aime|travaille|es|vive|trabaja|tiene|mora|gosta|trabalha|tem|abita|lavora|ha|e)$/u;
const notAfter =
  /^(?:my|your|the|a|an|this|that|it|its|i|you|we|they|he|she|so|in|to|for|me|him|her|there)$/u;
const joined =
  /^(?:with|and|to|from|for|told|asked|met|called|call|ask|tell|meet|saw|visit|of|by|mit|von|bei|fur|avec|chez|con|com|per|a|da|di|de)$/u;

/** Of a name that is a word too: whether it names somebody here, by its capital and by what stands beside it. */
function meansSomebody(sentence: readonly SaidWord[], at: number, language: LanguageCode): boolean {
  const said = sentence[at] as SaidWord;
  const prev = sentence[at - 1];
  const next = sentence[at + 1];
  if (!said.isCapital) return false;
  if (/^\p{N}/u.test(next?.word ?? '') && months.test(said.word)) return false;
  if (prev !== undefined && /^\p{N}/u.test(prev.word)) return false;
  if (months.test(said.word) && prev !== undefined && beforeTime.test(prev.word)) return false;
  if (said.isOwner) return true;
  const isRelated = prev !== undefined && relationOf(prev.word) !== undefined;
  if (isRelated) return true;
  if (prev !== undefined) {
    const owner = ownerOf(prev.word);
    // "The Rose", "a Rose", "my Rose", "eine Rose": the thing.
    if (owner !== undefined) return false;
    // Every noun has a capital in German.
    if (language === 'de')
      return (
        joined.test(prev.word) ||
        (next !== undefined && after.test(next.word) && !/(?:e|en|er|es)$/u.test(prev.word))
      );
    return true;
  }
  if (next === undefined) return false;
  if (/^\s*[,:]/u.test(next.gap)) return true;
  if (notAfter.test(next.word)) return false;
  return after.test(next.word);
}
