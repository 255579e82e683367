import { visibleText } from '@salience/context';
import { lowestTrust } from '@salience/contracts';
import { resolveApproval } from '@salience/database/acting';
import { linkSpan } from '@salience/telemetry';
import { isAnsweredBy, type ReviewAnswer } from '../act/approval-answer.ts';
import { alreadyText } from '../act/request-text.ts';
import type { Deps } from '../deps.ts';
import type { Generated, GenerateInput } from '../generate.ts';
import { verbatimReply } from './verbatim-reply.ts';

/**
 * Answers a review of a task with a message of the chat, once, and says what that did. The answer is resolved as everywhere; the task goes on, or ends, in
 * the same commit (laws 4 and 11).
 */
export async function reviewReply(
  deps: Deps,
  { live, step }: Pick<GenerateInput, 'live' | 'step'>,
  given: ReviewAnswer,
): Promise<Generated> {
  const { turn } = step;
  const resolved = await resolveApproval(deps.db, {
    agentId: turn.agent_id,
    approvalId: given.approval.id,
    answer: given.answer,
    by: 'chat',
    now: await deps.clock.now(),
    turnId: turn.id,
  });
  await deps.fault('digest.review-answered');
  // What goes on, goes on in the trace that it began in.
  linkSpan(resolved.traceparent);
  const approval = resolved.approval ?? given.approval;
  const reply = verbatimReply(
    deps,
    { live, step },
    isAnsweredBy(approval, turn) ? told(given) : alreadyText(approval),
    'answer-to-review',
  );
  // It names what the request was about in the words of whoever sent it (law 10).
  return { ...reply, trust: lowestTrust([reply.trust, given.trust]), answersReview: true };
}

function told({ answer, approval }: ReviewAnswer): string {
  const named = approval.arguments['title'];
  const title = typeof named === 'string' ? visibleText(named).slice(0, 200) : 'it';
  if (answer === 'approve')
    return approval.kind === 'message' ? `Taken in: ${title}. I begin now.` : `Noted: ${title}. I go on.`;
  return approval.kind === 'message'
    ? `Turned away: ${title}. Nothing is done with it.`
    : `Stopped: ${title}. Nothing more is done for it.`;
}
