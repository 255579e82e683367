import { promptChunk, promptExchange } from '@salience/context';
import type { AgentId, Listen, StretchProposal } from '@salience/contracts';
import {
  type ChunkSource,
  loadListening,
  loadStretches,
  type StretchRow,
  type ToldExchange,
  type UntoldThread,
} from '@salience/database/remembering';
import {
  cutStretches,
  isWorthListening,
  listenPerDayDefault,
  type ListeningRule,
  nothingToKeep,
  putsRight,
  tellsNothing,
  wordsAlone,
} from '@salience/memory';
import { offlineChunk } from '@salience/models';
import { askRole, type MemoryWork } from '@salience/runtime';
import { askedOf, chunkExchange, keepChunk, nothingProposed, type Proposed } from './chunk-exchange.ts';
import {
  type AskedStretch,
  type ChunkerDeps,
  type DueThread,
  loadDue,
  type Loaded,
  type Made,
  type Piece,
  pieceOf,
  sourcesOf,
} from './chunk-work.ts';

/** A stretch with those of its exchanges that have no chunk. */
interface DueStretch extends AskedStretch {
  readonly thread: UntoldThread;
}

interface StretchesLoaded extends Loaded {
  readonly day: string;
  readonly rule: ListeningRule;
  readonly rows: ReadonlyMap<AskedStretch, StretchRow>;
}

/**
 * Makes chunks by asking a model about a stretch in one call, once it is final or a silence follows its exchanges; the same call proposes
 * the episode and the concepts of a stretch that is final. What was merely overheard costs a call only where it is worth one.
 */
export function stretchWork(deps: ChunkerDeps): Pick<MemoryWork<Loaded, Piece, Made>, 'load' | 'make'> {
  return {
    load: (ask) => load(deps, ask),
    async make(agentId, piece, loaded, signal) {
      const { sources, stretch } = piece;
      if (stretch === undefined || piece.retry !== undefined) {
        const chunks = [];
        for (const source of sources) chunks.push(await chunkExchange(deps, agentId, source, signal));
        return { chunks };
      }
      return make(deps, agentId, { ...piece, stretch }, loaded as StretchesLoaded, signal);
    },
  };
}

async function load(deps: ChunkerDeps, ask: Parameters<typeof loadDue>[1]): Promise<StretchesLoaded> {
  const { agentId, most, now } = ask;
  const { retries, threads } = await loadDue(deps, ask, true);
  const cut = threads.map((thread) => dueIn(thread, now, deps.silenceMs));
  const stretches = cut.flatMap(({ stretches: due }) => due).slice(0, most);
  const open = stretches.flatMap(({ firstSeq, lastSeq, thread }) =>
    thread.places.filter(({ seq }) => seq > thread.chunkedSeq && seq >= firstSeq && seq <= lastSeq),
  );
  const again = retries.flatMap((retry) => retry.exchangeIds.map((id) => ({ id, retry })));
  const sources = await sourcesOf(
    deps,
    agentId,
    [...open, ...again].map(({ id }) => id),
  );
  const asked = stretches.map(({ firstSeq, lastSeq, thread: { threadId } }) => ({
    threadId,
    firstSeq,
    lastSeq,
  }));
  const rows = asked.length === 0 ? [] : await loadStretches(deps.db, agentId, asked);
  const day = now.toISOString().slice(0, 10);
  return {
    day,
    rule: await ruleOf(deps, agentId, day),
    rows: new Map(stretches.flatMap((stretch, at) => (rows[at] === undefined ? [] : [[stretch, rows[at]]]))),
    threads: cut.map(({ stretches: _, ...due }) => due),
    retries,
    pieces: [
      ...stretches.flatMap((stretch) => stretchPiece(stretch, sources)),
      ...again.flatMap(({ id, retry }) => pieceOf(sources.get(id), retry)),
    ],
  };
}

async function ruleOf({ db }: ChunkerDeps, agentId: AgentId, day: string): Promise<ListeningRule> {
  const { listen, listened, perDay } = await loadListening(db, { agentId, day });
  return { listen: (listen as Listen | null) ?? 'facts', left: (perDay ?? listenPerDayDefault) - listened };
}

/** The stretches of a thread with exchanges that can be chunked now, and when what is left can. */
function dueIn(
  thread: UntoldThread,
  now: Date,
  silenceMs: number,
): DueThread & { readonly stretches: readonly DueStretch[] } {
  const { before, chunkedSeq, expired, more, places } = thread;
  const cut = cutStretches(places, { now, silenceMs, expired, more, before: before !== null });
  const overheardIn = (firstSeq: number, lastSeq: number): boolean =>
    places
      .filter(({ seq }) => seq > chunkedSeq && seq >= firstSeq && seq <= lastSeq)
      .every(({ overheard }) => overheard);
  const final = cut.stretches
    .filter(({ lastSeq }) => lastSeq > chunkedSeq)
    .map(({ firstSeq, grows, lastSeq }) => ({
      thread,
      firstSeq,
      lastSeq,
      whole: !grows,
      overheard: overheardIn(firstSeq, lastSeq),
    }));
  // What waits for more to follow is chunked when a silence does, and at once where it puts right what is remembered.
  const rest = places.filter(({ seq }) => seq > Math.max(chunkedSeq, cut.stretches.at(-1)?.lastSeq ?? 0));
  const [first, last] = [rest[0], rest.at(-1)];
  if (first === undefined || last === undefined || more)
    return { thread, stretches: final, dueAt: null, waitsFrom: 0 };
  const silentAt = new Date(last.saidAt.getTime() + silenceMs);
  const waitsFrom = first.seq;
  const waits = !rest.some(({ message, overheard }) => !overheard && putsRight(message ?? ''));
  if (waits && silentAt > now) return { thread, stretches: final, dueAt: silentAt, waitsFrom };
  const tail = { thread, firstSeq: first.seq, lastSeq: last.seq, whole: false };
  return {
    thread,
    stretches: [...final, { ...tail, overheard: overheardIn(first.seq, last.seq) }],
    dueAt: null,
    waitsFrom,
  };
}

