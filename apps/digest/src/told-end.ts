import { type EndedEvent, turnEnd } from '@salience/contracts';
import { type CommitTurn, storableText, type TakenTurn } from '@salience/database/turns';
import { generalTopicName } from '@salience/topics';

/** The end of a committed turn for its streams, the same as its row tells it; undefined for a cancelled one. */
export function toldEnd(turn: TakenTurn, commit: Omit<CommitTurn, 'takeNext'>): EndedEvent['told'] {
  // Which message interrupted it is in the row alone.
  if (commit.state === 'cancelled') return undefined;
  const { decision, error, exchange, reply, topic } = commit;
  const end = turnEnd({
    id: turn.id,
    state: commit.state,
    acceptedAt: turn.accepted_at,
    endedAt: commit.now.toISOString(),
    reply:
      reply === null || exchange === null
        ? null
        : {
            text: storableText(reply.text),
            topic: storableText(topic?.name ?? generalTopicName),
            mode: exchange.mode,
            confidence: decision?.confidence ?? 0,
            replyConfidence: reply.confidence,
            exchangeId: exchange.id,
            citations: reply.citations.map(({ quote, ...citation }) => ({
              ...citation,
              quote: storableText(quote),
            })),
          },
    error: error === null ? null : { ...error, message: storableText(error.message) },
    mergedInto: null,
    interruptedBy: null,
  });
  return { agent_id: commit.agentId, end };
}
