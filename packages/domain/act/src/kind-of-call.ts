import { wordsOfName } from '@salience/safety';
import type { OpenedCalls } from './ask-sentence.ts';
import { onlyReads } from './call-tier.ts';
import { canonicalText, type Sha256 } from './canonical.ts';
import type { ToolSpec } from './skill-contract.ts';

/** A kind of call: calls of one kind share a standing. */
export interface KindOfCall {
  /** SHA-256 of the values that matter, hex; empty if all calls of the tool are one kind. */
  readonly hash: string;
  /** What a standing would cover, to be told to the person. */
  readonly covers: OpenedCalls;
}

/** Words in argument names that identify a recipient or target. */
const reachWords: ReadonlySet<string> = new Set(
  (
    'to cc bcc recipient recipients receiver receivers addressee addressees address addresses email emails mail phone phones tel ' +
    'contact contacts user users username member members assignee assignees account accounts iban payee beneficiary wallet ' +
    'channel channels chat room conversation group team url urls uri uris href link links endpoint webhook host hostname domain ' +
    'server origin ip port path paths file files filename folder directory dir destination dest target targets repo repository ' +
    'project branch bucket table database db id ids attachment attachments command cmd script query sql method action operation ' +
    'handle handles people person persons location locations place places venue mailto replyto sendto sentto toaddr addr addrs from ' +
    'sender header headers cookie cookies invitee invitees attendee attendees participant participants guest guests audience ' +
    'subscriber subscribers customer customers client clients owner owners mention mentions mobile fax pager bic card site website ' +
    'queue thread space workspace tenant an para destinatario destinataire empfänger empfaenger'
  ).split(' '),
);
/** Without separators: `toaddress`, `recipientemail`, `webhookurl`. */
const reachEnd =
  /(?:address|addr|e?mail|mailto|recipient|phone|handle|username|account|channel|ur[il]|href)s?$/;
/** A mail address, handle, web address, account or phone number, whatever the argument's name. */
const reachValue = new RegExp(
  [
    String.raw`^[^\s@]{0,64}@[^\s@]{1,255}$`,
    String.raw`<[^\s@<>]{1,64}@[^\s@<>]{1,255}>$`,
    String.raw`^#[\p{L}\p{N}_-]{1,80}$`,
    String.raw`^(?:[a-z][a-z\d+.-]{1,20}:|\/\/)\S{1,2000}$`,
    String.raw`^(?:[\p{L}\p{N}_-]{1,63}\.){1,10}\p{L}{2,63}(?:[:/?#]\S{0,2000})?$`,
    String.raw`^\d{1,3}(?:\.\d{1,3}){3}(?:[:/?#]\S{0,2000})?$`,
    String.raw`^[a-z]{2}\d{2}(?: ?[a-z\d]){10,32}$`,
    // Not a day.
    String.raw`^(?!\d{4}-\d\d-\d\d$|\d{1,2}[./]\d{1,2}[./]\d{2,4}$)\+?(?:[ ()./-]{0,2}\d){7,20}$`,
  ].join('|'),
  'iu',
);
const depthMax = 8;

/**
 * The kind of a call. If an operator named the arguments that matter (`askPer`), those; if that list is empty, the tool is one kind.
 * Else a tool that acts outside is judged by its recipients and targets: arguments with such names or values, at any depth, and its
 * commands; by all of its arguments if it has none. A tool of any other tier is one kind. Calls that only read are a kind of their own:
 * what they earn or lose says nothing of calls that change something, and the other way round.
 */
export function kindOfCall(
  spec: Pick<ToolSpec, 'askPer' | 'gated' | 'name' | 'reads' | 'tier'>,
  args: Readonly<Record<string, unknown>>,
  sha256: Sha256,
): KindOfCall {
  const tool = spec.name;
  if (onlyReads(spec, args))
    return { hash: sha256(readingText), covers: { opens: 'reads', tool, arguments: {} } };
  const parts = partsOf(spec, args);
  if (parts === null) return { hash: '', covers: { opens: 'any', tool, arguments: {} } };
  return {
    hash: sha256(canonicalText(parts.values)),
    covers: { opens: parts.all ? 'same' : 'these', tool, arguments: parts.values },
  };
}

/** Arguments are an object, so no other kind is written like this. */
const readingText = canonicalText(['only reads']);

function partsOf(
  { askPer, gated, tier }: Pick<ToolSpec, 'askPer' | 'gated' | 'tier'>,
  args: Readonly<Record<string, unknown>>,
): { values: Readonly<Record<string, unknown>>; all: boolean } | null {
  if (askPer !== undefined) return askPer.length === 0 ? null : { values: named(args, askPer), all: false };
  if (tier !== 'act') return null;
  const commands = Object.entries(named(args, gated.commandArguments));
  const values = {
    ...reached(args, '', 0),
    ...Object.fromEntries(commands.map(([name, value]) => [escaped(name), value])),
  };
  return Object.keys(values).length === 0 ? { values: args, all: true } : { values, all: false };
}

function named(args: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    names.filter((name) => Object.hasOwn(args, name)).map((name) => [name, args[name]]),
  );
}

/** A name as part of a path, without the separator. */
function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Arguments whose names or values identify a recipient or target, by path. */
function reached(value: object, path: string, depth: number): Record<string, unknown> {
  const found: [string, unknown][] = [];
  for (const [name, item] of Object.entries(value) as [string, unknown][]) {
    const place = path === '' ? escaped(name) : `${path}/${escaped(name)}`;
    if (isReach(name, item)) found.push([place, item]);
    else if (typeof item !== 'object' || item === null) continue;
    // Deeper than the search goes: counted as it is.
    else if (depth === depthMax) found.push([place, item]);
    else found.push(...Object.entries(reached(item, place, depth + 1)));
  }
  return Object.fromEntries(found);
}

function isReach(name: string, item: unknown): boolean {
  const isNamed = wordsOfName(name).some((word) => reachWords.has(word) || reachEnd.test(word));
  return isNamed || looksReached(name) || looksReached(item);
}

function looksReached(value: unknown): boolean {
  if (typeof value === 'number') return Number.isInteger(value) && Math.abs(value) >= 10_000_000;
  return typeof value === 'string' && value.split(/[,;]/).some((part) => reachValue.test(part.trim()));
}
