/** Rows as bits: bit n of word w is row 32·w + n. */
export type Bits = Int32Array;

/** Attributes that hold in the same rows, and so are one question as far as the rows can tell. */
export interface Column {
  readonly bits: Bits;
  /** The likeliest of them first. */
  readonly attributes: readonly string[];
  /** The natural logarithm of the chance that a preference asks about one of them. */
  readonly logPrior: number;
}

/** Attributes of a column that are kept. */
const membersMax = 4;
/** Rows that must hold an attribute, and rows that must not. */
const rowsMin = 2;

/** How likely a preference is about a family before any label; the rest is for families not named. */
const familyShare: Readonly<Record<string, number>> = {
  'self|word': 3,
  'self|sender': 2,
  'self|domain': 2,
  'self|folder': 2,
  'self|folder_name': 1,
  'self|extension': 2,
  'self|hours': 2,
  'self|weekday': 0.5,
  'self|weekend': 1,
  'self|size_bytes': 2,
  'self|source': 1,
  'self|delta': 1,
  'self|declared': 1,
};
const otherSelf = 0.5;
const otherBefore = 0.3;

/** Which rows hold which attributes, without those that all but `rowsMin` rows agree on. */
export function columnsOf(rows: readonly ReadonlySet<string>[]): Column[] {
  const words = Math.ceil(rows.length / 32);
  const found = new Map<string, Bits>();
  for (const [n, attributes] of rows.entries()) {
    for (const attribute of attributes) {
      let bits = found.get(attribute);
      if (bits === undefined) found.set(attribute, (bits = new Int32Array(words)));
      bits[n >> 5] = (bits[n >> 5] as number) | (1 << (n & 31));
    }
  }
  const useful = [...found].filter(([, bits]) => {
    const count = countBits(bits);
    return count >= rowsMin && count <= rows.length - rowsMin;
  });
  return joinSame(useful);
}

function joinSame(useful: readonly (readonly [string, Bits])[]): Column[] {
  const sizes = new Map<string, number>();
  for (const [attribute] of useful) sizes.set(familyOf(attribute), (sizes.get(familyOf(attribute)) ?? 0) + 1);
  const total = [...sizes.keys()].reduce((sum, family) => sum + shareOf(family), 0);
  const priorOf = (attribute: string): number =>
    shareOf(familyOf(attribute)) / total / (sizes.get(familyOf(attribute)) ?? 1);
  const joined = new Map<string, { bits: Bits; members: { attribute: string; prior: number }[] }>();
  for (const [attribute, bits] of useful) {
    const key = bits.join();
    const known = joined.get(key) ?? { bits, members: [] };
    known.members.push({ attribute, prior: priorOf(attribute) });
    joined.set(key, known);
  }
  return [...joined.values()].map(({ bits, members }) => {
    const sorted = members.toSorted((a, b) => b.prior - a.prior || (a.attribute < b.attribute ? -1 : 1));
    return {
      bits,
      attributes: sorted.slice(0, membersMax).map(({ attribute }) => attribute),
      logPrior: Math.log(sorted.reduce((sum, { prior }) => sum + prior, 0)),
    };
  });
}

/** `scope|family` of an attribute. */
export function familyOf(attribute: string): string {
  return /^[^=~<>]*/.exec(attribute)?.[0] ?? '';
}

function shareOf(family: string): number {
  return familyShare[family] ?? (family.startsWith('self|') ? otherSelf : otherBefore);
}

/** Bits that are set. */
export function countBits(bits: Bits): number {
  let count = 0;
  for (const word of bits) count += countWord(word);
  return count;
}

/** Bits that are set in a word of 32 (Warren, Hacker's Delight). */
export function countWord(word: number): number {
  let rest = word - ((word >>> 1) & 0x55555555);
  rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333);
  return Math.imul((rest + (rest >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
