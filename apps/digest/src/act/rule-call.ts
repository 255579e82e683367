import {
  actsLater,
  askedBecause,
  kindOfCall,
  type KindOfCall,
  type OpenedCalls,
  pointlessStep,
  ruledStep,
} from '@salience/act';
import { type ActStep, isTainted } from '@salience/contracts';
import { calibrated } from '@salience/critic';
import { loadStanding, type Standing } from '@salience/database/acting';
import { asksForLater, judgeCall, outsideOf, ruleAction, type RulingInput, whyAsked } from '@salience/safety';
import { type Acting, runnable } from './acting.ts';
import { newRequest } from './new-request.ts';
import { grantFor } from '../tasks/granted.ts';
import { isSelfStarted } from './self-started.ts';
import { sayInRun } from './say-in-run.ts';
import { sha256 } from './sha256.ts';

/**
 * Rules on a proposed call and stores the ruling with its reasons. An approval is stored in the same statement as its step, so
 * neither exists without the other (law 11).
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
    later: actsLater(spec, args) ? acting.origin.trust : null,
    kind: kind.hash,
    grant: grantFor(acting.task, { spec, tier, outside: outside !== null }, now),
  };
  const ruling = ruleAction(judged);
  deps.metrics.actionRulings.inc({ agent: turn.agent_id, tool: call.tool, path: ruling.path });
  if (ruling.path === 'ask') {
    // Law 11: who is asked sees what a yes would do.
    const { pointless, shows } = await acting.tools.preview({
      tool: call.tool,
      arguments: args,
      idempotencyKey: '',
      timeoutMs: spec.timeoutMs,
      signal: input.signal,
      step: input.step,
      runId: step.runId,
      n: step.n,
      trust: least.trust,
    });
    if (pointless === undefined) {
      const why = whyAsked(ruling, earned, asksForLater(judged));
      const tells = askedBecause(why, acting.origin.text, { shows, opened: openedBy(judged, earned, kind) });
      const asked = newRequest(step, { ...ruling, asked: tells }, ready, { now, waitMs: deps.approvalMs });
      await book.write([asked.step], [asked.request]);
    } else {
      await book.write([pointlessStep(step, ruling, pointless, now)]);
    }
  } else {
    await book.write([ruledStep(step, ruling, now)]);
  }
  await deps.fault('digest.act-ruled');
}

/** The standing of a kind of call when the turn first asked: the turn's own actions do not change its later rulings. */
async function earnedBy(
  { deps, earned, input }: Acting,
  tool: string,
  kind: string,
  now: Date,
): Promise<Standing> {
  const key = `${tool} ${kind}`;
  const standing =
    earned.get(key) ?? (await loadStanding(deps.db, { agentId: input.step.turn.agent_id, tool, kind, now }));
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
