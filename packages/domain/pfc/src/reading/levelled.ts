import { tokenise } from '@salience/language';

const verbs = 'do|does|did|is|are|was|were|would|could|should|has|have|had|must|need';
/** "don't", "dont" and "do n't", cut into words. */
const negatedVerb = new RegExp(` (?:(${verbs})(?: n t|n t|nt)|(ca|wo|ai)(?: n t|n t|nt))(?= )`, 'gu');
const irregular: Readonly<Record<string, string>> = { ca: 'can', wo: 'will', ai: 'is' };
const short: Readonly<Record<string, string>> = {
  s: 'is',
  ll: 'will',
  ve: 'have',
  re: 'are',
  m: 'am',
  d: 'would',
};

/**
 * A text as its words with one space around each (" it is not "), levelled as `tokenise` does it; English short forms in full, also without an apostrophe ("dont") or torn apart ("do n't").
 * A text without words is " ".
 */
export function levelled(text: string): string {
  const words = tokenise(text);
  if (words.length === 0) return ' ';
  return ` ${words.join(' ')} `
    .replace(
      negatedVerb,
      (_, verb: string | undefined, odd: string) => ` ${verb ?? irregular[odd] ?? odd} not`,
    )
    .replace(/ cannot(?= )/gu, ' can not')
    .replace(/ (that|it|this|what|there|here|who|how|where|he|she) s(?= )/gu, ' $1 is')
    .replace(/ (that|what|it)s(?= )/gu, ' $1 is')
    .replace(/ (you|they)re(?= )/gu, ' $1 are')
    .replace(/ im(?= )/gu, ' i am')
    .replace(
      / (i|you|we|they|it|that|he|she) (ll|ve|re|m|d)(?= )/gu,
      (_, who: string, cut: string) => ` ${who} ${short[cut] ?? cut}`,
    );
}
