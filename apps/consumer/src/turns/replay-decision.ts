import { type Decision, type DecisionReplayView, modes, type Routing } from '@salience/contracts';
import { decideUnder, type Policy, type ReplayedRouting } from '@salience/router';

type Part = DecisionReplayView['parts'][number];
type Difference = Part['differences'][number];

/** What a policy makes of a stored decision, and of the turn's second routing, from what was stored with them. Calls no model. */
export function replayDecision(
  decision: Decision,
  policy: Policy,
): Pick<DecisionReplayView, 'equal' | 'parts'> {
  const parts = [partOf('decision', decision, decideUnder(decision, policy), [])];
  if (decision.reroute) {
    const again = decideUnder(decision.reroute, policy);
    // The turn ended in the mode that the second routing chose.
    const ended = compare('modeTerminal', decision.modeTerminal, again.settled.mode);
    parts.push(partOf('reroute', decision.reroute, again, ended));
  }
  return { equal: parts.every((part) => part.equal), parts };
}

function partOf(
  part: Part['part'],
  stored: Routing,
  { result, settled }: ReplayedRouting,
  more: Difference[],
): Part {
  const differences = [
    ...modes.flatMap((mode) => compare(`scores.${mode}`, stored.scores[mode], result.scores[mode])),
    ...(['confidence', 'margin', 'effectiveMargin'] as const).flatMap((key) =>
      compare(key, stored[key], result[key]),
    ),
    ...compare('modeInitial', stored.modeInitial, settled.mode),
    ...compare('tiebreak', named(stored.tiebreak), named(settled.tiebreak)),
    ...more,
  ];
  return {
    part,
    policy: result.policyName,
    policy_version: result.policyVersion,
    mode: settled.mode,
    equal: differences.length === 0,
    differences,
  };
}

/** A tie-break in a few words: the candidates and the choice. */
function named(tiebreak: Routing['tiebreak']): string | null {
  return tiebreak === null ? null : `${tiebreak.choice ?? 'none'} of ${tiebreak.candidates.join(' and ')}`;
}

function compare(
  field: string,
  stored: number | string | null,
  computed: number | string | null,
): Difference[] {
  return Object.is(stored, computed) ? [] : [{ field, stored, computed }];
}
