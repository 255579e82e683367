import { createHash } from 'node:crypto';
import type { Evidence } from '@salience/contracts';
import { newId } from '@salience/database';
import type { TakeIn } from '@salience/database/inlets';
import { oneLine, quoted, quotedLines } from '@salience/tasks';
import type { Judgement } from './judge.ts';
import { notesInWords } from './note-words.ts';
import { authorityWords, classWords } from '@salience/trust';

const excerptMax = 600;
const nameMax = 60;
const addressMax = 320;
const subjectMax = 200;

/** What a person is asked about. */
interface ReviewedMessage {
  /** The name of a person whom the agent knows stands before their address in brackets. */
  readonly fromName: string;
  readonly subject: string;
  readonly text: string;
}

const tiers = {
  read_public: 'observe',
  read_private: 'observe',
  write_local: 'organise',
  external_send: 'act',
  destructive: 'commit',
  code_or_computer: 'commit',
} as const;

/**
 * The request to let a message in, written by code: who sent it, how it begins, and exactly what a yes allows. What its sender wrote stands in quotes or
 * behind `> `, so that none of it can pass for words of ours. The row of the request is bound to these words by their hash.
 */
export function reviewOf(
  { fromName, subject, text }: ReviewedMessage,
  { actionClass, authority, evidence }: Judgement,
  { now, waitMs }: { readonly now: Date; readonly waitMs: number },
): NonNullable<TakeIn['review']> {
  const at = now.getTime();
  const from = senderIn(evidence, fromName);
  const title = oneLine(subject, subjectMax);
  const { left, lines } = quotedLines(withoutSubject(text, title), excerptMax);
  const cut = left === 0 ? '' : `${left} more characters are left out.`;
  const notes = evidence.kind === 'mail' ? notesInWords(evidence.notes) : [];
  const says = lines.replace(/^> /gm, '') + (left === 0 ? '' : `… (${cut})`);
  const args = { title, from, says, authority, allows: actionClass };
  return {
    approvalId: newId('approval', at),
    turnId: newId('turn', at),
    newThreadId: newId('thread', at),
    text: [
      [
        `A message waits for your word. It is from ${from}, ${authorityWords[authority]}.`,
        ...notes.map((note) => `Take care: ${note}`),
      ].join('\n'),
      [
        `Subject: ${quoted(subject, subjectMax)}`,
        ...(lines === '> ' ? [] : [lines]),
        ...(cut === '' ? [] : [cut]),
      ].join('\n'),
      `With your yes I work on it, and may ${classWords[actionClass]} for it. ` +
        'Answer "yes" or "no", or use `salience review`. No answer is a no.',
    ].join('\n\n'),
    tool: 'message',
    arguments: args,
    argumentsHash: createHash('sha256').update(JSON.stringify(args)).digest('hex'),
    tier: tiers[actionClass],
    reason: `${authority} asks for ${actionClass}`,
    expiresAt: new Date(at + waitMs),
  };
}

/** The sender by what cannot be chosen freely: the address, then the name that goes with it, in quotes. */
function senderIn(evidence: Evidence, fromName: string): string {
  if (evidence.kind === 'hook') return `the hook ${quoted(evidence.name, nameMax)}`;
  if (evidence.kind === 'person') return quoted(fromName, nameMax);
  const { from } = evidence;
  const known = from !== null && fromName.endsWith(` (${from})`) ? fromName.slice(0, -from.length - 3) : null;
  const name = known ?? evidence.name;
  return `${from === null ? 'no address that can be read' : oneLine(from, addressMax)}${name === null ? '' : ` (${quoted(name, nameMax)})`}`;
}

/** The text of a mail begins with its subject, which is said once. */
function withoutSubject(text: string, title: string): string {
  const [first = '', ...rest] = text.split('\n');
  return oneLine(first, 1_000) === title ? rest.join('\n') : text;
}
