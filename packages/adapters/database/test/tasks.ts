import type { Authority, Evidence, Id, Plan, ThreadId, TurnId } from '@salience/contracts';
import { newId } from '../src/index.ts';
import { claimMailbox, takeIn, type TakenIn } from '../src/doors/inlets.ts';
import {
  addTask,
  findTask,
  type LetterRow,
  moveTask,
  type TaskRow,
  writeLetter,
} from '../src/doors/tasks.ts';
import type { Taken, World } from './world.ts';

/** A mail as a test tells it. */
export interface Mail {
  readonly from: string;
  readonly name?: string;
  readonly subject: string;
  readonly text: string;
  /** Its number in the mailbox. */
  readonly uid: number;
  /** Of the mailbox: what its numbers mean the same as long as it is the same. */
  readonly uidValidity?: number;
  /** Hash of its bytes; default: one of its own. */
  readonly hash?: string;
  readonly replayKey?: string;
  readonly says?: 'allow' | 'reject' | 'review';
  readonly authority?: Authority;
  readonly openMax?: number;
  /** Its sender can be told to come again. */
  readonly refuse?: boolean;
  /** What the person reads who is asked. */
  readonly asks?: string;
}

/** What became of a mail. */
export type TakenMail = Extract<TakenIn, { status: 'duplicate' | 'taken' }> & { readonly taskId: Id<'task'> };

/** A plan of agent steps. */
function planOf(...texts: readonly string[]): Plan {
  return {
    steps: texts.map((text, n) => ({ kind: 'agent', name: `step-${n + 1}`, text })),
    turns_max: 8,
    hours_max: 8,
  };
}

/** Takes in a mail at the mailbox `inbox`, as pulse-sensor does. */
export async function takeMail(world: World, mail: Mail): Promise<TakenMail> {
  const now = new Date();
  const { agentId } = world;
  const db = world.database.connect('salience_pulse_sensor');
  await world.database.admin('update salience.mailboxes set lease_until = null');
  const owner = newId('worker');
  const claimed = await claimMailbox(db, { agentId, name: 'inbox', owner, leaseMs: 60_000, now });
  if (claimed === null) throw new Error('expected nobody to read the mailbox');
  const {
    asks,
    authority = 'external_verified',
    from,
    hash = `hash of ${mail.uid}`,
    name = null,
    says = 'allow',
    subject,
    text,
    uid,
  } = mail;
  const messageId = `<${uid}.${from}>`;
  const evidence: Evidence = {
    kind: 'mail',
    mailbox: 'inbox',
    from,
    name,
    authserv: 'pinned',
    checks: [],
    aligned: true,
    notes: [],
    messageId,
    bytes: text.length,
  };
  const result = await takeIn(db, {
    agentId,
    now,
    inbound: {
      source: 'mail:inbox',
      externalId: `${mail.uidValidity ?? 1}:${uid}`,
      replayKey: mail.replayKey ?? `${from} ${messageId}`,
      sentKey: null,
      contentHash: hash,
      sender: from,
      subject,
      evidence,
      authority,
      actionClass: 'write_local',
      authorisation: says,
      reason: 'verified',
      messageId,
    },
    task: {
      id: newId('task'),
      source: 'mail',
      title: subject,
      text,
      fromName: name === null ? from : `${name} <${from}>`,
      trust: 'external',
      grant: { authority, allowed: [], until: null, by: null },
      plan: planOf('Do what it asks for.', 'Tell what you did.'),
      zone: null,
      traceparent: undefined,
    },
    ...(says === 'review' ? { review: reviewSaying(asks ?? `${from}: ${subject}\n\n${text}`) } : {}),
    rate: { max: 100, seconds: 60, refuse: mail.refuse ?? false },
    openMax: mail.openMax ?? 100,
    mailbox: { name: 'inbox', fence: claimed.fence, uidValidity: mail.uidValidity ?? 1, uid },
  });
  if (result.status !== 'taken' && result.status !== 'duplicate')
    throw new Error(`expected it to be taken in, got ${result.status}`);
  return result as TakenMail;
}

