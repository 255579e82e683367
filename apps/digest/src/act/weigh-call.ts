import { canonicalArguments, type HeldBack } from '@salience/act';
import { type ActionRuling, type ActStep, isPersons } from '@salience/contracts';
import type { EvaluatedStep } from '@salience/database/acting';
import { messageOf } from '@salience/errors';
import { evaluateAction, thresholdsOf } from '@salience/pfc';
import { createGoalLikeness } from '@salience/recall';
import type { Acting, RunnableCall } from './acting.ts';
import { isSelfStarted } from './self-started.ts';

/** How a call was evaluated, and what follows. */
export interface WeighedCall {
  readonly evaluated: EvaluatedStep;
  /** Null: the ruling stands. */
  readonly back: { readonly how: HeldBack; readonly until: Date; readonly why: string } | null;
}

/** How long what is to be considered waits, in milliseconds. */
const heldMs = 3_600_000;
/** Characters of a call that are kept. */
const actionChars = 400;

/**
 * What a call that may run, or that a person would be asked for, is worth to what the agent pursues. Null where it pursues nothing that
 * somebody vouches for, for what is refused anyway, and for what only looks at the agent's own state. What a person asked for is never held back, only recorded, by its words alone; the rest is compared with goals by meaning too.
 */
export async function weighCall(
  { deps, input, origin, pursuit }: Acting,
  step: ActStep,
  { args, call, spec, tier }: RunnableCall,
  ruling: ActionRuling,
  now: Date,
): Promise<WeighedCall | null> {
  if (pursuit === undefined || pursuit.goals.length === 0) return null;
  if (ruling.path === 'refuse' || (tier === 'observe' && !spec.external)) return null;
  const asked = isAskedFor(origin);
  const action = `${call.tool} ${canonicalArguments(args)}`.slice(0, actionChars);
  const channel = input.step.turn.thread_id;
  const similarity = asked ? undefined : await goalLikeness(deps)(action, pursuit.goals);
  const found = evaluateAction({
    action,
    text: origin.text,
    kind: call.tool,
    channel,
    addressed: asked,
    urgent: false,
    reversible: tier !== 'commit',
    ...pursuit,
    thresholds: thresholdsOf(pursuit.thresholds),
    ...(similarity === undefined ? {} : { similarity }),
    now,
  });
  const { decision, factors, matchedGoals, reasoning, salience } = found;
  const how = asked ? null : heldBackAs(decision, ruling);
  const until = new Date(now.getTime() + heldMs);
  return {
    evaluated: {
      action,
      context: { runId: step.runId, n: step.n, tier },
      kind: call.tool,
      channel,
      salience,
      decision,
      matchedGoals,
      reasoning,
      factors: { ...factors },
      source: 'act',
      trust: 'owner',
      turnId: step.turnId,
      ...(how === 'held' ? { heldUntil: until } : {}),
    },
    back: how === null ? null : { how, until, why: reasoning },
  };
}

function goalLikeness({ embedder, embeds, log }: Acting['deps']) {
  return createGoalLikeness({
    embedder: embeds ? embedder : undefined,
    onTrouble: (error) => log.warn({ cause: messageOf(error) }, 'goals are compared by words alone for now'),
  });
}

/** What a person is asked for waits for them already. */
function heldBackAs(decision: EvaluatedStep['decision'], ruling: ActionRuling): HeldBack | null {
  if (decision === 'skip') return 'skipped';
  return decision === 'consider' && ruling.path === 'run' ? 'held' : null;
}

/** True if a person asked for what a run does: in this turn, or by what they once set up. What outside text or the agent itself began nobody asked for. */
function isAskedFor({ source, trust }: Acting['origin']): boolean {
  return !isSelfStarted(source) || isPersons(trust);
}
