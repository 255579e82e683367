import type { AgentId, ExchangeId, Id, Trust } from '@salience/contracts';
import type { AcceptedChunk, ProposedZone } from '@salience/memory';
import { newId } from '../new-id.ts';
import { callIn, type Client } from './memory-lock.ts';
import { rowOf, type StoredRow } from './rows.ts';
import { type FactRow, settleStatements, type TraitRow } from './statements.ts';

/** What was learned from an exchange, with ids already made. What is optional may be left out where there is none of it. */
export interface SaveChunk {
  readonly agentId: AgentId;
  readonly exchangeId: ExchangeId;
  readonly now: Date;
  readonly model: string;
  readonly entities: readonly (Omit<AcceptedChunk['entities'][number], Grounds> & Partial<Footing>)[];
  /**
   * A gist's trust may be lower than its exchange's: what rests on the reply is the agent's. `said`: what it shares with gists that
   * say the same (`saidKey`); with it a gist that was heard before is kept as its repetition.
   */
  readonly gists: readonly (Omit<AcceptedChunk['gists'][number], 'trust' | keyof Footing> &
    Partial<Footing> & { readonly id: Id<'gist'>; readonly trust?: Trust; readonly said?: string })[];
  readonly facts: readonly (Omit<AcceptedChunk['facts'][number], 'singleValued' | 'trust' | keyof Footing> &
    Partial<Footing> & { readonly id: Id<'fact'>; readonly singleValued?: boolean })[];
  readonly traits?: readonly (Omit<AcceptedChunk['traits'][number], 'ended'> & {
    readonly id: Id<'trait'>;
    readonly ended?: boolean;
  })[];
  readonly times?: AcceptedChunk['times'];
  /** What it says of the zone of its speaker. */
  readonly proposedZone?: ProposedZone | undefined;
  /** 0..1, .5 neutral. */
  readonly sentiment?: number | null;
  readonly scope?: string | null;
  /** What sentiment and scope stand on. */
  readonly grounds?: Readonly<Record<string, Footing & { readonly confidence?: number }>>;
  /** How much of the proposal was refused. */
  readonly refused?: number;
}

/** The span of words that supports an item. */
type Footing = Pick<AcceptedChunk['gists'][number], 'end' | 'half' | 'start'>;
type Grounds = 'confidence' | keyof Footing;

/** What came of storing a chunk. */
export interface SavedChunk {
  readonly status: 'stored' | 'known' | 'no_exchange';
}

/** What an exchange lends to everything that is learned from it. */
interface ChunkedExchange {
  readonly id: string;
  /** It is taken for this; else it has its chunk already. */
  readonly open: boolean;
  readonly threadId: string;
  readonly trust: Trust;
  readonly source: string;
  readonly saidAt: Date;
}

/**
 * Stores chunks of one agent, each once, with all that their statements change. Under the agent's memory lock. Answers in the order asked.
 */
export async function saveChunks(client: Client, chunks: readonly SaveChunk[]): Promise<SavedChunk[]> {
  const agentId = (chunks[0] as SaveChunk).agentId;
  const exchanges = await begin(
    client,
    chunks.map(({ exchangeId }) => exchangeId),
  );
  const taken = new Set<string>();
  const stored: { chunk: SaveChunk; exchange: ChunkedExchange }[] = [];
  const results = chunks.map((chunk): SavedChunk => {
    const exchange = exchanges.get(chunk.exchangeId);
    if (exchange === undefined) return { status: 'no_exchange' };
    if (!exchange.open || taken.has(exchange.id)) return { status: 'known' };
    taken.add(exchange.id);
    stored.push({ chunk, exchange });
    return { status: 'stored' };
  });
  if (stored.length === 0) return results;
  await save(client, agentId, stored);
  return results;
}

async function begin(client: Client, ids: readonly string[]): Promise<ReadonlyMap<string, ChunkedExchange>> {
  const { rows } = await client.query<{ r: StoredRow[] }>({
    name: 'begin_chunks',
    text: 'select salience.begin_chunks($1) as r',
    values: [ids],
  });
  const exchanges = (rows[0]?.r ?? []).map((row) => rowOf<ChunkedExchange>(row));
  return new Map(exchanges.map((exchange) => [exchange.id, exchange]));
}

async function save(
  client: Client,
  agentId: AgentId,
  stored: readonly { readonly chunk: SaveChunk; readonly exchange: ChunkedExchange }[],
): Promise<void> {
  await settleStatements(client, agentId, {
    traits: stored.flatMap(({ chunk, exchange }) => traitRows(chunk, exchange)),
    facts: stored.flatMap(({ chunk, exchange }) => factRows(chunk, exchange)),
  });
  await callIn(
    client,
    'save_chunks',
    stored.map(({ chunk: { facts: _, proposedZone: ___, traits: __, ...chunk } }) => chunk),
  );
  const zones = stored.flatMap(({ chunk: { exchangeId, now, proposedZone: said } }) =>
    said === undefined
      ? []
      : [{ agentId, exchangeId, now, personId: newId('person', now.getTime()), ...said }],
  );
  if (zones.length > 0) await callIn(client, 'propose_zones', zones);
}

function traitRows({ now, traits = [] }: SaveChunk, exchange: ChunkedExchange): TraitRow[] {
  return traits.map(({ end, ended = false, start, ...trait }) => ({
    ...trait,
    ends: ended,
    spanStart: start,
    spanEnd: end,
    exchangeId: exchange.id,
    threadId: exchange.threadId,
    source: exchange.source,
    saidAt: exchange.saidAt,
    createdAt: now,
    traitId: null,
  }));
}

function factRows({ facts, now }: SaveChunk, exchange: ChunkedExchange): FactRow[] {
  return facts.map(({ confidence, end, half, id, key, singleValued = false, start, subject, value }) => ({
    id,
    subject,
    key,
    value,
    confidence,
    singleValued,
    exchangeId: exchange.id,
    threadId: exchange.threadId,
    trust: exchange.trust,
    source: exchange.source,
    saidAt: exchange.saidAt,
    validFrom: exchange.saidAt,
    validTo: null,
    supersededBy: null,
    createdAt: now,
    ...(half === undefined ? {} : { half }),
    ...(start === undefined ? {} : { spanStart: start }),
    ...(end === undefined ? {} : { spanEnd: end }),
  }));
}
