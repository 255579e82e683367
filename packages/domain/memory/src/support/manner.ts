import { type LanguageCode, lexicons, readTokens, type Reading } from '@salience/language';

const lead = '^\\W*(?:(?:and|but|so|well|hey|hi|ok|okay|please|und|aber|also|y|pero|et|mais|e|ma|mas)\\W+)*';

function ifIn(words: string): RegExp {
  return new RegExp(`${lead}(?:${words})(?!\\p{L})`, 'iu');
}

// Suppositions, at the beginning of a clause.
const supposing = ifIn(
  "if|suppose|imagine|what if|let['’]?s say|pretend|unless|wenn|falls|ob|angenommen|stell dir vor|supongamos|imagina|ojalá|supposons|supponiamo|immagina|suponha",
);
// Words that mean other things in other languages, or elsewhere: "si" is "yes" and "se llama" is "is called".
const ifs: Readonly<Partial<Record<LanguageCode, RegExp>>> = {
  es: ifIn('si'),
  fr: ifIn("si|s['’]il"),
  it: /^\W*se(?!\p{L}| (?:ne|la|lo|chiam))/iu,
  pt: /^\W*se(?!\p{L}| (?:chama|mudou|casou))/iu,
};
const would =
  /(?<!\p{L})(?:would(?! (?:like|love|prefer))|wouldn['’]t|würde|würden|wäre|wären|sería|serais|sarei|seria)(?!\p{L})/iu;
const asking = new RegExp(
  `${lead}(?:is|are|am|was|were|do|does|did|can|could|would|should|will|what|where|who|whom|whose|when|why|how|which|was|wer|wo|wann|warum|wie|welche\\p{L}*|wohin|kannst|können|kennst|weißt|hast|ist|sind|bin|habe|qué|quién|dónde|cuándo|cómo|cuál|cuánto|puedes|sabes|recuerdas|qui|où|quand|comment|pourquoi|quel\\p{L}*|combien|peux|sais|est-ce|che|chi|dove|quando|come|perché|quale|puoi|sai|quem|onde|como|qual|quanto|podes|pode|sabe)(?!\\p{L})`,
  'iu',
);
const askingVerb = new RegExp(
  `${lead}(?:is|are|am|was|were|do|does|did|can|could|would|should)(?!\\p{L})`,
  'iu',
);
const reporting =
  /(?<!\p{L})(?:says?|said|thinks?|thought|claims?|claimed|believes?|writes?|wrote|told|reckons?|sagte?|gesagt|sagen|meinte?|gemeint|erzählt|glaubt|behauptet|schreibt|schrieb|dice|dijo|dicen|dicho|cree|piensa|afirma|escribe|dit|dis|disait|pense|croit|prétend|écrit|detto|pensa|crede|sostiene|scrive|diz|disse|acha|escreve)(?!\p{L})/iu;
const nots =
  /n['’]t(?!\p{L})|(?<!\p{L})(?:no longer|declined|turned (?:it |them )?down|rejected|abgelehnt|abgesagt|rechacé|rechazó|rifiutato|recusei|recusou|ya no|não mais|non più|ne \p{L}+ plus|n['’]\p{L}+ plus)(?!\p{L})/iu;
const notOnly =
  /(?<!\p{L})(?:not only|not just|nicht nur|no s[oó]lo|pas seulement|non solo|não só|no problem|kein problem)(?!\p{L})/giu;
const negative = /can['’]?t|cannot|couldn/iu;
const without = new Set(['without', 'ohne', 'sin', 'sans', 'senza', 'sem']);

/** True for words that suppose something, or conditionals. */
export function isSupposed(clause: string, language: LanguageCode): boolean {
  return supposing.test(clause) || ifs[language]?.test(clause) === true || would.test(clause);
}

const few = "(?:\\s+[\\p{L}'’]+){0,2}?\\s+";
// Wishes, plans and near misses, which state nothing about a person.
const wished = new RegExp(
  `(?<!\\p{L})(?:${[
    `(?:want(?:s|ed)?|wish(?:es|ed)?|(?:would|['’]d) (?:like|love|prefer)|dream\\p{L}*|hop(?:e|es|ed|ing)|plan\\p{L}*|thinking|consider\\p{L}*|might|almost|nearly)${few}(?:to )?(?:liv(?:e|ed|ing)|mov(?:e|ed|ing)|work(?:ed|ing)?|settl(?:e|ed|ing)|be|being|becom(?:e|ing))`,
    '(?:möchten?|würden?|wünsch\\p{L}*|träum\\p{L}*|hoff\\p{L}*|will|wollen|wollte\\p{L}*|überleg\\p{L}*|fast|beinahe)(?:\\s+\\p{L}+){0,8}?\\s+(?:\\p{L}*wohnen|leben|\\p{L}*ziehen|gezogen|arbeiten|wohnte|lebte)',
    `(?:quiero|quisiera|querría|me gustaría|sueño con|espero|pienso|planeo|casi)${few}?(?:vivir|mudar\\p{L}*|mud[oé]|trabajar)`,
    `(?:aimerais|voudrais|veux|rêve d[e'’]|espère|pense|envisage d[e'’]|failli)${few}?(?:vivre|habiter|déménager|travailler|m['’]installer)`,
    `(?:vorrei|voglio|piacerebbe|sogno di|spero di|penso di|quasi)${few}?(?:vivere|abitare|trasferir\\p{L}*|trasferit\\p{L}|lavorare)`,
    `(?:quero|queria|gostaria de|sonho em|espero|penso em|quase)${few}?(?:viver|morar|mudar|mudei|trabalhar)`,
  ].join('|')})(?!\\p{L})`,
  'iu',
);
// Past states, without a negation word.
const usedTo =
  /(?<!(?:am|is|are|was|were|get|gets|got|getting|['’](?:m|s|re)|not|never)\s+)(?<!\p{L})used to \p{L}+/iu;
const lived =
  /(?<!(?:have|has|had|having|['’](?:ve|s|d))\s+(?:\p{L}+\s+)?)(?<!\p{L})lived(?!\p{L})|(?<!\p{L})(?:früher|damals|ehemals)(?:\s+\p{L}+){0,6}?\s+(?:wohnte|lebte|arbeitete|gewohnt|gelebt|gearbeitet)|(?:wohnte|lebte|arbeitete|gewohnt|gelebt|gearbeitet)(?:\s+\p{L}+){0,4}?\s+(?:früher|damals)|(?<!\p{L})(?:vivía|vivíamos|residía|trabajaba|habitais|habitions|vivais|travaillais|vivevo|vivevamo|abitavo|lavoravo|morava|morávamos|vivia)(?!\p{L})/iu;

/** True for wishes, plans and near misses, which do not state where a person lives, moves or works, or what they are. */
export function isWished(clause: string): boolean {
  return wished.test(clause);
}

/** True for words of a past state. */
export function isFormer(clause: string): boolean {
  return usedTo.test(clause);
}

/** True for words of a former residence or workplace. */
export function wasThere(clause: string): boolean {
  return lived.test(clause);
}

/** True for a clause that begins as a question; without a question mark only a verb at its beginning decides (English). */
export function isAsked(clause: string, language?: LanguageCode): boolean {
  if (language === undefined) return asking.test(clause);
  return language === 'en' && askingVerb.test(clause);
}

/** The end of the verb that reports speech or thought in a clause; undefined for none. */
export function reportEnd(clause: string): number | undefined {
  const found = reporting.exec(clause);
  return found === null ? undefined : found.index + found[0].length;
}

/** Whether a clause is negated, and whether it likes (1) or dislikes (-1) something, after negation. */
export function polarityOf(
  piece: string,
  { language, tokens }: Pick<Reading, 'language' | 'tokens'>,
): { readonly isNegated: boolean; readonly taste: -1 | 0 | 1 } {
  const { hates, likes } = lexicons[language];
  const text = piece.replace(notOnly, ' ').toLowerCase();
  // "I cannot live without it" is no negation.
  const isNegated = tokens.some(({ word }) => without.has(word))
    ? !denies(text, language)
    : denies(text, language);
  const hated = hates.exec(text) ?? hates.exec(foldedOf(text));
  const liked = likes.exec(text) ?? likes.exec(foldedOf(text));
  const felt = hated ?? liked;
  if (felt === null) return { isNegated, taste: 0 };
  // "I hate not knowing" is still dislike; German and French negate after the verb.
  const isTurned =
    language === 'de' || language === 'fr' ? isNegated : denies(text.slice(0, felt.index), language);
  if (felt === liked) return { isNegated: isTurned, taste: isTurned ? -1 : 1 };
  // "Can't stand" is dislike by itself.
  return { isNegated: false, taste: isTurned && !negative.test(felt[0]) ? 1 : -1 };
}

function denies(text: string, language: LanguageCode): boolean {
  return (
    nots.test(text) ||
    foldedOf(text)
      .split(' ')
      .some((word) => lexicons[language].negations.has(word) && !without.has(word))
  );
}

function foldedOf(text: string): string {
  return readTokens(text)
    .tokens.map(({ word }) => word)
    .join(' ');
}