function stretchPiece(stretch: DueStretch, sources: Awaited<ReturnType<typeof sourcesOf>>): Piece[] {
  const { firstSeq, lastSeq, thread } = stretch;
  const open = thread.places
    .filter(({ seq }) => seq > thread.chunkedSeq && seq >= firstSeq && seq <= lastSeq)
    .flatMap(({ id }) => sources.get(id) ?? []);
  const [first, last] = [open[0], open.at(-1)];
  if (first === undefined || last === undefined) return [];
  const { threadId, traceparent } = last.exchange;
  const place = { threadId, firstSeq: first.exchange.seq, lastSeq: last.exchange.seq, traceparent };
  return [{ ...place, sources: open, stretch }];
}

async function make(
  deps: ChunkerDeps,
  agentId: AgentId,
  { sources, stretch, threadId }: Piece & { readonly stretch: AskedStretch },
  { rows, rule }: StretchesLoaded,
  signal: AbortSignal,
): Promise<Made> {
  const row = rows.get(stretch) ?? { exchanges: [], known: [], proposal: null };
  const listening = stretch.overheard ? rule : undefined;
  if (listening !== undefined && !isWorthListening(row.exchanges, listening)) {
    deps.metrics.modelCallsAvoided.inc({ agent: agentId, reason: 'overheard' });
    return { chunks: await unasked(deps, agentId, sources, listening.listen) };
  }
  const before = sources[0]?.before.at(-1)?.reply ?? null;
  if (row.exchanges.every((exchange, at) => tellsNothing(exchange, row.exchanges[at - 1]?.reply ?? before))) {
    deps.metrics.modelCallsAvoided.inc({ agent: agentId, reason: nothingToKeep });
    return { chunks: await unasked(deps, agentId, sources, 'off') };
  }
  const [only] = sources;
  // Of one exchange nothing else is asked: the shorter question is enough.
  if (only !== undefined && sources.length === 1 && !stretch.whole && listening === undefined)
    return { chunks: [await chunkExchange(deps, agentId, only, signal)] };
  const { object, model } = await ask(deps, agentId, sources, { row, stretch }, signal);
  const chunks = [];
  for (const source of sources) {
    const proposed = proposedFor(object, row.exchanges, source);
    chunks.push(
      await keepChunk(
        deps,
        agentId,
        source,
        proposed === undefined ? nothingProposed : { object: proposed, model },
      ),
    );
  }
  const { concepts, episode, relations } = object;
  const { firstSeq, lastSeq } = stretch;
  const told = stretch.whole && episode !== null && episode !== undefined;
  const proposal = { threadId, firstSeq, lastSeq, model, body: { episode, concepts, relations } };
  return { chunks, ...(told ? { proposal } : {}), listened: listening !== undefined };
}

async function ask(
  deps: ChunkerDeps,
  agentId: AgentId,
  sources: readonly ChunkSource[],
  { row, stretch }: { readonly row: StretchRow; readonly stretch: AskedStretch },
  signal: AbortSignal,
) {
  const [first] = sources as readonly [ChunkSource, ...ChunkSource[]];
  const open = new Set(sources.map(({ exchange }) => exchange.id));
  const { exchange: _, ...beside } = askedOf(first, await deps.clock.now());
  const input = {
    ...beside,
    // Those before the stretch; the others stand in it.
    neighbours: first.before.filter(({ seq }) => seq < stretch.firstSeq).map(promptExchange),
    exchanges: row.exchanges.map((exchange) => ({
      ...promptExchange(exchange),
      ...(open.has(exchange.id) ? {} : { noted: promptChunk(exchange) }),
    })),
    concepts: row.known,
    whole: stretch.whole,
  };
  return askRole(deps, 'stretch', input, { agentId, threadId: first.exchange.threadId, signal });
}

/** What was proposed for an exchange by its number; without numbers those that were asked about, in order. */
function proposedFor(
  { exchanges: proposed }: StretchProposal,
  exchanges: readonly ToldExchange[],
  { exchange: { id } }: ChunkSource,
): Proposed['object'] | undefined {
  const n = exchanges.findIndex((exchange) => exchange.id === id) + 1;
  const found = proposed.find((one, at) => (one.n ?? at + 1) === n);
  if (found === undefined) return undefined;
  const { n: _, ...object } = found;
  return object;
}

/** Chunks without a model: names and times, or nothing beside the words themselves. */
async function unasked(deps: ChunkerDeps, agentId: AgentId, sources: readonly ChunkSource[], listen: Listen) {
  const chunks = [];
  for (const source of sources) {
    const words =
      listen === 'off' ? undefined : wordsAlone(offlineChunk(askedOf(source, await deps.clock.now())));
    chunks.push(
      await keepChunk(
        deps,
        agentId,
        source,
        words === undefined ? nothingProposed : { object: words, model: 'words' },
      ),
    );
  }
  return chunks;
}
