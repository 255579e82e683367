/** Begin a message that goes on with what was ordered: "and eggs". */
const more = 'and|plus|also|as well as|und|auch|dazu|et|aussi|y|también|e|também|anche';
/** Begin one that puts something in its place: "no, at 6". */
const other =
  'oh no|no|nope|sorry|wait|actually|rather|better|make (?:it|that)|change (?:it|that) to|i mean|i meant|nein|nee|doch|lieber|besser|ich meine|ich meinte|non|plutôt|mieux|je veux dire|mejor|más bien|quiero decir|não|melhor|quero dizer|meglio|piuttosto|anzi|voglio dire';
/** Name what is not meant: "not Tuesday, Wednesday". */
const not = 'not|nicht|kein|keine|keinen|pas|não|non|no';
const but = 'but|sondern|mais|sino|mas|ma|bensì';
/** End one that puts something in its place. */
const instead = 'instead|rather|stattdessen|lieber|plutôt|mejor|em vez disso|invece|piuttosto|then';

const pattern = (source: string) => new RegExp(source.replaceAll(' ', '\\s+'), 'isu');
const moreFirst = pattern(`^(?:(?:${more})(?!\\p{L})[\\s,]*)+`);
const otherFirst = pattern(`^(?:(?:${other})(?!\\p{L})[\\s,.!–-]*)+`);
const insteadLast = pattern(`[\\s,]+(?:${instead})$`);
const notFirst = pattern(
  `^(?:${not})\\s+(?<wrong>[^,;.–]{1,80}?)\\s*[,;.–]\\s*(?:(?:${but})\\s+)?(?<right>.+)$`,
);

/** What a fragment does to what was ordered before it. */
export interface Change {
  /** `more`: goes on with it; `other`: stands in its place. */
  readonly kind: 'more' | 'other';
  /** What is not meant, where the text names it. */
  readonly wrong?: string;
  /** The text without the words that say so. */
  readonly text: string;
}

/** Reads what a text, without its manners, does to what was ordered before; undefined where no word says that. */
export function readChange(said: string): Change | undefined {
  const joined = said.replace(moreFirst, '');
  if (joined !== said) return joined === '' ? undefined : { kind: 'more', text: joined };
  const denied = notFirst.exec(said.replace(otherFirst, '') || said)?.groups ?? notFirst.exec(said)?.groups;
  if (denied?.right !== undefined)
    return { kind: 'other', text: denied.right.replace(insteadLast, ''), wrong: denied.wrong ?? '' };
  const rest = said.replace(otherFirst, '').replace(insteadLast, '');
  return rest === said || rest === '' ? undefined : { kind: 'other', text: rest };
}