/** A request to a person with these words. */
function reviewSaying(text: string) {
  return {
    approvalId: newId('approval'),
    turnId: newId('turn'),
    newThreadId: newId('thread'),
    text,
    tool: 'message',
    arguments: { says: text },
    argumentsHash: 'a'.repeat(64),
    tier: 'organise',
    reason: `it says ${text}`,
    expiresAt: new Date(Date.now() + 3_600_000),
  };
}

/** The task as it is stored. */
export async function taskRow(world: World, id: string): Promise<TaskRow> {
  const found = await findTask(world.consumer, world.agentId, id);
  if (found === undefined) throw new Error(`expected task ${id} to be there`);
  return found.task;
}

/** Begins a step of a task; resolves with its turn, taken by a worker. */
export async function beginStep(world: World, id: Id<'task'>, n: number, text: string): Promise<Taken> {
  const { version } = await taskRow(world, id);
  const moved = await moveTask(world.database.connect('salience_scheduler'), {
    id,
    version,
    now: new Date(),
    kind: 'begin',
    text,
    trust: 'external',
    quiet: true,
    step: { n, name: `step-${n + 1}`, kind: 'agent', attempt: 1 },
  });
  if (moved.turn === null) throw new Error(`expected a turn, got ${moved.status}`);
  return world.take(moved.turn.threadId);
}

/** Answers the turn of a step. */
export async function endStep(world: World, taken: Taken): Promise<void> {
  await world.commit(taken, { exchange: { id: newId('exchange'), mode: 'RESPOND', traceparent: null } });
}

/** Completes a task with what came of it. `told`: in a turn, which is answered. */
export async function completeTask(
  world: World,
  id: Id<'task'>,
  result: string,
  { told = true }: { readonly told?: boolean } = {},
): Promise<void> {
  const { version } = await taskRow(world, id);
  const moved = await moveTask(world.database.connect('salience_scheduler'), {
    id,
    version,
    now: new Date(),
    kind: 'complete',
    result,
    done: { n: 0, state: 'done', result, resultTrust: 'agent', acted: 1, effects: 0 },
    ...(told ? { report: { text: `The task is done: ${result}`, trust: 'agent' } } : {}),
  });
  if (moved.status !== 'moved') throw new Error(`expected it to move, got ${moved.status}`);
  if (moved.turn !== null) await endStep(world, await world.take(moved.turn.threadId));
}

/** Adds a task of a person or, with `madeTurnId`, of the agent itself. */
export async function askFor(
  world: World,
  title: string,
  more: {
    readonly source?: 'api' | 'skill';
    readonly speaker?: string;
    readonly madeTurnId?: TurnId;
    readonly steps?: string[];
  } = {},
): Promise<Id<'task'>> {
  const { source = 'api', steps = ['Do it.'], ...rest } = more;
  const now = new Date();
  const added = await addTask(world.consumer, {
    agentId: world.agentId,
    source,
    title,
    text: '',
    fromName: rest.speaker ?? 'owner',
    trust: 'user',
    authority: 'system',
    actionClass: 'write_local',
    grant: { authority: 'system', allowed: [], until: null, by: null },
    plan: planOf(...steps),
    runAt: now,
    now,
    zone: 'UTC',
    idempotencyKey: `key of ${title}`,
    openMax: 100,
    ...rest,
  });
  if (added.task === null) throw new Error('expected the task to be added');
  return added.task.id;
}

/** Writes a letter of a turn. */
export function writeTo(
  world: World,
  turnId: TurnId,
  letter: Partial<Pick<LetterRow, 'body' | 'inboundId' | 'inReplyTo' | 'kind' | 'recipient' | 'subject'>>,
): Promise<LetterRow> {
  return writeLetter(world.digest, {
    agentId: world.agentId,
    turnId,
    kind: 'send',
    mailbox: null,
    recipient: 'somebody@else.test',
    subject: 'Hello',
    body: 'Hello',
    inboundId: null,
    inReplyTo: null,
    idempotencyKey: `act:${newId('letter')}`,
    now: new Date(),
    ...letter,
  });
}

/** The thread of a task. */
export async function threadOf(world: World, id: string): Promise<ThreadId> {
  const { threadId } = await taskRow(world, id);
  if (threadId === null) throw new Error('expected the task to have a thread');
  return threadId;
}
