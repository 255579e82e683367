import type { Trust } from '@salience/contracts';
import { findInbound, listMailboxes } from '@salience/database/inlets';
import { taskOfRun, writeLetter } from '@salience/database/tasks';
import { z } from 'zod';
import { sha256 } from '../sha256.ts';
import { defineSkill, refused, type SkillContext } from './skill.ts';

/** What every mail server takes: no names, no spaces, no letters beyond ASCII. */
const plainAddress = /^(?!.*\.\.)[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z\d](?:[a-z\d.-]{0,180}[a-z\d])?$/i;

const address = z.email({
  pattern: plainAddress,
  error: 'expected one mail address, such as ana@example.org',
});
/** Longer ones would be cut, and broken ones joined, after somebody said yes to them. */
const subjectMax = 120;
const readWithinMs = 3_600_000;

const schema = z
  .strictObject({
    action: z.enum(['draft', 'send']),
    to: address.optional().describe('A draft without it answers the mail of this task.'),
    subject: z
      .string()
      .trim()
      .min(1)
      .max(subjectMax)
      .refine((line) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(line), { error: 'expected one line' })
      .optional(),
    text: z.string().trim().min(1).max(20_000).describe('All of it, plain text.'),
  })
  // Who is asked for a yes sees the arguments: nothing of a mail that leaves is filled in behind them (law 11).
  .refine(({ action, subject, to }) => action === 'draft' || (to !== undefined && subject !== undefined), {
    error: 'to "send" a mail give "to" and "subject"',
  });
type Arguments = z.output<typeof schema>;

/**
 * Writes mails. A draft goes to the drafts of the person's own mailbox, where nobody else sees it: it is ruled as what only reads. One that is to leave
 * is asked for each time, and leaves once.
 */
export const mail = defineSkill({
  name: 'mail',
  description: 'Writes a mail among the drafts of the user; "send" has it leave, after a yes.',
  schema,
  tier: 'commit',
  reads: ['draft'],
  cost: 0.8,
  idempotent: true,
  timeoutMs: 10_000,
  private: false,
  async run(args, context) {
    const letter = await addressed(args, context);
    const { db, idempotencyKey, now, step, runId } = context;
    const { turn } = step;
    const row = await writeLetter(db, {
      agentId: turn.agent_id,
      kind: args.action,
      mailbox: letter.mailbox,
      recipient: letter.to,
      subject: letter.subject,
      body: args.text,
      inboundId: letter.inboundId,
      inReplyTo: letter.inReplyTo,
      turnId: runId,
      idempotencyKey:
        letter.step === null
          ? `act:${idempotencyKey}`
          : `${letter.step}:${args.action}:${sha256(addressedAs(letter))}`,
      now,
    });
    // What it answers names itself (law 10).
    const quotes: Trust[] = letter.inboundId === null ? [] : ['external'];
    // A step that is tried again has other words for the same letter: the first ones stand, and nobody is told otherwise (laws 4 and 11).
    if (row.body !== args.text)
      throw refused(
        `This step has already written a mail to ${row.recipient} with this subject: ${row.subject}. It stays as it was written first, and no other is written. Go on; another one needs a subject of its own.`,
        quotes,
      );
    return {
      quotes,
      text:
        args.action === 'draft'
          ? `The draft to ${row.recipient} goes to the drafts of the mailbox ${row.mailbox ?? ''}: ${row.subject}`
          : `The mail to ${row.recipient} leaves now: ${row.subject}`,
    };
  },
});

interface Addressed {
  readonly to: string;
  readonly subject: string;
  readonly mailbox: string | null;
  readonly inboundId: Awaited<ReturnType<typeof writeLetter>>['inboundId'];
  readonly inReplyTo: string | null;
  /** The step of a task that writes it, the same for each try; null outside of tasks. */
  readonly step: string | null;
}

/** What tells a letter from the others of its step. */
function addressedAs({ subject, to }: Addressed): string {
  return `${to.toLowerCase()}\n${subject}`;
}

/** Where it goes: as the call says, or back to whom the task's mail is from, whose address the inlet has read. */
async function addressed(
  { action, subject, to }: Arguments,
  { db, now, runId, step: { turn } }: SkillContext,
): Promise<Addressed> {
  const task = await taskOfRun(db, turn.agent_id, runId);
  const came =
    task?.inboundId === null || task === null
      ? undefined
      : await findInbound(db, turn.agent_id, task.inboundId);
  const answered = came?.evidence?.kind === 'mail' ? came : undefined;
  const answers = answered !== undefined && (to === undefined || to.toLowerCase() === answered.sender);
  const recipient = to ?? answered?.sender;
  if (recipient === undefined) throw refused('Say whom the mail is for: "to" needs an address.');
  if (!plainAddress.test(recipient))
    throw refused('Its sender has an address that no mail can be written to.');
  const name = subject ?? (answers ? replySubject(answered.subject) : undefined);
  if (name === undefined) throw refused('A mail needs a "subject".');
  const mailbox =
    action === 'draft'
      ? await mailboxFor(db, { agentId: turn.agent_id, source: answered?.source, now })
      : null;
  return {
    to: recipient,
    subject: name,
    mailbox,
    inboundId: answers ? answered.id : null,
    inReplyTo: answers ? answered.messageId : null,
    step: task === null ? null : `task:${task.taskId}:${task.n}`,
  };
}

/** The mailbox whose drafts a letter goes to: that of the mail which it answers, else the first. One that nobody reads any more would keep it for ever. */
async function mailboxFor(
  db: SkillContext['db'],
  {
    agentId,
    now,
    source,
  }: {
    readonly agentId: SkillContext['step']['turn']['agent_id'];
    readonly source: string | undefined;
    readonly now: Date;
  },
): Promise<string> {
  const readSince = new Date(now.getTime() - readWithinMs);
  const read = (await listMailboxes(db, agentId, { readSince })).map(({ name }) => name);
  const own = source?.startsWith('mail:') === true ? source.slice('mail:'.length) : undefined;
  const chosen = own !== undefined && read.includes(own) ? own : read[0];
  if (chosen !== undefined) return chosen;
  const why =
    (await listMailboxes(db, agentId)).length === 0
      ? 'No mailbox is set up'
      : 'No mailbox was read in the last hour';
  throw refused(`${why}, so there are no drafts. Say so, and give the text in your reply.`);
}

function replySubject(subject: string): string {
  const line = subject.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim() || '(no subject)';
  const answer = /^re:/i.test(line) ? line : `Re: ${line}`;
  return answer.slice(0, subjectMax).toWellFormed();
}
