import {
  actsLater,
  argumentsHashOf,
  argumentsProblem,
  askedBecause,
  definitionChanges,
  definitionHashOf,
  definitionOf,
  kindOfCall,
  ruledStep,
  tierOfCall,
  type ToolSpec,
} from '@salience/act';
import { type ActionResult, type ActStep, consequenceTiers, gateLevels } from '@salience/contracts';
import type { ApprovalRow, FoundRun, NewApproval } from '@salience/database/acting';
import { judgeCall, ruleAction } from '@salience/safety';
import type { Toolbox } from '../skills/toolbox.ts';
import { type GrantedTask, grantFor } from '../tasks/granted.ts';
import { withCapabilities } from './with-capabilities.ts';
import type { ActInput } from './act-input.ts';
import { newRequest } from './new-request.ts';
import { isSelfStarted } from './self-started.ts';
import { sha256 } from '../sha256.ts';

/** Dependencies of taking up an approval. */
export interface TakingUp {
  readonly input: ActInput;
  readonly tools: Toolbox;
  readonly root: FoundRun['root'];
  /** The task of the run; null for none. */
  readonly task: GrantedTask | null;
  readonly now: Date;
  /** How long an approval stays open. */
  readonly waitMs: number;
}

/** A step with its answer; with an approval if it asks again. */
export interface TakenUp {
  readonly step: ActStep;
  readonly request?: NewApproval;
}

/**
 * Checks an approved step against what was shown: the tool as it was then, and the arguments that were approved or edited,
 * which are judged again. If something changed, it asks again and names the difference; a blocked call and a removed tool are
 * refused (law 11). Any other step is unchanged.
 */
export function takeUp(step: ActStep, approval: ApprovalRow, taking: TakingUp): TakenUp {
  const { input, now, tools, waitMs } = taking;
  const { call, ruling } = step;
  const args = call?.arguments;
  if (call === null || !args || ruling?.path !== 'run' || argumentsProblem(call) !== null) return { step };
  const known = tools.specs.find(({ name }) => name === call.tool);
  if (known === undefined) return { step: gone(step, now) };
  const spec = withCapabilities(known, input.profile.capabilities);
  const gate = judgeCall(spec.gated, args);
  const kind = kindOfCall(spec, args, sha256).hash;
  const tier = tierOfCall(spec, args);
  const judged = ruleAction({
    gate,
    tier,
    confidence: ruling.confidence,
    least: ruling.least,
    own: ruling.two.private,
    outside: ruling.two.outside,
    selfStarted: isSelfStarted(taking.root.source),
    later: actsLater(spec, args) ? taking.root.trust : null,
    kind,
    grant: grantFor(taking.task, { spec, tier, outside: ruling.two.outside !== null }, now),
  });
  // No approval overrides a block, nor what a task may not do at all.
  if (gate.level === 'block') {
    return { step: ruledStep(step, { ...judged, path: 'refuse', reason: gate.reasons.join('; ') }, now) };
  }
  if (judged.grant?.says === 'reject') return { step: ruledStep(step, judged, now) };
  const changed = changesSince(step, approval, spec);
  const shown = tierOfCall(spec, approval.arguments);
  const graver = [
    ...(gateLevels.indexOf(gate.level) > gateLevels.indexOf(ruling.gate.level)
      ? [`with these arguments ${gate.reasons.join('; ')}`]
      : []),
    ...(consequenceTiers.indexOf(tier) > consequenceTiers.indexOf(shown)
      ? [`with these arguments it counts as ${tier}, not as ${shown}`]
      : []),
  ];
  if (changed.length + graver.length === 0) return { step: { ...step, ruling: { ...ruling, kind } } };
  const differs = changed.length === 0 ? [] : [`${changed.join(' and ')} changed since you said yes`];
  const reason = [...differs, ...graver].join('; ');
  const asked = askedBecause(
    { code: 'changed', detail: [...changed, ...graver].join('; ') },
    taking.root.text,
  );
  return newRequest(step, { ...judged, path: 'ask', reason, asked }, { args, spec }, { now, waitMs });
}

/** The changes since the approval, in words. */
function changesSince(step: ActStep, approval: ApprovalRow, spec: ToolSpec): string[] {
  const now = definitionOf(spec, sha256);
  const changes =
    definitionHashOf(now, sha256) === approval.definitionHash
      ? []
      : definitionChanges(approval.definition, now);
  const runs = argumentsHashOf(spec.name, step.call?.arguments ?? {}, sha256);
  return runs === approval.argumentsHash ? changes : [...changes, 'its arguments'];
}

function gone(step: ActStep, now: Date): ActStep {
  const text = 'Not run: the tool that the person said yes to is not there any more. Say so.';
  const result: ActionResult = {
    outcome: 'failed',
    text,
    trust: 'agent',
    transient: false,
    durationMs: step.result?.durationMs ?? 0,
  };
  return { ...step, state: 'refused', reason: 'tool_gone', result, retryAt: null, at: now.toISOString() };
}
