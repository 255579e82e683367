import type { AgentId, Id, ThreadId, Trust, TurnId } from '@salience/contracts';
import { ask, call, type Database } from '../connect.ts';
import type { PagePlace } from './latest-first.ts';

/** A thought of an idle agent, with what it rests on and where it was said. Times are ISO 8601. */
export interface DriftedThought {
  readonly id: Id<'thought'>;
  readonly type: 'hypothesis' | 'question' | 'reflection';
  readonly content: string;
  readonly strategy: string;
  readonly energy: number;
  readonly trust: Trust;
  readonly model: string;
  readonly tokens: number;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly threadId: ThreadId;
  /** The concept that it began with, then those that the activation reached, the strongest first. */
  readonly concepts: readonly {
    readonly id: string;
    readonly name: string;
    readonly energy: number;
    readonly seed: boolean;
  }[];
  readonly episode: { readonly id: string; readonly gist: string; readonly at: string } | null;
  /** The turn that said it; null: it was not said. `outcome`: how that reached somebody, null while it is open. */
  readonly said: {
    readonly turnId: TurnId;
    readonly threadId: ThreadId;
    readonly at: string;
    readonly state: string;
    readonly outcome: 'seen' | 'delivered' | 'undelivered' | 'nothing' | null;
  } | null;
  /** How often replies named it, and when last; null: never. */
  readonly used: { readonly count: number; readonly lastAt: string } | null;
  /** The mean of what people think of it, −1 to 1; null: nobody judged it. */
  readonly judged: number | null;
}

/** A page of an agent's thoughts, the latest first. */
export function listDrifted(
  db: Database,
  agentId: AgentId,
  page: {
    readonly limit: number;
    readonly type?: DriftedThought['type'] | undefined;
    readonly before?: PagePlace | undefined;
  },
): Promise<DriftedThought[]> {
  return call(db, 'list_drifted', { agentId, ...page });
}

/** One thought; undefined when this agent has none with this id. */
export async function findDrifted(
  db: Database,
  agentId: AgentId,
  id: Id<'thought'>,
): Promise<DriftedThought | undefined> {
  const [found] = await call<DriftedThought[]>(db, 'list_drifted', { agentId, id, limit: 1 });
  return found;
}

/** So many of the agent's latest contexts are looked through. */
const contextsLooked = 2_000;

/** Turns whose prompt held a thought, the latest first, as far as what models were shown is still kept. Times are ISO 8601. */
export function turnsShown(
  db: Database,
  agentId: AgentId,
  id: Id<'thought'>,
  limit: number,
): Promise<{ readonly turnId: TurnId; readonly threadId: ThreadId; readonly at: string }[]> {
  return ask(db, 'turns_shown', agentId, id, contextsLooked, limit);
}
