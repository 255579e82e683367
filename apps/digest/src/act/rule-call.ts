import { argumentsHashOf, ruledStep } from '@salience/act';
import type { ActStep } from '@salience/contracts';
import { calibrated } from '@salience/critic';
import { newId } from '@salience/database';
import { judgeCall, outsideOf, ruleAction } from '@salience/safety';
import { type Acting, runnable } from './acting.ts';
import { sayInRun } from './say-in-run.ts';
import { sha256 } from './sha256.ts';

/** Sources of turns that no person asked for at that moment. */
const selfStarted: ReadonlySet<string> = new Set(['reminder', 'pulse']);

/**
 * Rules on a proposed call and stores the ruling with all that it was made from. Asking writes the request with it, in the
 * same statement: there is no moment at which one is there without the other (law 11).
 */
export async function ruleCall(acting: Acting, step: ActStep): Promise<void> {
  const { book, deps, input } = acting;
  const { args, call, spec } = runnable(acting, step);
  const { snapshot, turn } = input.step;
  const record = snapshot.toolRecord[call.tool] ?? { successes: 0, failures: 0 };
  const { least, own, written } = sayInRun(acting, acting.tools.specs);
  const ruling = ruleAction({
    gate: judgeCall(spec.gated, args),
    tier: spec.tier,
    confidence: calibrated(record.successes, record.failures),
    // Whatever the planner was shown has a say in what it proposes (law 10).
    least,
    own,
    outside: outsideOf({ tier: spec.tier, external: spec.external, args, written }),
    selfStarted: selfStarted.has(acting.origin.source),
  });
  deps.metrics.actionRulings.inc({ agent: turn.agent_id, tool: call.tool, path: ruling.path });
  const now = await deps.clock.now();
  if (ruling.path !== 'ask') {
    await book.write([ruledStep(step, ruling, now)]);
  } else {
    const approvalId = newId('approval', now.getTime());
    const request = {
      id: approvalId,
      runId: book.runId,
      n: step.n,
      turnId: turn.id,
      tool: call.tool,
      arguments: args,
      argumentsHash: argumentsHashOf(call.tool, args, sha256),
      reason: ruling.reason,
      tier: ruling.effectiveTier,
      expiresAt: new Date(now.getTime() + deps.approvalMs),
    };
    await book.write([ruledStep(step, ruling, now, approvalId)], [request]);
  }
  await deps.fault('digest.act-ruled');
}
