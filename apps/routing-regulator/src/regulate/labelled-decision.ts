import type { Mode } from '@salience/contracts';
import type { DecidedTurn } from '@salience/database/learning';
import { type Label, type LabelledDecision, strongestLabel } from '@salience/regulation';

/** Ways of labels that count here. Silence is how a decision of which nobody says anything is read anyway. */
const ways = { feedback: 'feedback', reaction: 'reaction', reflection: 'reflection' } as const;

/**
 * A stored decision as the regulator reads it: its first routing, which is all that a policy decides, and the one label that counts. People
 * see how a turn ended, so a label of a turn that acted and then answered is read as one of the action.
 */
export function labelledDecision(row: DecidedTurn): LabelledDecision {
  const { agentId, decision, endedAt, person, policyVersion, turnId } = row;
  const { modeInitial, modeTerminal, signals, tiebreak } = decision;
  const label = strongestLabel(
    row.labels.flatMap(({ confidence, givenVia, kind, reason, wanted }): Label[] =>
      givenVia === 'silence' ? [] : [{ kind, wanted, confidence, by: ways[givenVia], reason }],
    ),
  );
  return {
    id: turnId,
    agent: agentId,
    person,
    at: endedAt.getTime(),
    signals,
    policyVersion,
    taken: modeInitial,
    tiebreak: tiebreak === null ? null : { candidates: tiebreak.candidates, choice: choiceOf(tiebreak) },
    label: label === null ? null : labelOfFirst(label, modeInitial, modeTerminal),
  };
}

/** Where no model was asked nobody chose: 0.2.0 and earlier stored the better scored mode as the choice. */
function choiceOf({ choice, reason }: NonNullable<DecidedTurn['decision']['tiebreak']>): Mode | null {
  return reason === 'offline' ? null : choice;
}

/** What a label of how a turn ended says of its first routing; null where it says nothing of that. */
function labelOfFirst(label: Label, first: Mode, last: Mode): Label | null {
  if (first === last || label.kind === 'correct') return label;
  if (label.wanted === first) return { ...label, kind: 'correct', wanted: null };
  if (label.wanted !== null) return label;
  const asksForFirst =
    (label.kind === 'missed_act' && first === 'ACT') ||
    (label.kind === 'missed_clarify' && first === 'CLARIFY') ||
    (label.kind === 'under_engagement' && first === 'ACT');
  return asksForFirst ? null : label;
}
