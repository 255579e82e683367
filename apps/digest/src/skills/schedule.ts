import type { Id, TurnId } from '@salience/contracts';
import {
  closeSchedule,
  listSchedules,
  pauseSchedule,
  resumeSchedule,
  runSchedule,
  scheduleByAction,
  type ScheduleRow,
} from '@salience/database/skills';
import { taskOfRun } from '@salience/database/tasks';
import { isSalienceError } from '@salience/errors';
import { instantIn, localTime } from '@salience/language';
import {
  type FirstTimes,
  planSchedule,
  readTimes,
  ruleInWords,
  slotsOf,
  upcoming,
} from '@salience/schedules';
import { z } from 'zod';
import { defineSkill, lines, refused, type SkillAnswer, type SkillContext } from './skill.ts';

/** Maximum schedules that are searched. */
const schedulesMax = 200;

const schema = z.strictObject({
  action: z.enum(['create', 'list', 'cancel', 'pause', 'resume', 'run', 'end']),
  text: z
    .string()
    .trim()
    .min(1)
    .max(1_000)
    .optional()
    .describe('For "create": what to be reminded of; of a prompt what you are to do each time.'),
  kind: z
    .enum(['reminder', 'prompt'])
    .optional()
    .describe('"reminder" (default) says the text; "prompt" has you do what it says.'),
  due_at: z
    .string()
    .trim()
    .min(1)
    .max(60)
    .refine(
      (text) => instantIn(text, 'UTC') !== undefined,
      'expected a day and a time on the clock of the user, such as 2030-05-01T09:00, or with its offset',
    )
    .optional()
    .describe(
      'For "create", once: when, in the future, as the clock of the user shows it: 2030-05-01T09:00. With an offset (…+02:00) it is meant there.',
    ),
  starts_at: z
    .string()
    .trim()
    .min(1)
    .max(60)
    .refine(
      (text) => instantIn(text, 'UTC') !== undefined,
      'expected the first day and time on the clock of the user, such as 2030-05-01T09:00',
    )
    .optional()
    .describe('For "create" with "rule": the first day and time on the clock of the user.'),
  rule: z
    .string()
    .trim()
    .min(1)
    .max(500)
    .optional()
    .describe(
      'For "create", more than once: an RRULE of RFC 5545 without DTSTART, such as FREQ=WEEKLY;BYDAY=MO, or for the last working day FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1.',
    ),
  reminder: z
    .string()
    .trim()
    .min(1)
    .max(1_000)
    .optional()
    .describe('For all but "create" and "list": its id, or words of it that fit no other.'),
});
type Arguments = z.output<typeof schema>;

/** Keeps what comes back at its time: reminders, and prompts that the agent carries out; once or by a rule. */
export const schedule = defineSkill({
  name: 'schedule',
  description:
    'Keeps reminders and prompts: "create" one that comes back in this conversation at a time, once or by a rule, "list" those that wait, ' +
    '"cancel", "pause", "resume" or "end" one, "run" it now. Ask for the time if the user named none.',
  schema,
  tier: 'organise',
  reads: ['list'],
  actsLater: { action: 'create', kind: 'prompt' },
  cost: 0.8,
  idempotent: true,
  timeoutMs: 10_000,
  private: true,
  async preview({ action, kind }, context) {
    if (action === 'create') await refuseInTask(kind, context);
    return '';
  },
  run(args, context) {
    switch (args.action) {
      case 'create':
        return create(args, context);
      case 'list':
        return listOpen(context);
      case 'cancel':
      case 'end':
      case 'pause':
      case 'resume':
      case 'run':
        return change(args.action, args.reminder, context);
    }
  },
});

async function create(args: Arguments, context: SkillContext): Promise<SkillAnswer> {
  const { db, idempotencyKey, now, step, trust } = context;
  const { turn } = step;
  await refuseInTask(args.kind, context);
  const { kind = 'reminder', text } = args;
  const { zone } = turn;
  const when = args.starts_at ?? args.due_at;
  if (text === undefined || when === undefined) {
    const first = args.rule === undefined ? '"due_at"' : '"starts_at", its first day and time';
    throw refused(`A ${kind} needs both "text" and ${first}. If the user named no time, ask for it.`);
  }
  // Compared with the time of the request, so that a retry does not call the same one too late.
  const asked = new Date(turn.accepted_at);
  const times = timesOf({ rule: args.rule, when }, zone, asked);
  if (times.dueAt <= asked.getTime()) {
    throw refused(
      `"due_at" must lie in the future; it is ${localTime(now.toISOString(), zone)} now, and you said ${when}.`,
    );
  }
  const made = await scheduleByAction(db, {
    agentId: turn.agent_id,
    threadId: turn.thread_id,
    kind,
    text,
    speaker: turn.speaker,
    dueAt: new Date(times.dueAt),
    firstWall: times.first,
    rule: times.rule,
    trust,
    now,
    zone,
    idempotencyKey,
    traceparent: turn.traceparent ?? undefined,
    turnId: askedIn(step),
  });
  return { text: `The ${kind} is set: ${told(made, zone).replace(/(?<![.!?…])$/, '.')}` };
}

/** What a prompt does later, it would do without the grant of the task, which a mail may have begun. */
async function refuseInTask(
  kind: Arguments['kind'],
  { db, runId, step: { turn } }: Pick<SkillContext, 'db' | 'runId' | 'step'>,
): Promise<void> {
  if (kind !== 'prompt' || (await taskOfRun(db, turn.agent_id, runId)) === null) return;
  throw refused(
    'A task cannot have you do something later: "kind": "prompt" is for people. Set a reminder, do it in this task, or say what is left to do.',
  );
}

