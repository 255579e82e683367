import { decodeDecision, type Label, type LabelVia, type Mode } from '@salience/contracts';
import { newId } from '@salience/database';
import type { FollowUp, JudgedTurn, Silence } from '@salience/database/learning';
import {
  isPersonsTurn,
  type Label as Told,
  labelOfFeedback,
  mayLabel,
  readReaction,
  readSilence,
} from '@salience/reactions';

/** Whose word a label is, of which decision, and when it was given. */
type Given = Pick<Label, 'at' | 'fromTurnId' | 'givenBy' | 'turnId'>;

/**
 * The label that a person's next message gives the decision before it; null where it tells nothing, or where one of the two turns is not
 * the same person's own, whatever the database said of them (law 10). Throws for a decision whose bytes cannot be read.
 */
export function labelOfFollowUp({
  before,
  givenBy,
  next,
  secondsBetween,
  similarity,
}: FollowUp): Label | null {
  if (!isPersonsTurn(before) || !mayLabel({ ...next, previousSpeaker: before.speaker })) return null;
  const { message, reply } = before;
  const mode = seenMode(before);
  const asked = mode === 'CLARIFY' || asks(reply);
  const told = readReaction({
    before: { message, reply, mode, asked },
    next,
    secondsBetween,
    similarity,
  });
  return labelOf(told, 'reaction', {
    turnId: before.turnId,
    givenBy,
    fromTurnId: next.turnId,
    at: next.saidAt,
  });
}

/** A turn's decision as it is stored, and the mode that the turn ended in. */
type Ended = Pick<FollowUp['before'], 'decision' | 'mode'>;

/** The mode that a person saw: a turn that acted and then answered was an action to them. */
function seenMode({ decision, mode }: Ended): Mode {
  const { modeInitial, reroute } = decodeDecision(decision);
  return modeInitial === 'ACT' && (reroute?.signals['acted'] ?? 0) > 0 ? 'ACT' : mode;
}

/**
 * The mode that feedback is about: the one that was seen. Who finds a turn bad and names the mode that it ended in speaks of the mode before that,
 * whether or not an action of it succeeded.
 */
function judgedMode({ value, wanted, ...ended }: Ended & Pick<JudgedTurn, 'value' | 'wanted'>): Mode {
  const namesTheEnd = value < 0 && wanted === ended.mode;
  return namesTheEnd ? decodeDecision(ended.decision).modeInitial : seenMode(ended);
}

/** The label that silence until the thread's expiry gives its last decision; null where it tells nothing. */
export function labelOfSilence({ at, givenBy, message, mode, reply, turnId }: Silence): Label | null {
  const told = readSilence({ message, mode, replyAsked: asks(reply) });
  return labelOf(told, 'silence', { turnId, givenBy, fromTurnId: null, at });
}

/** The label that feedback gives a decision; null where it tells nothing. Throws for a decision whose bytes cannot be read. */
export function labelOfJudged(judged: JudgedTurn): Label | null {
  const { at, givenBy, note, turnId, value, wanted } = judged;
  const told = labelOfFeedback({ value, mode: judgedMode(judged), note, wanted });
  return labelOf(told, 'feedback', { turnId, givenBy, fromTurnId: null, at });
}

function labelOf(told: Told | null, givenVia: LabelVia, given: Given): Label | null {
  if (told === null) return null;
  const { confidence, kind, reason, wanted } = told;
  return { id: newId('label', given.at.getTime()), kind, wanted, confidence, reason, givenVia, ...given };
}

/** True for a reply that ends with a question. */
function asks(reply: string | null): boolean {
  return /\?\s*$/u.test(reply ?? '');
}
