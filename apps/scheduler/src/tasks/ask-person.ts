import { createHash } from 'node:crypto';
import { lowestTrust } from '@salience/contracts';
import { newId } from '@salience/database';
import type { ReviewRequest, TaskFound } from '@salience/database/tasks';
import { oneLine, quoted } from '@salience/tasks';

const titleMax = 200;

/** Makes the request to a person for a step of a task; no answer within `waitMs` is a no. */
export function askPerson(
  { source, title, trust }: TaskFound,
  step: string,
  text: string,
  { now, waitMs }: { readonly now: Date; readonly waitMs: number },
): ReviewRequest {
  const at = now.getTime();
  const args = { title: oneLine(title, titleMax), step, question: text };
  return {
    kind: 'step',
    approvalId: newId('approval', at),
    turnId: newId('turn', at),
    newThreadId: newId('thread', at),
    text:
      `The task ${quoted(title, titleMax)} needs your word:\n\n${text}\n\n` +
      'Answer "yes" or "no", or use `salience review`. No answer is a no.',
    tool: 'task_step',
    arguments: args,
    argumentsHash: createHash('sha256').update(JSON.stringify(args)).digest('hex'),
    tier: 'organise',
    reason: `a step of a task of ${source}`,
    trust: lowestTrust(['agent', trust]),
    expiresAt: new Date(at + waitMs),
  };
}
