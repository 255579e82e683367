import { isSalienceError } from '@salience/errors';
import { chatgpt } from './chatgpt.ts';
import { claude } from './claude.ts';
import { type Broken, type Conversation, leave, type LeftOut, type LeftOutReason } from './conversation.ts';
import { exchangesOf, type ImportedItem, type Taker } from './exchanges.ts';
import type { Format, Unit } from './format.ts';
import { letta } from './letta.ts';
import { mem0 } from './mem0.ts';
import { isFields } from './values.ts';
import { zep } from './zep.ts';

/** The formats that are read. */
export const formatNames = ['chatgpt', 'claude', 'mem0', 'letta', 'zep'] as const;
export type FormatName = (typeof formatNames)[number];

const formats: Readonly<Record<FormatName, Format>> = { chatgpt, claude, mem0, letta, zep };
/** Zep is last: a list of messages alone says little. */
const asked: readonly FormatName[] = ['chatgpt', 'claude', 'letta', 'mem0', 'zep'];

/** The format of an element; null where none knows it. */
export function formatOf(element: unknown): FormatName | null {
  return isFields(element) ? (asked.find((name) => formats[name].recognises(element)) ?? null) : null;
}

/** What an element of an export comes to. */
export interface ReadElement {
  /** In the order in which they were said. */
  readonly items: readonly ImportedItem[];
  /** Conversations and statements of which nothing is taken in. */
  readonly broken: readonly Broken[];
  readonly leftOut: ReadonlyMap<LeftOutReason, number>;
}

/** Reads an element of an export, whatever is in it: nothing is thrown for what it holds. */
export function readElement(
  element: unknown,
  taker: Omit<Taker, 'format'> & { readonly format: FormatName },
): ReadElement {
  const format = formats[taker.format];
  if (!isFields(element)) return refused('is no object');
  if (!format.recognises(element)) return refused(`is nothing that an export of ${taker.format} holds`);
  const leftOut: LeftOut = new Map();
  const broken: Broken[] = [];
  const said: ImportedItem[] = [];
  const stated: ImportedItem[] = [];
  for (const unit of unitsOf(format, element, broken)) {
    // Counted only where the rest of it is taken in.
    const counted: LeftOut = new Map();
    const items = attempt(unit.what, broken, () => exchangesOf(timed(unit, taker, counted), taker, counted));
    if (items === null) continue;
    for (const item of items) (unit.isStatement === true ? stated : said).push(item);
    for (const [reason, count] of counted) leave(leftOut, reason, count);
  }
  stated.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  return { items: onlyOnce([...said, ...stated]), broken, leftOut };
}

function timed(unit: Unit, { madeAt }: Taker, leftOut: LeftOut): Conversation {
  const conversation = unit.read(leftOut);
  return unit.isStatement === true ? { ...conversation, begun: conversation.begun ?? madeAt } : conversation;
}

function unitsOf(
  format: Format,
  element: Readonly<Record<string, unknown>>,
  broken: Broken[],
): readonly Unit[] {
  return attempt('an element', broken, () => format.units(element)) ?? [];
}

function attempt<R>(what: string, broken: Broken[], run: () => R): R | null {
  try {
    return run();
  } catch (error) {
    if (!isSalienceError(error)) throw error;
    broken.push({ what, why: error.message });
    return null;
  }
}

function onlyOnce(items: readonly ImportedItem[]): ImportedItem[] {
  const seen = new Set<string>();
  return items.filter(({ id }) => !seen.has(id) && seen.add(id));
}

function refused(why: string): ReadElement {
  return { items: [], broken: [{ what: 'an element', why }], leftOut: new Map() };
}
