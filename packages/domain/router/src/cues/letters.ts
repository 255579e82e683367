import { type PhraseSet, phraseSet } from './phrase-set.ts';

const phrases = (list: string): PhraseSet => phraseSet(list.split('|'));

/**
 * Verbs that order a letter, beside those that order anything. They count only where the clause names the address that it goes to:
 * "draft a poem" asks for words. Not part of the tables of languages, which also tell which language a text is in.
 */
const verbs: Readonly<Record<string, PhraseSet>> = {
  en: phrases('draft|compose|prepare|drop'),
  de: phrases('entwirf|entwerfen|verfasse|verfassen|formuliere|formulieren|bereite|maile|mail'),
  fr: phrases('rédige|rédigez|rédiger|prépare|préparez|préparer|compose|composez'),
  es: phrases('redacta|redacte|redactar|prepara|prepare|preparar'),
  pt: phrases('redige|redija|redigir|rascunha|rascunhe|prepara|prepare|preparar'),
  it: phrases('redigi|redigere|prepara|preparare|componi|abbozza'),
};

/** True for a clause that orders a letter to the address that it names. */
export function ordersLetter(
  { address, tokens }: { readonly address: boolean; readonly tokens: readonly string[] },
  start: number,
  code: string,
): boolean {
  return address && (verbs[code]?.matchAt(tokens, start) ?? 0) > 0;
}
