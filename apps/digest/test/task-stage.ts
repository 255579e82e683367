import type {
  ActionClass,
  ActStep,
  Authority,
  Grant,
  Id,
  Plan,
  ThreadId,
  Trust,
  TurnId,
} from '@salience/contracts';
import { newId } from '@salience/database';
import { loadRun } from '@salience/database/acting';
import { agentSettingsSchema, importAgent } from '@salience/database/agents';
import { takeIn, type TakenMessage } from '@salience/database/inlets';
import { addTask, findTask, moveTask } from '@salience/database/tasks';
import { nextMove, singlePlan } from '@salience/tasks';
import { grantOf, trustOfInbound } from '@salience/trust';
import type { LaneWorld } from './lane-world.ts';

type World = Pick<LaneWorld, 'agentId' | 'clock' | 'database'>;

/** What a task is made of; what is not told is that of a known stranger's mail. */
export interface TaskParts {
  readonly authority?: Authority;
  readonly trust?: Trust;
  readonly text?: string;
  readonly plan?: Plan;
  readonly grant?: Partial<Grant>;
  readonly actionClass?: ActionClass;
  readonly fromName?: string;
  readonly reportThreadId?: ThreadId;
}

/** A task whose first step waits in its lane. */
export interface BegunTask {
  readonly taskId: Id<'task'>;
  readonly threadId: ThreadId;
  readonly turnId: TurnId;
}

type Ledger = NonNullable<Awaited<ReturnType<typeof findTask>>>;

let keys = 0;

/** Adds a task as if it had come in, and begins its first step as scheduler does. */
export async function beginTask(world: World, parts: TaskParts = {}): Promise<BegunTask> {
  const { authority = 'external_verified', fromName = 'Bo <bo@work.test>', text = 'Please do it.' } = parts;
  const { actionClass = 'read_public', plan = singlePlan('Do what the message asks for.') } = parts;
  const trust = parts.trust ?? trustOfInbound(authority);
  const now = await world.clock.now();
  const { task } = await addTask(world.database.connect('salience_consumer'), {
    agentId: world.agentId,
    source: 'api',
    title: text.slice(0, 100),
    text,
    fromName,
    trust,
    authority,
    actionClass,
    grant: { ...grantOf(authority), ...parts.grant },
    plan,
    runAt: now,
    now,
    zone: 'UTC',
    reportThreadId: parts.reportThreadId,
    idempotencyKey: `task ${(keys += 1)}`,
    openMax: 1_000,
  });
  if (task === null) throw new Error('the agent has too many tasks');
  return await beginStep(world, task.id);
}

/** Begins the first step of a task that is in the ledger. */
export async function beginStep(world: World, taskId: string): Promise<BegunTask> {
  const now = await world.clock.now();
  const { task } = await ledgerOf(world, taskId);
  const { fromName: from, id, plan, text, trust, version } = task;
  const facts = { plan, startedAt: null, turnsUsed: 0, message: text === '' ? null : { text, from } };
  const move = nextMove(facts, [], now.getTime());
  if (move.kind !== 'begin') throw new Error(`expected a step to begin, got ${move.kind}`);
  const { name, kind } = move.step;
  const { status, turn } = await moveTask(world.database.connect('salience_scheduler'), {
    id,
    version,
    now,
    kind: 'begin',
    text: kind === 'triage' ? move.step.text : move.text,
    trust,
    quiet: plan.steps.length > 1,
    step: { n: 0, name, kind, attempt: move.attempt },
  });
  if (turn === null) throw new Error(`expected the step to begin, got ${status}`);
  return { taskId: id, threadId: turn.threadId, turnId: turn.turnId };
}

/** A task with its steps, as they are stored. */
export async function ledgerOf(world: World, taskId: string): Promise<Ledger> {
  const found = await findTask(world.database.connect('salience_consumer'), world.agentId, taskId);
  if (found === undefined) throw new Error(`no ${taskId}`);
  return found;
}

/** The actions of a run. */
export async function actionsOf(world: LaneWorld, runId: TurnId): Promise<ActStep[]> {
  return (await loadRun(world.deps.db, world.agentId, runId)).filter(({ kind }) => kind === 'action');
}

