import type { AgentId } from '@salience/contracts';
import { type Database, query } from '../connect.ts';

/** What a kind of call has earned in the last 30 days. */
export interface Standing {
  /** Of runs without text from outside. */
  readonly successes: number;
  /** Of any run; a no counts too. */
  readonly failures: number;
}

/** What calls of a tool and a kind have earned for the agent until `now`. One round trip. */
export async function loadStanding(
  db: Database,
  of: { readonly agentId: AgentId; readonly tool: string; readonly kind: string; readonly now: Date },
): Promise<Standing> {
  const rows = await query<{ r: Standing }>(
    db,
    'load_standing',
    'select salience.load_standing($1, $2, $3, $4) as r',
    [of.agentId, of.tool, of.kind, of.now],
  );
  return (rows[0] as { r: Standing }).r;
}
