import { selfStartedSources, type Trust } from '@salience/contracts';
import type { ClaimedTurn } from '@salience/database/turns';
import { asksForPart, isRefusal, isSentence } from '@salience/models';
import { contentWords, extractCues } from '@salience/router';
import { isShortOrAnaphoric } from '@salience/topics';

/** What came from outside is no order of anybody's, and is not made part of one. */
const trusted: ReadonlySet<Trust> = new Set(['owner', 'user']);
/** A question stays open this long: what comes later is a matter of its own. */
const answerMs = 4 * 3_600_000;

type Past = ClaimedTurn['snapshot']['history'][number];

/**
 * The earlier message of the speaker that this one completes: the agent asked back, and what comes now does not stand by itself.
 * Undefined for any other message.
 */
export function completedBy({ snapshot, turn }: ClaimedTurn): string | undefined {
  const last = snapshot.history.at(-1);
  if (last === undefined || !wasAsked(last) || last.speaker !== turn.speaker) return undefined;
  if (!trusted.has(last.trust)) return undefined;
  if (selfStartedSources.includes(turn.source) || turn.text.trim() === '') return undefined;
  if (Date.parse(turn.said_at) - Date.parse(last.said_at) > answerMs) return undefined;
  return standsAlone(turn.text, last.message) ? undefined : last.message;
}

/** The last reply asked back, whatever its mode: "remind me" is an order that lacks what. */
function wasAsked({ mode, reply }: Past): boolean {
  return reply !== null && (mode === 'CLARIFY' || asksForPart(reply) !== undefined);
}

/** True for what answers nothing: a request or a question of its own, a sentence about something else, "nothing", a nod. */
function standsAlone(text: string, asked: string): boolean {
  const { anaphoric, actRequest, contentCount, farewell, interrogative, positiveFeedback, questionMark } =
    extractCues(text);
  if (farewell || positiveFeedback || isRefusal(text)) return true;
  const asks = questionMark || interrogative || actRequest;
  if (!asks && !anaphoric && isSentence(text)) {
    const thing = new Set(contentWords(asked));
    return !contentWords(text).some((word) => thing.has(word));
  }
  return asks && !anaphoric && contentCount > 1 && !isShortOrAnaphoric(text);
}
