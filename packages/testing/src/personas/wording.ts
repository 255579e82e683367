import { pick } from '../random.ts';

/** How somebody types. Shares 0..1 of their messages. */
export interface Style {
  /** Without capitals. */
  readonly lowerCase: number;
  /** Without the mark at the end. */
  readonly bare: number;
  /** With two letters swapped somewhere. */
  readonly typo: number;
}

/** A text as somebody with this style types it. */
export function typed(text: string, style: Style, random: () => number): string {
  let out = text;
  if (random() < style.lowerCase) out = out.toLowerCase();
  if (random() < style.bare) out = out.replace(/[.!?]+$/, '');
  if (random() < style.typo) out = withTypo(out, random);
  return out === '' ? text : out;
}

function withTypo(text: string, random: () => number): string {
  const places = [...text.matchAll(/(?<=[a-z])[a-z](?=[a-z]{2})/g)].map(({ index }) => index);
  if (places.length === 0) return text;
  const at = pick(random, places);
  return `${text.slice(0, at)}${text[at + 1] ?? ''}${text[at] ?? ''}${text.slice(at + 2)}`;
}

/** Beginnings that ask for the same. */
const beginnings: readonly (readonly string[])[] = [
  ['can you', 'could you', 'would you', 'will you', 'please'],
  ['i need to', 'i have to', 'i want to', "i'd like to", 'i would like to'],
  ['i need', 'i want', "i'd like", 'i would like', 'get me', 'give me'],
  ['what is', "what's", 'tell me', 'i would like to know'],
  ['what are', 'tell me', 'which are'],
  ['how do i', 'how can i', 'how does one', 'how would i', 'what is the way to'],
  ['where is', 'where can i find', 'do you know where to find'],
  ['show me', 'let me see', 'bring up', 'display'],
  ['tell me', 'let me know', 'say'],
  ['find', 'look for', 'search for'],
  ['is there', 'do we have', 'do you know of'],
  ['set', 'put', 'make'],
  ['turn on', 'switch on', 'start'],
  ['turn off', 'switch off', 'stop'],
  ['remind me', "don't let me forget", 'make sure that i remember'],
];

/** Words for which another will do. */
const alike: readonly (readonly string[])[] = [
  ['buy', 'purchase', 'get'],
  ['change', 'alter', 'switch'],
  ['cancel', 'call off', 'drop'],
  ['help', 'assist'],
  ['big', 'large'],
  ['quick', 'fast'],
  ['need', 'want'],
  ['know', 'find out'],
  ['near', 'close to'],
  ['tomorrow', 'the next day'],
  ['information', 'details'],
  ['problem', 'trouble', 'issue'],
  ['bill', 'invoice'],
  ['phone', 'mobile'],
  ['send', 'forward'],
  ['begin', 'start'],
  ['trip', 'journey'],
  ['meal', 'dish'],
  ['money', 'cash'],
  ['best', 'ideal'],
];

const politeness =
  /^(?:hi|hello|hey|please|pls|kindly|ok|so)\b[,!.]?\s+|,?\s+(?:please|pls|thanks|thank you)(?=[.!?]*$)/gi;
/** Words that a search would leave out. */
const light = new Set(
  'a an the is are was be to of in on at for and or my me i you your it that this can could would do does please with what how'.split(
    ' ',
  ),
);

/** Puts a text into other words without saying so: another beginning, other words, or only the words that carry it. */
export function reworded(text: string, random: () => number): string {
  const plain = text.replace(politeness, '').trim();
  const changes = [() => begunAnew(plain, random), () => swapped(plain, random), () => telegram(plain)];
  const from = Math.floor(random() * changes.length);
  const results = changes.map((_, n) => (changes[(from + n) % changes.length] as () => string)());
  return results.find((one) => one !== '' && one.toLowerCase() !== text.toLowerCase()) ?? `${text} please`;
}

function begunAnew(text: string, random: () => number): string {
  const lower = text.toLowerCase();
  for (const group of beginnings) {
    const used = group.find((one) => lower.startsWith(`${one} `));
    if (used === undefined) continue;
    const other = pick(
      random,
      group.filter((one) => one !== used),
    );
    return `${other}${text.slice(used.length)}`;
  }
  return '';
}

function swapped(text: string, random: () => number): string {
  for (const group of alike) {
    const used = group.find((one) => new RegExp(`\\b${one}\\b`, 'i').test(text));
    if (used === undefined) continue;
    const other = pick(
      random,
      group.filter((one) => one !== used),
    );
    return text.replace(new RegExp(`\\b${used}\\b`, 'i'), other);
  }
  return '';
}

function telegram(text: string): string {
  const words = text.replace(/[.!?,;:"]/g, '').split(/\s+/);
  const kept = words.filter((word) => !light.has(word.toLowerCase()));
  return kept.length < 2 ? '' : kept.join(' ');
}