/** Sets what the agent's settings say of tasks. */
export async function setTaskRules(world: World, tasks: object): Promise<void> {
  await importAgent(world.database.connect('salience_operator'), world.agentId, {
    persona: 'Calm.',
    settings: agentSettingsSchema.parse({ tasks: { concurrent: 64, ...tasks } }),
    files: [],
  });
}

/** Leave that tools have earned: only something else can keep them. */
export async function plantStanding(world: World, ...tools: readonly string[]): Promise<void> {
  for (const tool of tools)
    await world.database.admin(
      `insert into salience.tool_standing (agent_id, tool, kind, day, successes, failures) values ($1, $2, '', '2030-03-01', 40, 0)
       on conflict (agent_id, tool, kind, day) do update set successes = 40, failures = 0`,
      [world.agentId, tool],
    );
}

/** What a person is asked about a mail. */
export interface HeldMail {
  readonly approvalId: Id<'approval'>;
  readonly taskId: Id<'task'>;
  readonly inboundId: Id<'inbound'>;
  readonly threadId: ThreadId;
  readonly turnId: TurnId;
}

/** Takes in a mail from a known stranger, held until a person has looked at it; `text` is what they are asked. */
export async function holdMail(
  world: World,
  text: string,
  more: { readonly actionClass?: ActionClass; readonly waitMs?: number; readonly title?: string } = {},
): Promise<HeldMail> {
  const { actionClass = 'write_local', title = 'The flat', waitMs = 86_400_000 } = more;
  const now = await world.clock.now();
  const at = now.getTime();
  const approvalId = newId('approval', at);
  const taskId = newId('task', at);
  const taken = await takeMail(world, {
    taskId,
    actionClass,
    says: 'review',
    title,
    review: {
      approvalId,
      turnId: newId('turn', at),
      newThreadId: newId('thread', at),
      text,
      tool: 'message',
      arguments: { title, from: 'Bo', allows: actionClass },
      argumentsHash: 'a'.repeat(64),
      tier: 'organise',
      reason: 'external_verified asks',
      expiresAt: new Date(at + waitMs),
    },
  });
  const { turn } = taken;
  if (turn === null) throw new Error('expected a request to a person');
  return { approvalId, taskId, inboundId: taken.inboundId, threadId: turn.threadId, turnId: turn.turnId };
}

/** Takes in a mail of Bo at work.test as its inlet does. */
export async function takeMail(
  world: World,
  parts: {
    readonly taskId: Id<'task'>;
    readonly actionClass?: ActionClass;
    readonly says?: 'allow' | 'review';
    readonly title?: string;
    /** As its header has it; default: the title. */
    readonly subject?: string;
    readonly text?: string;
    readonly plan?: Plan;
    readonly grant?: Grant;
    readonly review?: Parameters<typeof takeIn>[1]['review'];
  },
): Promise<TakenMessage> {
  const {
    actionClass = 'read_public',
    says = 'allow',
    taskId,
    text = 'Is it free?',
    title = 'Hello',
  } = parts;
  const key = `1000:${(keys += 1)}`;
  const messageId = `<${key}@work.test>`;
  const taken = await takeIn(world.database.connect('salience_consumer'), {
    agentId: world.agentId,
    now: await world.clock.now(),
    inbound: {
      source: 'mail:work',
      externalId: key,
      replayKey: key,
      sentKey: null,
      contentHash: key,
      sender: 'bo@work.test',
      subject: parts.subject ?? title,
      evidence: {
        kind: 'mail',
        mailbox: 'work',
        from: 'bo@work.test',
        name: 'Bo',
        authserv: 'pinned',
        checks: [],
        aligned: true,
        notes: [],
        messageId,
        bytes: 100,
      },
      authority: 'external_verified',
      actionClass,
      authorisation: says,
      reason: 'verified',
      messageId,
    },
    task: {
      id: taskId,
      source: 'mail',
      title,
      text: `${title}\n\n${text}`,
      fromName: 'Bo <bo@work.test>',
      trust: 'external',
      grant: parts.grant ?? grantOf('external_verified'),
      plan: parts.plan ?? singlePlan('Do what the message asks for.'),
      zone: null,
      traceparent: undefined,
    },
    review: parts.review,
    rate: { max: 1_000, seconds: 3_600, refuse: false },
    openMax: 1_000,
  });
  if (taken.status !== 'taken') throw new Error(`expected the mail to be taken in, got ${taken.status}`);
  return taken;
}
