import type { ToolSpec } from '@salience/act';
import type { ActionClass, Authorisation } from '@salience/contracts';
import { type TaskOfRun, taskOfRun } from '@salience/database/tasks';
import type { ClaimedTurn } from '@salience/database/turns';
import { classOfCall, grantAllows, policyRulesOf } from '@salience/trust';
import type { Deps } from '../deps.ts';

/** What a task may do, and where its agent differs from the policy. */
export type GrantedTask = Pick<TaskOfRun, 'grant' | 'settings'>;

/** A call whose task's grant is looked at. */
export interface GrantedCall {
  readonly spec: ToolSpec;
  /** The call's own tier. */
  readonly tier: ToolSpec['tier'];
  /** It reaches somebody outside. */
  readonly outside: boolean;
}

/** What the grant of a run's task says of a call; undefined for a run of no task. */
export function grantFor(
  task: GrantedTask | null,
  { outside, spec, tier }: GrantedCall,
  now: Date,
): { readonly class: ActionClass; readonly says: Authorisation } | undefined {
  if (task === null) return undefined;
  const actionClass = classOfCall({
    tier,
    external: spec.external,
    private: spec.private,
    commands: spec.gated.commandArguments.length > 0,
    outside,
  });
  const says = grantAllows(task.grant, actionClass, now.getTime(), policyRulesOf(task.settings));
  return { class: actionClass, says };
}

/**
 * True unless a turn works on a task that may not read what its person keeps: what nobody let a sender read stands in none of its prompts, where the
 * answer could tell it. A turn of no task may, and costs no look.
 */
export async function mayRecall(
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
  { snapshot, turn }: Pick<ClaimedTurn, 'snapshot' | 'turn'>,
): Promise<boolean> {
  const { id, source } = turn.source === 'task' ? turn : (snapshot.run?.root ?? turn);
  if (source !== 'task') return true;
  const task = await taskOfRun(db, turn.agent_id, id);
  if (task === null) return false;
  const rules = policyRulesOf(task.settings);
  return grantAllows(task.grant, 'read_private', (await clock.now()).getTime(), rules) === 'allow';
}
