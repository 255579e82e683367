import { selfStartedSources, type Trust } from '@salience/contracts';
import type { ClaimedTurn } from '@salience/database/turns';
import { extractCues } from '@salience/router';
import { isShortOrAnaphoric } from '@salience/topics';

/** What came from outside is no order of anybody's, and is not made part of one. */
const trusted: ReadonlySet<Trust> = new Set(['owner', 'user']);
/** A question stays open this long: what comes later is a matter of its own. */
const answerMs = 4 * 3_600_000;

/**
 * The earlier message of the speaker that this one completes: the agent asked back, and what comes now does not stand by itself.
 * Undefined for any other message.
 */
export function completedBy({ snapshot, turn }: ClaimedTurn): string | undefined {
  const last = snapshot.history.at(-1);
  if (last?.mode !== 'CLARIFY' || last.reply === null || last.speaker !== turn.speaker) return undefined;
  if (!trusted.has(last.trust)) return undefined;
  if (selfStartedSources.includes(turn.source) || turn.text.trim() === '') return undefined;
  if (Date.parse(turn.said_at) - Date.parse(last.said_at) > answerMs) return undefined;
  const { anaphoric, actRequest, contentCount, farewell, interrogative, positiveFeedback, questionMark } =
    extractCues(turn.text);
  if (farewell || positiveFeedback) return undefined;
  const stands = (questionMark || interrogative || actRequest) && !anaphoric && contentCount > 1;
  return stands && !isShortOrAnaphoric(turn.text) ? undefined : last.message;
}
