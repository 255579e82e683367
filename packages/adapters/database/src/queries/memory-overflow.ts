import type { AgentId } from '@salience/contracts';
import type { ThreadPlace, WordKind } from '@salience/memory';
import { type Database, query } from '../connect.ts';
import { storableJson } from '../storable.ts';
import { type LookedAtMemory, type LookRow, type OverflowBlock, readRows } from './memory-index.ts';

/** How many of the newest items of a kind are held, of a memory that is not held whole. */
export type KeptItems = Readonly<Record<Exclude<WordKind, 'thought'>, number>>;

/** A block that was made. */
export interface MadeBlock extends Pick<OverflowBlock, 'block' | 'places'> {
  /** Some of what need not be held is in no block yet. */
  readonly more: boolean;
}

/** Items of each kind in one block: a transaction of a second. */
const blockItems = 4_000;

/** Makes the next block of what need not be held of an agent's memory. */
export async function overflowMemory(
  db: Database,
  { agentId, keep }: { readonly agentId: AgentId; readonly keep: KeptItems },
): Promise<MadeBlock> {
  const [row] = await query<{ made: MadeBlock }>(
    db,
    'overflow_memory',
    "select salience.overflow_memory(set_config('app.agent', $1, true), $2::jsonb, $3) as made",
    [agentId, storableJson({ keep }), blockItems],
  );
  if (row === undefined) throw new Error('overflow_memory returned no row');
  return row.made;
}

/** What is wanted of a memory that is not held whole. */
export interface OverflowAsk {
  readonly agentId: AgentId;
  /** The model of the sign codes. */
  readonly modelId: string;
  /** Items that hold one of these are wanted, and the exchanges around them. */
  readonly stems?: readonly string[];
  /** Maximum number of items of a kind that hold a stem; the newest come. */
  readonly limit?: number;
  /** Exchanges at these places. */
  readonly beside?: readonly ThreadPlace[];
  /** So many of the items with the highest salience. */
  readonly salient?: number;
}

/** Loads items of an agent that a process need not hold. */
export async function loadOverflow(db: Database, { agentId, ...ask }: OverflowAsk): Promise<LookedAtMemory> {
  const rows = await query<LookRow>(
    db,
    'load_overflow',
    "select * from salience.load_overflow(set_config('app.agent', $1, true), $2::jsonb)",
    [agentId, storableJson(ask)],
  );
  return readRows(rows, '', Number.POSITIVE_INFINITY);
}
