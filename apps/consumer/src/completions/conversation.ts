import type { CompletionRequest } from '@salience/contracts';
import { httpProblem } from '../http/problems.ts';
import type { SentAlong } from '../turns/accept-message.ts';

/** A completions request as a turn: the message, its speaker, and the messages before it. */
export interface Conversation {
  readonly text: string;
  readonly speaker: string | undefined;
  readonly context: readonly SentAlong[];
}

/** Takes the last user message as the turn and everything before it as its context. Throws if there is none. */
export function conversationOf(request: CompletionRequest): Conversation {
  const at = request.messages.findLastIndex((message) => message.role === 'user');
  const last = request.messages[at];
  if (last === undefined) {
    const issue = { path: 'messages', message: 'expected at least one message with the role "user"' };
    const detail =
      'Expected at least one message with the role "user": that one is answered, the others are its context.';
    throw httpProblem(422, 'messages.no-user', detail, { issues: [issue] });
  }
  const context = request.messages
    .slice(0, at)
    .flatMap(({ role, content, name: speaker }) =>
      content === null || content === undefined || content === '' ? [] : [{ role, content, speaker }],
    );
  return { text: last.content ?? '', speaker: last.name, context };
}