/** The times as they can be stored. Refuses what cannot, saying what was expected. */
function timesOf(
  { rule, when }: { readonly rule: string | undefined; readonly when: string },
  zone: string,
  asked: Date,
): FirstTimes {
  try {
    if (rule === undefined) return readTimes({ dueAt: instantIn(when, zone) }, zone, asked.getTime());
    return readTimes({ rule, startsAt: when }, zone, asked.getTime());
  } catch (error) {
    if (isSalienceError(error) && error.code.startsWith('schedule.')) throw refused(error.message);
    throw error;
  }
}

async function listOpen({ db, step: { turn } }: SkillContext): Promise<SkillAnswer> {
  const open = await listSchedules(db, turn.agent_id, schedulesMax, { states: ['active', 'paused'] });
  if (open.length === 0) return { text: 'No reminder waits.' };
  return {
    text: lines(open.map((row) => told(row, turn.zone))),
    quotes: open.map(({ trust }) => trust),
  };
}

type Change = Exclude<Arguments['action'], 'create' | 'list'>;

/** What is said of a schedule after each change. */
const changed: Readonly<Record<Change, string>> = {
  cancel: 'is cancelled',
  end: 'has ended',
  pause: 'is paused',
  resume: 'goes on',
  run: 'runs now, after this turn',
};

async function change(
  action: Change,
  wanted: string | undefined,
  context: SkillContext,
): Promise<SkillAnswer> {
  const { db, step } = context;
  const { turn } = step;
  if (wanted === undefined) throw refused(`To ${action} one, name it in "reminder": its id, or words of it.`);
  const open = await listSchedules(db, turn.agent_id, schedulesMax, { states: ['active', 'paused'] });
  const found = matching(open, wanted);
  if (found.length > 1) {
    const shown = found.slice(0, 10);
    throw refused(
      `Several reminders fit; name one by its id:\n${lines(shown.map((row) => told(row, turn.zone)))}`,
      shown.map(({ trust }) => trust),
    );
  }
  const [row] = found;
  if (row === undefined) return alreadyClosed(action, wanted, context);
  const after = await applyChange(action, row, context);
  if (after === null)
    throw refused(`Too late: the ${row.kind} is over, it has just come: ${row.text}`, [row.trust]);
  const isWaiting = after.state === 'active' && action !== 'run';
  return {
    text: `The ${row.kind} ${changed[action]}: ${isWaiting ? told(after, turn.zone) : row.text}`,
    quotes: [row.trust],
  };
}

/** Its row afterwards; null where it is over. */
async function applyChange(
  action: Change,
  row: ScheduleRow,
  { db, idempotencyKey, now, step }: SkillContext,
): Promise<ScheduleRow | null> {
  const agentId = row.agentId;
  const turnId = askedIn(step);
  switch (action) {
    case 'cancel':
    case 'end': {
      const as = action === 'cancel' ? 'cancelled' : 'ended';
      const after = await closeSchedule(db, agentId, row.id, { as, now, slotsOf, turnId });
      return after?.state === as ? after : null;
    }
    case 'pause': {
      const after = await pauseSchedule(db, agentId, row.id);
      return after?.state === 'paused' ? after : null;
    }
    case 'resume': {
      const after = await resumeSchedule(db, agentId, row.id, { now, planSchedule });
      return after?.state === 'active' ? after : null;
    }
    case 'run':
      return (await runSchedule(db, row, {
        key: idempotencyKey,
        now,
        slotsOf,
        traceparent: step.turn.traceparent ?? undefined,
      })) === null
        ? null
        : row;
  }
}

/** Cancelling twice has the result of cancelling once: a worker may have crashed after cancelling and before storing it. */
async function alreadyClosed(
  action: Change,
  wanted: string,
  { db, step: { turn } }: SkillContext,
): Promise<SkillAnswer> {
  const state = action === 'cancel' ? 'cancelled' : action === 'end' ? 'ended' : undefined;
  const closed =
    state === undefined
      ? []
      : matching(await listSchedules(db, turn.agent_id, schedulesMax, { states: [state] }), wanted);
  const last = closed.at(-1);
  if (last) return { text: `The ${last.kind} ${changed[action]}: ${last.text}`, quotes: [last.trust] };
  throw refused(`No reminder fits "${wanted}". Ask what reminders there are.`);
}

/** The turn whose message asks: for a run that waited for an approval, its first turn. */
function askedIn({ snapshot, turn }: SkillContext['step']): TurnId {
  return snapshot.run?.runId ?? turn.id;
}

function matching(schedules: readonly ScheduleRow[], wanted: string): ScheduleRow[] {
  const byId = schedules.filter(({ id }) => id === (wanted as Id<'schedule'>));
  if (byId.length > 0) return byId;
  const words = wanted.toLowerCase().split(/\s+/);
  return schedules.filter(({ text }) => words.every((word) => text.toLowerCase().includes(word)));
}

/** A schedule in one line: its next time on the reader's clock; of a rule, the rule on its own clock and two times more. */
function told(row: ScheduleRow, zone: string): string {
  const { dueAt, firstWall, id, kind, rule, state, text } = row;
  const next = localTime(dueAt.toISOString(), zone);
  const what = kind === 'prompt' ? `prompt: ${text}` : text;
  const paused = state === 'paused' ? ' (paused)' : '';
  if (rule === null) return `${id}${paused}, ${next}: ${what}`;
  const then = upcoming({ first: firstWall, rule, zone: row.zone }, dueAt.getTime(), 3)
    .slice(1)
    .map(({ at }) => localTime(new Date(at).toISOString(), zone));
  const words = `${ruleInWords(rule, firstWall) ?? ''} (${row.zone})`;
  const after = then.length === 0 ? '' : `, then ${then.join(', ')}`;
  return `${id}${paused}, ${words}, next ${next}${after}: ${what}`;
}
