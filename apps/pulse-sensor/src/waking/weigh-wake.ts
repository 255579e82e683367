import type { Database } from '@salience/database';
import { evaluationInputs, type LoggedAction } from '@salience/database/pfc';
import type { DueActivation } from '@salience/database/signals';
import { eventSummary } from '@salience/escalation';
import { evaluateAction, thresholdsOf } from '@salience/pfc';
import type { Module } from '../modules/module-book.ts';

/** A wake as the agent's goals see it. */
export type WeighedWake = Omit<LoggedAction, 'agentId' | 'now' | 'turnId'>;

/** Characters of the question that are kept. */
const actionChars = 400;

/**
 * What a wake is worth to what the agent pursues. Null where it pursues nothing that somebody vouches for, and for a module that was declared urgent: then it
 * wakes as it always did. Whoever declared the module asked to be told, so a wake is done where nothing speaks against it; what repeats, what comes often, and what went badly must serve a goal.
 */
export async function weighWake(
  db: Database,
  { agentId, cluster, latest, module }: DueActivation,
  meant: readonly Pick<Module, 'fingerprint'>[],
  question: string,
  now: Date,
): Promise<WeighedWake | null> {
  if (meant.some(({ fingerprint }) => fingerprint.urgent === true)) return null;
  const { goals, outcomes, recent, thresholds } = await evaluationInputs(db, agentId, {
    now,
    trust: 'owner',
  });
  if (goals.length === 0) return null;
  const channel = `pulse ${cluster}`;
  const action = question.slice(0, actionChars);
  const found = evaluateAction({
    action,
    text: eventSummary(latest),
    kind: module ?? cluster,
    channel,
    addressed: true,
    urgent: false,
    reversible: true,
    goals,
    recent,
    outcomes,
    thresholds: thresholdsOf(thresholds),
    now,
  });
  const { decision, factors, kind, matchedGoals, reasoning, salience } = found;
  return {
    action,
    kind,
    channel,
    salience,
    decision,
    matchedGoals,
    reasoning,
    factors: { ...factors },
    source: 'pulse',
    trust: 'owner',
  };
}
