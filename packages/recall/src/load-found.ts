import type { Database } from '@salience/database';
import {
  type FindMemories,
  findMemories,
  type FoundMemories,
  type FoundMemory,
} from '@salience/database/recall';
import type { Period, RecallQuestion } from './question.ts';
import type { SearchedMemory } from './read-memory.ts';
import type { Found } from './search.ts';

/** What was found, and in whose memory. */
interface ToLoad extends Pick<Found, 'items'> {
  readonly memory: SearchedMemory;
  /** The time that is asked about, if it is not now. */
  readonly period: Period | undefined;
}

/** Which items are loaded, and of which only what changes. */
type Parted = Pick<FindMemories, 'found' | 'known'>;

/**
 * Loads what was found, in one round trip: whole where the process does not hold it, else only what may have changed since. What was held
 * when the memory was read on is as it was then, or newer. A past time shows facts as they were then, and memory as of a time everything: that
 * is loaded and not held. `askOf` completes the question.
 */
export async function loadFound(
  db: Database,
  { asOf, at }: Pick<RecallQuestion, 'asOf' | 'at'>,
  { items, memory: { contents, contentsMax, latestEnded }, period }: ToLoad,
  askOf: (parted: Parted) => FindMemories,
): Promise<FoundMemories> {
  const isNow = (kind: string): boolean => asOf === undefined && (period === undefined || kind !== 'fact');
  const fresh: { id: string; kind: string; words: number }[] = [];
  const held: FoundMemory[] = [];
  for (const { row, words } of items) {
    const item = isNow(row.kind) ? contents.get(row.id) : undefined;
    if (item === undefined) fresh.push({ id: row.id, kind: row.kind, words });
    else held.push({ ...item, words });
  }
  const ids = held.map(({ id }) => id);
  const open = held.filter(isOpen).map(({ id }) => id);
  const load = contents.load();
  try {
    const loaded = await findMemories(
      db,
      askOf({ found: fresh, known: ids.length === 0 ? undefined : { ids, open } }),
    );
    const { latest, snapshot } = loaded;
    if (latest !== null) latestEnded.keep(latest, { at, snapshot, written: load.after(snapshot) });
    load.keep(
      loaded.items.filter(({ kind }) => isNow(kind)),
      snapshot,
      contentsMax,
    );
    const asked = new Set(loaded.items.map(({ id }) => id));
    const opened = new Map(loaded.open.map((state) => [state.id, state]));
    const states = held
      // A fact that was asked for comes with that.
      .filter(({ id }) => !asked.has(id))
      .map((item) => ({ ...item, ...opened.get(item.id), used_at: loaded.used[item.id] ?? null }));
    for (const item of held) contents.fill(item.id, opened.get(item.id));
    return { ...loaded, items: [...loaded.items, ...states] };
  } finally {
    load.end();
  }
}

/** An exchange whose topic or chunk is not there yet. */
function isOpen({ kind, names, topic_id: topicId }: FoundMemory): boolean {
  return kind === 'exchange' && (names === null || topicId === null);
}
