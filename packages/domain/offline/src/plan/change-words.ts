/** Begin a message that goes on with what was ordered: "and eggs". */
const more = 'and|plus|also|as well as|und|auch|dazu|et|aussi|y|también|e|também|anche';
/** End one that does: "eggs too". */
const moreEnd = 'too|as well|also|auch|dazu|aussi|también|também|anche';
/** Begin one that puts something in its place, with a mark behind it or what it names: "no, at 6". */
const other =
  'oh no|no|nope|sorry|wait|actually|rather|better|nein|nee|doch|lieber|besser|non|plutôt|mieux|mejor|más bien|não|melhor|meglio|piuttosto|anzi';
/** Begin one that does so by themselves: "make it 7". */
const otherPhrase =
  'make (?:it|that)|change (?:it|that) to|i mean|i meant|ich meine|ich meinte|je veux dire|quiero decir|quero dizer|voglio dire';
/** Between a word of correction and what is meant, in place of a mark: an article, a number, "at". */
const named =
  '\\d|an?|the|some|another|at|on|in|every|next|um|am|ab|ein|eine|einen|jeden|den|die|das|à|le|la|les|un|une|du|des|a las?|el|los|las|una|cada|às?|aos?|na|no|uma|il|lo|gli|alle|allo|ogni';
/** Name what is not meant: "not Tuesday, Wednesday". */
const not = 'not|nicht|kein|keine|keinen|pas|não|non|no';
const but = 'but|sondern|mais|sino|mas|ma|bensì';
/** End one that puts something in its place. */
const instead = 'instead|rather|stattdessen|lieber|plutôt|mejor|em vez disso|invece|piuttosto|then';

/** Take back what was ordered last: "remove it", "undo that". */
const takeBack =
  '(?:remove|delete|drop|undo|cancel|scrap|take) (?:it|that|this|them)(?: (?:again|off|back|out))?|(?:lösche?|streiche?|entferne?) (?:das|es|sie)(?: wieder)?|(?:supprime|enlève|annule)(?:-le|-la|-les| ça| cela)?|(?:quítal[oa]s?|bórral[oa]s?|cancélal[oa]s?)|(?:remove|tira|apaga|cancela)(?:-[oa]s?| isso)|(?:toglil[oaie]|cancellal[oaie]|annullal[oaie])';

const pattern = (source: string) => new RegExp(source.replaceAll(' ', '\\s+'), 'isu');
const moreFirst = pattern(`^(?:(?:${more})(?!\\p{L})[\\s,]*)+`);
const moreLast = pattern(`[\\s,]+(?:${moreEnd})$`);
const otherMarked = pattern(`^(?:(?:${other})\\s*[,.!–—-]+\\s*)+`);
const otherNamed = pattern(`^(?:${other})\\s+(?=(?:${named})(?!\\p{L}))`);
const otherSaid = pattern(`^(?:${otherPhrase})(?!\\p{L})[\\s,:]*`);
const insteadLast = pattern(`[\\s,]+(?:${instead})$`);
const notThis = pattern(
  `^(?:${not})\\s+(?<wrong>[^,;.–]{1,80}?)\\s*(?:[,;.–]\\s*(?:(?:${but})\\s+)?|\\s(?:${but})\\s+)(?<right>.+)$`,
);
const backOnly = pattern(`^(?:${takeBack})$`);
const notOnly = pattern(`^(?:${not})\\s+(?<wrong>[^,;.–]{1,80})$`);

/** What a fragment does to what was ordered before it. */
export interface Change {
  /** `more`: goes on with it; `other`: stands in its place; `not`: takes it back. */
  readonly kind: 'more' | 'other' | 'not';
  /** What is not meant, where the text names it. Left out of what takes back: what was ordered last. */
  readonly wrong?: string;
  /** The text without the words that say so; empty where it only takes back. */
  readonly text: string;
  /** A mark or a whole phrase says so: "no, butter". "No butter" may be about anything. */
  readonly marked: boolean;
}

/** Reads what a text, without its manners, does to what was ordered before; undefined where no word says that. */
export function readChange(said: string): Change | undefined {
  const joined = said.replace(moreFirst, '');
  if (joined !== said) return joined === '' ? undefined : { kind: 'more', text: joined, marked: true };
  const corrected = withoutCorrection(said);
  const rest = corrected ?? said;
  if (backOnly.test(rest)) return { kind: 'not', text: '', marked: true };
  const denied = notThis.exec(rest)?.groups;
  if (denied?.right !== undefined)
    return {
      kind: 'other',
      text: denied.right.replace(insteadLast, ''),
      wrong: denied.wrong ?? '',
      marked: true,
    };
  const wrong = notOnly.exec(rest)?.groups?.wrong;
  if (wrong !== undefined) return { kind: 'not', wrong, text: '', marked: corrected !== undefined };
  const right = rest.replace(insteadLast, '');
  if (right !== said && right !== '') return { kind: 'other', text: right, marked: true };
  const also = said.replace(moreLast, '');
  return also === said || also === '' ? undefined : { kind: 'more', text: also, marked: true };
}

/** The text behind what says that it corrects; undefined where nothing does. */
function withoutCorrection(said: string): string | undefined {
  const unmarked = said.replace(otherMarked, '');
  const rest = unmarked.replace(otherSaid, '').replace(otherNamed, '');
  return rest === said ? undefined : rest;
}
