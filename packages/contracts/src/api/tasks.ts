import { z } from 'zod';
import { actionClassSchema, authoritySchema, grantSchema } from '../authority.ts';
import { idSchema, threadIdSchema, turnIdSchema } from '../ids.ts';
import { instantSchema } from '../instant.ts';
import { speakerSchema } from '../message-rules.ts';
import { planSchema } from '../plan.ts';
import { taskSourceSchema, taskStateSchema, taskStates, taskStepStateSchema } from '../task.ts';
import { trustSchema } from '../vocabulary.ts';
import { inboundViewSchema, planChoiceSchema } from './inlets.ts';
import { threadRefSchema } from './messages.ts';
import { pageQuerySchema } from './views.ts';

const instant = z.iso.datetime({ offset: true });

/** Characters of the text of a task; longer ones are refused, never cut. */
const taskTextCharsMax = 24_000;

/** The body of POST /tasks: work for the agent, now or from `run_at` on. */
export const taskRequestSchema = z.strictObject({
  /** What is to be done. */
  text: z.string().trim().min(1).max(taskTextCharsMax),
  /** What it is called in lists. Default: how the text begins. */
  title: z.string().trim().min(1).max(200).optional(),
  /** Default: one step, which does what the text says. */
  plan: planChoiceSchema.optional(),
  run_at: instantSchema.optional(),
  /** Where its end is told. Default: the thread that its person used last. */
  thread_id: threadRefSchema.optional(),
  /** Whom it is for; default: the owner. */
  speaker: speakerSchema.optional(),
});
export type TaskRequest = z.infer<typeof taskRequestSchema>;

/** The query of GET /tasks. `state`: one state, or several with commas between. */
export const taskQuerySchema = pageQuerySchema.extend({
  state: z
    .string()
    .max(200)
    .transform((text) => text.split(','))
    .pipe(z.array(taskStateSchema, `expected states with commas between: ${taskStates.join(', ')}`))
    .optional(),
  source: taskSourceSchema.optional(),
});

/** A task as lists show it. */
export const taskViewSchema = z.object({
  task_id: idSchema('task'),
  state: taskStateSchema,
  /** Why it is in this state: a code, and one sentence that says it. */
  reason: z.string().nullable(),
  why: z.string(),
  source: taskSourceSchema,
  title: z.string(),
  /** Who it is from, as the inlet knows them. */
  from: z.string(),
  authority: authoritySchema,
  action_class: actionClassSchema,
  /** How far its text is trusted. */
  trust: trustSchema,
  speaker: z.string().nullable(),
  /** Where its steps run; null before the first. */
  thread_id: threadIdSchema.nullable(),
  /** Where its end is told; null: in its own thread. */
  report_thread_id: threadIdSchema.nullable(),
  /** The turn that works on it, or that asked last. */
  turn_id: turnIdSchema.nullable(),
  /** The request that it waits for. */
  approval_id: idSchema('approval').nullable(),
  /** From then on it may start, or is tried again. */
  run_at: instant,
  /** Turns that its steps took so far. */
  turns_used: z.number().int(),
  /** What came of it, of one that is completed. */
  result: z.string().nullable(),
  created_at: instant,
  started_at: instant.nullable(),
  ended_at: instant.nullable(),
  /** Since then it ends as soon as its turn does. */
  cancel_requested_at: instant.nullable(),
});
export type TaskView = z.infer<typeof taskViewSchema>;

/** A step of a task that was begun. */
export const taskStepViewSchema = z.object({
  n: z.number().int(),
  name: z.string(),
  kind: z.enum(['agent', 'triage', 'person']),
  state: taskStepStateSchema,
  turn_id: turnIdSchema.nullable(),
  approval_id: idSchema('approval').nullable(),
  attempt: z.number().int(),
  /** What came of it; of a triage its typed answer. */
  result: z.string().nullable(),
  /** Actions that succeeded. */
  acted: z.number().int(),
  started_at: instant,
  ended_at: instant.nullable(),
});
export type TaskStepView = z.infer<typeof taskStepViewSchema>;

/** GET /tasks/:task: the task with everything that decided about it. */
export const taskDetailSchema = taskViewSchema.extend({
  text: z.string(),
  plan: planSchema,
  steps: z.array(taskStepViewSchema),
  /** Who works on it, while it runs: the lease of its thread's lane. */
  lease: z.object({ owner: z.string(), fence: z.number().int(), until: instant }).nullable(),
  /** What it may do, and the same in words. */
  grant: grantSchema.extend({ words: z.string() }),
  /** The message that it is about, with what its inlet found out; null for one that a person asked for. */
  inbound: inboundViewSchema.nullable(),
});
export type TaskDetail = z.infer<typeof taskDetailSchema>;
