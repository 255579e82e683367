import { lowestTrust, type TaskState, taskStates } from '@salience/contracts';
import type { AgentSettings } from '@salience/database/agents';
import { addTask, cancelTask, findTask, listTasks, taskOfRun, type TaskRow } from '@salience/database/tasks';
import { isSalienceError } from '@salience/errors';
import { compilePlan, linearPlan, openTasksMax } from '@salience/tasks';
import { grantOf } from '@salience/trust';
import { z } from 'zod';
import { defineSkill, lines, refused, type SkillAnswer, type SkillContext } from './skill.ts';

const listed = 20;
const resultChars = 300;

const schema = z.strictObject({
  action: z.enum(['create', 'list', 'show', 'cancel']),
  title: z.string().trim().min(1).max(200).optional(),
  steps: z
    .array(z.string().trim().min(1).max(1_000))
    .min(2)
    .max(8)
    .optional()
    .describe('Orders to yourself, each standing alone; one runs after another.'),
  task: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .optional()
    .describe('To show or cancel: its id or words of its title.'),
});
type Arguments = z.output<typeof schema>;

/** Works through several steps in the background, each with real actions, and tells at the end what came of them. */
export const persistentTask = defineSkill({
  name: 'persistent_task',
  description:
    'Works on 2 to 8 steps in the background and reports at the end: create (title, steps), list, show, cancel. For what takes several steps and time.',
  schema,
  tier: 'organise',
  reads: ['list', 'show'],
  actsLater: { action: 'create' },
  cost: 0.8,
  idempotent: true,
  timeoutMs: 10_000,
  private: true,
  async preview({ action }, context) {
    if (action === 'create') await refuseInTask(context);
    return '';
  },
  run(args, context) {
    switch (args.action) {
      case 'create':
        return create(args, context);
      case 'list':
        return listOpen(context);
      case 'show':
        return show(args.task, context);
      case 'cancel':
        return cancel(args.task, context);
    }
  },
});

async function create(
  { steps, title }: Arguments,
  { db, idempotencyKey, now, runId, step: { snapshot, turn }, trust }: SkillContext,
): Promise<SkillAnswer> {
  if (steps === undefined || title === undefined) throw refused('A task needs a "title" and 2 to 8 "steps".');
  await refuseInTask({ db, runId, step: { turn } });
  const { tasks } = snapshot.agent.settings as Pick<AgentSettings, 'tasks'>;
  const openMax = tasks?.openMax ?? openTasksMax;
  const added = await addTask(db, {
    agentId: turn.agent_id,
    source: 'skill',
    title,
    text: '',
    fromName: turn.speaker ?? 'owner',
    // A model wrote the steps: they are trusted as its words are.
    trust: lowestTrust(['agent', trust]),
    authority: 'system',
    // What each of its calls may do is ruled when it is made.
    actionClass: 'code_or_computer',
    grant: grantOf('system'),
    plan: planOf(steps),
    runAt: now,
    now,
    speaker: turn.speaker,
    zone: turn.zone,
    reportThreadId: turn.thread_id,
    idempotencyKey: `act:${idempotencyKey}`,
    madeTurnId: snapshot.run?.runId ?? turn.id,
    traceparent: turn.traceparent ?? undefined,
    openMax,
  });
  if (added.status === 'full') throw refused(`Too many tasks are open: ${openMax}. Cancel some first.`);
  return {
    text: `The task has begun in the background: ${title}, ${steps.length} steps. I tell you when it is done. (${added.task.id})`,
  };
}

/** It would have a grant of its own, wider than that of the task which a mail may have begun. */
async function refuseInTask({ db, runId, step }: InRun): Promise<void> {
  if ((await taskOfRun(db, step.turn.agent_id, runId)) !== null)
    throw refused('A task cannot begin another task. Do its steps in this one, or say what is left to do.');
}
type InRun = Pick<SkillContext, 'db' | 'runId'> & { readonly step: Pick<SkillContext['step'], 'turn'> };

function planOf(steps: readonly string[]) {
  try {
    return compilePlan(linearPlan(steps));
  } catch (error) {
    if (isSalienceError(error) && error.code === 'plan.invalid') throw refused(error.message);
    throw error;
  }
}

const openStates: readonly TaskState[] = taskStates.filter(
  (state) => !['completed', 'rejected', 'failed', 'dead'].includes(state),
);

async function listOpen({ db, step: { turn } }: SkillContext): Promise<SkillAnswer> {
  const open = await listTasks(db, turn.agent_id, { limit: listed, states: openStates });
  if (open.length === 0) return { text: 'No task is open.' };
  return { text: lines(open.map(told)), quotes: open.map(({ trust }) => trust) };
}

async function show(wanted: string | undefined, context: SkillContext): Promise<SkillAnswer> {
  const task = await named('show', wanted, context);
  const found = await findTask(context.db, task.agentId, task.id);
  const steps = found?.steps ?? [];
  const came = steps.map(({ name, result, state }) =>
    result === null
      ? `${name}: ${state}`
      : `${name}: ${state}. ${result.slice(0, resultChars).toWellFormed()}`,
  );
  // A result may quote what its step has read (law 10).
  const results = steps.map(({ resultTrust }) => resultTrust ?? 'agent');
  return { text: `${told(task)}\n${lines(came)}`, quotes: [task.trust, ...results] };
}

async function cancel(wanted: string | undefined, context: SkillContext): Promise<SkillAnswer> {
  const { db, now } = context;
  const task = await named('cancel', wanted, context);
  const { status } = await cancelTask(db, { agentId: task.agentId, id: task.id, now, by: 'chat' });
  if (status === 'ended' && task.reason !== 'cancelled')
    throw refused(`Too late: the task is over: ${task.title}`, [task.trust]);
  return { text: `The task is cancelled: ${task.title}`, quotes: [task.trust] };
}

/** The task that is meant; refuses where none or several fit. A cancelled one is found too, so that cancelling twice is cancelling once. */
async function named(
  action: string,
  wanted: string | undefined,
  { db, step: { turn } }: SkillContext,
): Promise<TaskRow> {
  if (wanted === undefined)
    throw refused(`To ${action} one, name it in "task": its id, or words of its title.`);
  const all = await listTasks(db, turn.agent_id, { limit: 200 });
  const words = wanted.toLowerCase().split(/\s+/);
  const exact = all.filter(({ id }) => id === wanted);
  const fits =
    exact.length > 0
      ? exact
      : all.filter(({ title }) => words.every((word) => title.toLowerCase().includes(word)));
  const open = fits.filter(({ state }) => openStates.includes(state));
  const [task, ...others] = open.length > 0 ? open : fits.slice(0, 1);
  if (task === undefined) throw refused(`No task fits "${wanted}". Ask which there are.`);
  if (others.length > 0)
    throw refused(
      `Several tasks fit; name one by its id:\n${lines(open.slice(0, 10).map(told))}`,
      open.map(({ trust }) => trust),
    );
  return task;
}

function told({ id, reason, state, title }: TaskRow): string {
  return `${id}, ${state.replace('_', ' ')}${reason === null ? '' : ` (${reason})`}: ${title}`;
}
