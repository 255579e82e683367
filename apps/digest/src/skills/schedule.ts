import { instantIn, localTime } from '@salience/language';
import type { Id, TurnId } from '@salience/contracts';
import { cancelReminder, listReminders, type ReminderRow, scheduleReminder } from '@salience/database/skills';
import { z } from 'zod';
import { defineSkill, lines, refused, type SkillAnswer, type SkillContext } from './skill.ts';

/** Maximum reminders that are searched. */
const remindersMax = 200;

const schema = z.strictObject({
  action: z.enum(['create', 'list', 'cancel']),
  text: z.string().trim().min(1).max(1_000).optional().describe('For "create": what to be reminded of.'),
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
      'For "create": when, in the future, as the clock of the user shows it: 2030-05-01T09:00. With an offset (…+02:00) it is meant there.',
    ),
  reminder: z
    .string()
    .trim()
    .min(1)
    .max(1_000)
    .optional()
    .describe('For "cancel": its id, or words of it that fit no other.'),
});

/** Keeps reminders that fire once. */
export const schedule = defineSkill({
  name: 'schedule',
  description:
    'Keeps reminders: "create" one that comes back in this conversation at a time, "list" those that wait, "cancel" one. ' +
    'Each fires once. Ask for the time if the user named none.',
  schema,
  tier: 'organise',
  cost: 0.8,
  idempotent: true,
  timeoutMs: 10_000,
  private: true,
  run(args, context) {
    switch (args.action) {
      case 'create':
        return create(args, context);
      case 'list':
        return listPending(context);
      case 'cancel':
        return cancel(args.reminder, context);
    }
  },
});

async function create(
  { text, due_at: dueAt }: Pick<z.output<typeof schema>, 'due_at' | 'text'>,
  { db, idempotencyKey, now, step, trust }: SkillContext,
): Promise<SkillAnswer> {
  const { turn } = step;
  if (text === undefined || dueAt === undefined) {
    throw refused('A reminder needs both "text" and "due_at". If the user named no time, ask for it.');
  }
  const { zone } = turn;
  const due = new Date(instantIn(dueAt, zone) ?? Number.NaN);
  // Compared with the time of the request, so that a retry does not call the same reminder too late.
  const asked = new Date(turn.accepted_at);
  if (due <= asked) {
    throw refused(
      `"due_at" must lie in the future; it is ${localTime(now.toISOString(), zone)} now, and you said ${dueAt}.`,
    );
  }
  const made = await scheduleReminder(db, {
    agentId: turn.agent_id,
    threadId: turn.thread_id,
    text,
    dueAt: due,
    trust,
    now,
    zone,
    idempotencyKey,
    traceparent: turn.traceparent ?? undefined,
    turnId: askedIn(step),
  });
  return { text: `The reminder is set: ${reminderText(made, zone)}` };
}

async function listPending({ db, step: { turn } }: SkillContext): Promise<SkillAnswer> {
  const pending = await listReminders(db, turn.agent_id, remindersMax, 'pending');
  if (pending.length === 0) return { text: 'No reminder waits.' };
  return {
    text: lines(pending.map((row) => reminderText(row, turn.zone))),
    quotes: pending.map(({ trust }) => trust),
  };
}

async function cancel(wanted: string | undefined, { db, now, step }: SkillContext): Promise<SkillAnswer> {
  const { turn } = step;
  if (wanted === undefined) throw refused('To cancel, name the reminder: its id, or words of it.');
  const pending = await listReminders(db, turn.agent_id, remindersMax, 'pending');
  const found = matching(pending, wanted);
  if (found.length > 1) {
    const shown = found.slice(0, 10);
    throw refused(
      `Several reminders fit; name one by its id:\n${lines(shown.map((row) => reminderText(row, turn.zone)))}`,
      shown.map(({ trust }) => trust),
    );
  }
  const [reminder] = found;
  if (!reminder) return alreadyCancelled(wanted, { db, step: { turn } });
  const row = await cancelReminder(db, turn.agent_id, reminder.id, { now, turnId: askedIn(step) });
  if (row?.state === 'fired')
    throw refused(`Too late: the reminder has just fired: ${row.text}`, [row.trust]);
  return { text: `The reminder is cancelled: ${reminder.text}`, quotes: [reminder.trust] };
}

/** Cancelling twice has the result of cancelling once: a worker may have crashed after cancelling and before storing it. */
async function alreadyCancelled(
  wanted: string,
  { db, step: { turn } }: Pick<SkillContext, 'db'> & { step: Pick<SkillContext['step'], 'turn'> },
): Promise<SkillAnswer> {
  const cancelled = matching(await listReminders(db, turn.agent_id, remindersMax, 'cancelled'), wanted);
  const last = cancelled.at(-1);
  if (last) return { text: `The reminder is cancelled: ${last.text}`, quotes: [last.trust] };
  throw refused(`No reminder fits "${wanted}". See them with {"action": "list"}.`);
}

/** The turn whose message asks: for a run that waited for an approval, its first turn. */
function askedIn({ snapshot, turn }: SkillContext['step']): TurnId {
  return snapshot.run?.runId ?? turn.id;
}

function matching(reminders: readonly ReminderRow[], wanted: string): ReminderRow[] {
  const byId = reminders.filter(({ id }) => id === (wanted as Id<'reminder'>));
  if (byId.length > 0) return byId;
  const words = wanted.toLowerCase().split(/\s+/);
  return reminders.filter(({ text }) => words.every((word) => text.toLowerCase().includes(word)));
}

function reminderText({ id, dueAt, text }: ReminderRow, zone: string): string {
  return `${id}, ${localTime(dueAt.toISOString(), zone)}: ${text}`;
}
