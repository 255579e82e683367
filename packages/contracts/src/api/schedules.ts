import { z } from 'zod';
import { idSchema, threadIdSchema } from '../ids.ts';
import { instantSchema } from '../instant.ts';
import { speakerSchema } from '../message-rules.ts';
import { timeZoneSchema } from '../time-zone.ts';
import { threadRefSchema } from './messages.ts';
import { pageSchema } from './views.ts';

/** What a schedule brings: a `reminder` is said; with a `prompt` the agent begins a turn and does what it says. */
const scheduleKindSchema = z.enum(['reminder', 'prompt']);

/** The body of POST /schedules: `due_at` for once, or `starts_at` with a `rule`. */
export const scheduleRequestSchema = z.strictObject({
  text: z.string().min(1).max(1_000),
  kind: scheduleKindSchema.default('reminder'),
  due_at: instantSchema.optional(),
  /** On the clock of the time zone: `2026-11-23T09:00`. */
  starts_at: z.string().min(1).max(40).optional(),
  /** An RRULE of RFC 5545 without DTSTART. */
  rule: z.string().min(1).max(500).optional(),
  /** Default: that of the request. */
  time_zone: timeZoneSchema.optional(),
  /** Whom it is for; default: the owner. */
  speaker: speakerSchema.optional(),
  thread_id: threadRefSchema.optional(),
});
export type ScheduleRequest = z.infer<typeof scheduleRequestSchema>;

const instant = z.iso.datetime({ offset: true });
const localTime = z.string();

/** A schedule as the API shows it. */
export const scheduleViewSchema = z.object({
  schedule_id: idSchema('schedule'),
  thread_id: threadIdSchema,
  kind: scheduleKindSchema,
  text: z.string(),
  speaker: z.string().nullable(),
  state: z.enum(['active', 'paused', 'ended', 'cancelled']),
  time_zone: z.string(),
  /** Its first time on the clock of its zone. */
  starts_at: localTime,
  /** Null: once. */
  rule: z.string().nullable(),
  /** The rule in plain English. */
  rule_in_words: z.string().nullable(),
  /** The next time; of one that is over its last. */
  due_at: instant,
  /** The next times of one that is active, with what the clock of its zone shows; three at most. */
  next: z.array(z.object({ at: instant, local: localTime })),
});
export type ScheduleView = z.infer<typeof scheduleViewSchema>;

/** What became of one time of a schedule. */
export const occurrenceViewSchema = z.object({
  slot: instant,
  local: localTime,
  fate: z.enum(['fired', 'late', 'catch-up', 'skipped', 'cancelled']),
  reason: z.string().nullable(),
  stands_for: z.number().int().nullable(),
  late_ms: z.number().int(),
  turn_id: z.string().nullable(),
  decided_at: instant,
});
export type OccurrenceView = z.infer<typeof occurrenceViewSchema>;

/** GET /schedules/:schedule: the schedule with a page of its occurrences, latest first. */
export const scheduleDetailSchema = scheduleViewSchema.extend({
  occurrences: pageSchema(occurrenceViewSchema),
});
export type ScheduleDetail = z.infer<typeof scheduleDetailSchema>;

/** The longest part of a calendar that is shown at once, in days: six weeks of a month's page, and some room. */
const calendarDaysMax = 62;

/** The query of GET /schedules/calendar. Left out: from a week ago on, for five weeks. */
export const calendarQuerySchema = z
  .object({ from: instantSchema.optional(), to: instantSchema.optional() })
  .refine(({ from, to }) => (from === undefined) === (to === undefined), {
    error: 'expected both "from" and "to", or neither',
  })
  .refine(
    ({ from, to }) => {
      if (from === undefined || to === undefined) return true;
      const span = Date.parse(to) - Date.parse(from);
      return span > 0 && span <= calendarDaysMax * 86_400_000;
    },
    { error: `expected "to" behind "from", by ${calendarDaysMax} days at most` },
  );

/** What a calendar shows of a slot. `due`: it has come, and its fate is decided at the next look; `will-skip`: its schedule is paused. */
const calendarFateSchema = z.enum([
  'fired',
  'late',
  'catch-up',
  'skipped',
  'cancelled',
  'due',
  'will-run',
  'will-skip',
]);

export type CalendarFate = z.infer<typeof calendarFateSchema>;

/** One time of a schedule in a calendar. */
const calendarItemSchema = z.object({
  schedule_id: idSchema('schedule'),
  at: instant,
  /** What the clock shows in the zone of the answer. */
  local: localTime,
  fate: calendarFateSchema,
  /** The same in a sentence. */
  why: z.string(),
  reason: z.string().nullable(),
  stands_for: z.number().int().nullable(),
  late_ms: z.number().int().nullable(),
  /** The turn that it began. */
  turn_id: z.string().nullable(),
});
export type CalendarItem = z.infer<typeof calendarItemSchema>;

/** A day on which a schedule comes too often for each time to be shown. */
const crowdedDaySchema = z.object({
  schedule_id: idSchema('schedule'),
  /** `2026-11-23`, in the zone of the answer. */
  day: z.string(),
  first: localTime,
  last: localTime,
  /** How many times by fate. */
  fates: z.partialRecord(calendarFateSchema, z.number().int()),
});
export type CrowdedDay = z.infer<typeof crowdedDaySchema>;

/** GET /schedules/calendar. */
export const calendarSchema = z.object({
  time_zone: z.string(),
  from: instant,
  to: instant,
  now: instant,
  /** In order of time. */
  items: z.array(calendarItemSchema),
  crowded: z.array(crowdedDaySchema),
  /** The schedules that are named, by the first of their times. */
  schedules: z.array(
    scheduleViewSchema.omit({ next: true }).extend({
      /** Times before this instant are left out, because there are too many; null: none are. */
      shown_from: instant.nullable(),
      /** Likewise, behind it. */
      shown_until: instant.nullable(),
    }),
  ),
  /** True where the agent has more schedules than are shown. */
  left_off: z.boolean(),
});
export type ScheduleCalendar = z.infer<typeof calendarSchema>;

/** POST /schedules/:schedule/run. */
export const scheduleRunSchema = z.object({ turn_id: z.string(), thread_id: threadIdSchema });
