import { type AgentId, type Trust } from '@salience/contracts';
import { type Database } from '../connect.ts';
import { callIn, withMemory } from '../settling/memory-lock.ts';

/** An exchange that was said elsewhere. */
export interface SaidElsewhere {
  readonly id: string;
  readonly turnId: string;
  readonly threadId: string;
  readonly at: string;
  readonly speaker: string | null;
  readonly text: string;
  /** Null: it was overheard. */
  readonly reply: string | null;
  readonly mode: string;
  /** As it is taken in: no higher than `unverified`. */
  readonly trust: Trust;
  readonly replyTrust: Trust;
}

/** What became of a page. Where something is taken or busy, nothing of it was written. */
export interface ImportOutcome {
  /** New; with `dry`, what would be. */
  readonly imported: number;
  readonly known: number;
  /** Forgotten on request, so left out. */
  readonly forgotten: number;
  /** Ids that are another agent's. */
  readonly taken: readonly string[];
  /** Threads in which a turn has not ended. */
  readonly busy: readonly string[];
}

/** Takes in a page of exchanges in one transaction; the same page twice is as once. */
export function importSaid(
  db: Database,
  page: {
    readonly agentId: AgentId;
    readonly now: Date;
    readonly dry: boolean;
    readonly items: readonly SaidElsewhere[];
  },
): Promise<ImportOutcome> {
  return withMemory(db, page.agentId, (client) => callIn(client, 'import_said', page));
}
