import {
  actsLater,
  askedBecause,
  heldBackStep,
  kindOfCall,
  type KindOfCall,
  type OpenedCalls,
  pointlessStep,
  ruledStep,
} from '@salience/act';
import { type ActionRuling, type ActStep, isTainted, lowestTrust, type Trust } from '@salience/contracts';
import { calibrated } from '@salience/critic';
import { type EvaluatedStep, loadRuling, type Standing } from '@salience/database/acting';
import { asksForLater, judgeCall, outsideOf, ruleAction, type RulingInput, whyAsked } from '@salience/safety';
import { type Acting, runnable, type RunnableCall } from './acting.ts';
import { newRequest } from './new-request.ts';
import { grantFor } from '../tasks/granted.ts';
import { isSelfStarted } from './self-started.ts';
import { sayInRun } from './say-in-run.ts';
import { sha256 } from '../sha256.ts';
import { weighCall } from './weigh-call.ts';

/**
 * Rules on a proposed call and stores the ruling with its reasons, and how the call was evaluated. An approval is stored in the same statement as its step, so
 * neither exists without the other (law 11). What the agent pursues only ever makes a ruling stricter: what is refused stays refused, what is asked is asked.
 */
export async function ruleCall(acting: Acting, step: ActStep): Promise<void> {
  const { book, deps, input } = acting;
  const ready = runnable(acting, step);
  const { args, call, spec, tier } = ready;
  const { turn } = input.step;
  const now = await deps.clock.now();
  const kind = kindOfCall(spec, args, sha256);
  const earned = await earnedBy(acting, call.tool, kind.hash, now);
  const { least, own, written } = sayInRun(acting, acting.tools.specs);
  const outside = outsideOf({ tier, external: spec.external, args, written });
  const judged = {
    gate: judgeCall(spec.gated, args),
    tier,
    confidence: calibrated(earned.successes, earned.failures),
    // Everything in the planner's prompt influences what it proposes (law 10).
    least,
    own,
    outside,
    selfStarted: isSelfStarted(acting.origin.source),
    later: actsLater(spec, args) ? standingOf(acting.origin) : null,
    kind: kind.hash,
    grant: grantFor(acting.task, { spec, tier, outside: outside !== null }, now),
  };
  const ruling = ruleAction(judged);
  deps.metrics.actionRulings.inc({ agent: turn.agent_id, tool: call.tool, path: ruling.path });
  const weighed = await weighCall(acting, step, ready, ruling, now);
  const evaluated = weighed === null ? [] : [weighed.evaluated];
  if (weighed !== null && weighed.back !== null) {
    await book.write([heldBackStep(step, ruling, weighed.back, now)], { evaluated });
  } else if (ruling.path === 'ask') {
    await askFor(acting, step, { ready, ruling, judged, earned, kind, now, evaluated });
  } else {
    await book.write([ruledStep(step, ruling, now)], { evaluated });
  }
  await deps.fault('digest.act-ruled');
}

/** How far words count that would have the agent act later: those of a way that may not approve are not a person's here. */
function standingOf({ mayApprove, trust }: Acting['origin']): Trust {
  return mayApprove ? trust : lowestTrust([trust, 'unverified']);
}

interface Asking {
  readonly ready: RunnableCall;
  readonly ruling: ActionRuling;
  readonly judged: RulingInput;
  readonly earned: Standing;
  readonly kind: KindOfCall;
  readonly now: Date;
  readonly evaluated: readonly EvaluatedStep[];
}

/** Law 11: who is asked sees what a yes would do. */
async function askFor(
  { book, deps, input, origin, tools }: Acting,
  step: ActStep,
  asking: Asking,
): Promise<void> {
  const { earned, evaluated, judged, kind, now, ready, ruling } = asking;
  const { pointless, shows } = await tools.preview({
    tool: ready.call.tool,
    arguments: ready.args,
    idempotencyKey: '',
    timeoutMs: ready.spec.timeoutMs,
    signal: input.signal,
    step: input.step,
    runId: step.runId,
    n: step.n,
    trust: judged.least.trust,
  });
  if (pointless !== undefined) {
    await book.write([pointlessStep(step, ruling, pointless, now)], { evaluated });
    return;
  }
  const why = whyAsked(ruling, earned, asksForLater(judged));
  const tells = askedBecause(why, origin.text, { shows, opened: openedBy(judged, earned, kind) });
  const asked = newRequest(step, { ...ruling, asked: tells }, ready, { now, waitMs: deps.approvalMs });
  await book.write([asked.step], { approvals: [asked.request], evaluated });
}

/** The standing of a kind of call when the turn first asked: the turn's own actions do not change its later rulings. What the agent pursues comes along once. */
async function earnedBy(acting: Acting, tool: string, kind: string, now: Date): Promise<Standing> {
  const { deps, earned, input } = acting;
  const key = `${tool} ${kind}`;
  const known = earned.get(key);
  if (known !== undefined) return known;
  const of = { agentId: input.step.turn.agent_id, tool, kind, now, evaluation: acting.pursuit === undefined };
  const { evaluation, standing } = await loadRuling(deps.db, of);
  if (evaluation !== null) acting.pursuit = evaluation;
  earned.set(key, standing);
  return standing;
}

/** What a yes implies beyond this call: calls of this kind will run unasked. Undefined if they will not, or do already. */
function openedBy(judged: RulingInput, earned: Standing, { covers }: KindOfCall): OpenedCalls | undefined {
  // A tainted run does not count for a standing.
  if (isTainted(judged.least.trust)) return undefined;
  const unraised = { ...judged, selfStarted: false };
  const after = { ...unraised, confidence: calibrated(earned.successes + 1, earned.failures) };
  return ruleAction(unraised).path !== 'run' && ruleAction(after).path === 'run' ? covers : undefined;
}
