import type { Decision, InfluenceView } from '@salience/contracts';
import {
  excludedModes,
  explainDecision,
  type ExplainedRouting,
  type Policy,
  signalDefinitions,
} from '@salience/router';

type Part = InfluenceView['parts'][number];

/** What moved a stored decision as the API shows it, computed again from its signals and policy. */
export function influenceParts(decision: Decision, policy: Policy): Part[] {
  const { decision: first, reroute } = explainDecision(decision, policy);
  const parts = [partOf('decision', first)];
  return reroute === null ? parts : [...parts, partOf('reroute', reroute)];
}

function partOf(part: Part['part'], { influences, result, rules }: ExplainedRouting): Part {
  return {
    part,
    policy: result.policyName,
    policy_version: result.policyVersion,
    scores: result.scores,
    mode: result.mode,
    runner_up: result.runnerUp,
    excluded: excludedModes(result.signals),
    margin: result.margin,
    confidence: result.confidence,
    effective_margin: result.effectiveMargin,
    needs_tiebreak: result.needsTiebreak,
    decided_by: result.decidedBy,
    influences: influences.map(({ effectiveMargin, needsTiebreak, ...influence }) => ({
      ...influence,
      doc: signalDefinitions[influence.signal].doc,
      effective_margin: effectiveMargin,
      needs_tiebreak: needsTiebreak,
    })),
    rules: [...rules],
  };
}
