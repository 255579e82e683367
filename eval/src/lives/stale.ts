import type { Life, Passing } from './life.ts';
import { flattened } from './spoken.ts';
import { showsDay } from './times.ts';

/** How a prompt holds something that is over. */
export interface StaleLine {
  readonly what: string;
  /** `unmarked`: as if it held; `said`: the very words of a dated exchange, or an account of a day that is past; `marked`: with what shows that it is over. */
  readonly as: 'marked' | 'said' | 'unmarked';
  readonly line: string;
}

/** Words by which a line shows that it holds no longer, whatever it is about. */
const marks =
  /\b(?:until|no longer|ended|former(?:ly)?|superseded|outdated|replaced|corrected|cancell?ed|called off|moved|changed to|expired|fired|came due|bis zum|nicht mehr|hasta|ya no)\b/i;
/** A day or a time: what was said then was said then. */
const dated =
  /\d{4}-\d{2}-\d{2}|\b\d{1,2}\.? (?:Jan|Feb|Mar|Mär|Apr|May|Mai|Jun|Jul|Aug|Sep|Oct|Okt|Nov|Dec|Dez|ene|abr|ago|dic)|\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b|\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)\b|\byesterday\b|\btoday\b|(?<!\d)\d{1,2}:\d{2}/i;
/** Parts of a prompt that say what goes on and what lies ahead: an old quote has no business there. */
const standing = /world|ahead|note|remind|going on|open loop|pending/i;
const sentenceChars = 20;
const lineKept = 240;

/** Every line of the material of a prompt that says something that is over by then. */
export function staleLines(
  life: Life,
  over: readonly Passing[],
  material: string,
  { message, today }: { readonly message: string; readonly today: string },
): StaleLine[] {
  const quotes = life.turns.flatMap(({ reply, text }) =>
    [text, reply].flatMap((one) => one.split(/(?<=[.!?:])\s+/).map(flattened)),
  );
  const found: StaleLine[] = [];
  let section = '';
  for (const line of linesOf(material)) {
    const heading = /^\s*(?:<([a-z_]+)[^>]*>\s*$|#+\s*(.+)$|([A-Za-z][A-Za-z ,']{2,60}):\s*$)/.exec(line);
    if (/^\s*<\/[a-z_]+>\s*$/.test(line)) section = '';
    if (heading !== null) section = heading[1] ?? heading[2] ?? heading[3] ?? '';
    const flat = flattened(line);
    if (message !== '' && flat.includes(flattened(message))) continue;
    for (const { day, key: what, knownBy, says } of over) {
      if (!says.test(line)) continue;
      const quoted = quotes.some(
        (quote) => quote.length >= sentenceChars && says.test(quote) && flat.includes(quote),
      );
      const tellsOfThen = day !== undefined && day < today && showsDay(inWords(flat), day);
      const note = standing.test(section) || /\b(?:kind|type)="?(?:ahead|reminder|open)/.test(line);
      const as =
        marks.test(withoutQuotes(flat, quotes)) || knownBy.test(line)
          ? 'marked'
          : !note && (tellsOfThen || (quoted && dated.test(withoutQuotes(flat, quotes))))
            ? 'said'
            : 'unmarked';
      found.push({ what, as, line: flat.slice(0, lineKept) });
    }
  }
  return found;
}

/** What a line says of its own beside the words of people: only that can mark or date it. */
function withoutQuotes(line: string, quotes: readonly string[]): string {
  return quotes.reduce(
    (left, quote) => (quote.length >= sentenceChars ? left.replaceAll(quote, ' ') : left),
    line,
  );
}

/** A line without its tags: the day on which something was said is not the day that it is about. */
function inWords(line: string): string {
  return line.replaceAll(/<[^>]*>/g, ' ');
}

/** Items: lines with the answers set in under them, and apart what stands side by side on one line although each is a statement. */
function linesOf(material: string): string[] {
  return material.split(/\n(?!\s*->)|(?<=<\/known>)/);
}

/** What is over when a turn is said: ended by an earlier turn, or by a reminder that fired before. */
export function overBy(life: Life, key: string, firedBefore: readonly string[]): readonly Passing[] {
  const place = life.turns.findIndex((turn) => turn.key === key);
  return life.passing.filter(({ askedIn = [], endsWith }) => {
    if (askedIn.includes(key)) return false;
    if (endsWith.startsWith('fired:')) return firedBefore.includes(endsWith.slice('fired:'.length));
    return life.turns.findIndex((turn) => turn.key === endsWith) < place;
  });
}
