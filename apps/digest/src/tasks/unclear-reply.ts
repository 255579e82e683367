import { visibleText } from '@salience/context';
import { lowestTrust } from '@salience/contracts';
import type { ApprovalRow } from '@salience/database/acting';
import { quoted } from '@salience/tasks';
import type { UnclearAnswer } from '../act/approval-answer.ts';
import type { Deps } from '../deps.ts';
import type { Generated, GenerateInput } from '../generate.ts';
import { verbatimReply } from './verbatim-reply.ts';

/**
 * The reply to a yes or no that could be meant for several things. Written by code: a model that is shown a bare "yes" agrees to it, and who reads that takes
 * the request for answered (law 11).
 */
export function unclearReply(
  deps: Deps,
  input: Pick<GenerateInput, 'live' | 'step'>,
  { hasQuestion, trust, waiting }: UnclearAnswer,
): Generated {
  const named = waiting.map(nameOf);
  const command = waiting.every(({ kind }) => kind === 'call') ? 'approvals' : 'review';
  const text =
    `More than one thing waits for your word, so I took that for an answer to none of them:\n` +
    `${[...named, ...(hasQuestion ? ['what I asked you before'] : [])].map((one) => `- ${one}`).join('\n')}\n` +
    `Answer with \`salience ${command}\`: \`salience ${command} approve <id>\` or \`salience ${command} refuse <id>\`.` +
    (hasQuestion ? ' What I asked you, please answer in a sentence.' : '');
  const reply = verbatimReply(deps, input, text, 'unclear-answer');
  // It names requests in the words of whoever sent them (law 10).
  return { ...reply, trust: lowestTrust([reply.trust, trust]) };
}

function nameOf({ arguments: args, id, kind, tool }: ApprovalRow): string {
  const title = args['title'];
  const about = typeof title === 'string' ? ` ${quoted(title, 60)}` : '';
  if (kind === 'call') return `${id}, a call of ${visibleText(tool)}`;
  return kind === 'message' ? `${id}, the message${about}` : `${id}, a step of the task${about}`;
}
