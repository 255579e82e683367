import { type Decision, encodeDecision } from '@salience/contracts';
import { type Database } from '@salience/database';
import { loadPolicy } from '@salience/database/agents';
import {
  applyTiebreak,
  buildSignals,
  coldSnapshot,
  decide,
  extractCues,
  freshRouterState,
  parsePolicy,
  toDecision,
} from '@salience/router';
import type { Fixture } from './fixture.ts';

/** A decision of the shipped policy on a cold question, routed a second time without ACT. */
export async function makeDecision(db: Database): Promise<Decision> {
  const row = await loadPolicy(db, 'shipped');
  if (row === undefined) throw new Error('expected the shipped policy in a fresh database');
  const policy = parsePolicy(row);
  const signals = buildSignals(extractCues('Where does Ana live?'), coldSnapshot);
  const route = (exclude: readonly 'ACT'[]) => {
    const result = decide(signals, policy, { ...freshRouterState, exclude });
    return { result, settled: applyTiebreak(result, null) };
  };
  const first = route([]);
  const again = route(['ACT']);
  return toDecision(first.result, first.settled, again.settled.mode, again);
}

/** Gives a turn that has none a decision. */
export async function plantDecision(
  fixture: Fixture,
  turn: { readonly turn_id: string; readonly thread_id: string },
): Promise<void> {
  const decision = await makeDecision(fixture.digestDb);
  await fixture.database.admin(
    `insert into salience.turn_ends (turn_id, agent_id, thread_id, seq, kind, fence, policy_name, policy_version, decision, ended_at)
     select id, agent_id, thread_id, seq, 'answered', 0, $2, $3, $4, now() from salience.turns where id = $1
     on conflict (turn_id) do update set policy_name = $2, policy_version = $3, decision = $4`,
    [turn.turn_id, decision.policyName, decision.policyVersion, Buffer.from(encodeDecision(decision))],
  );
}
