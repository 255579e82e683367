import { z } from 'zod';

/** The name of a step; `end` is none: it ends the plan. */
const stepNameSchema = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,39}$/, 'expected a name like "answer-it": small letters, digits and dashes');

const agentStep = z.strictObject({
  kind: z.literal('agent'),
  name: stepNameSchema,
  /** What the agent is to do. */
  text: z.string().trim().min(1).max(1_000),
  /** The step that follows. Default: the next one in the list; of a step that is a route, none. */
  next: stepNameSchema.optional(),
});

const triageStep = z.strictObject({
  kind: z.literal('triage'),
  name: stepNameSchema,
  /** What is to be told apart. */
  text: z.string().trim().min(1).max(1_000),
  /** The kinds that there are, each with what it means: the step's answer is one of them and a confidence. */
  choices: z
    .array(z.strictObject({ name: stepNameSchema, means: z.string().trim().min(1).max(300) }))
    .min(2)
    .max(8),
  /** Where each choice leads: a step, or `end`. Every choice has one. */
  routes_by: z.record(stepNameSchema, stepNameSchema),
  /** Below this confidence a person decides. */
  sure: z.number().min(0).max(1).default(0.6),
});

const personStep = z.strictObject({
  kind: z.literal('person'),
  name: stepNameSchema,
  /** What the person is asked. A no ends the task; no answer in time is a no. */
  text: z.string().trim().min(1).max(1_000),
  next: stepNameSchema.optional(),
});

/** A step of a plan: work of the agent, a triage whose typed answer routes, or a question to a person. */
export const planStepSchema = z.discriminatedUnion('kind', [agentStep, triageStep, personStep]);
export type PlanStep = z.infer<typeof planStepSchema>;

/** The steps of a task and what they may cost together. What a schema cannot say is checked by `compilePlan` of `@salience/tasks`. */
export const planSchema = z.strictObject({
  steps: z.array(planStepSchema).min(1).max(8),
  /** Turns that all steps may take together, repeated ones included. */
  turns_max: z.number().int().min(1).max(64).default(16),
  /** Hours of business time from its start to its end. */
  hours_max: z.number().min(0.1).max(720).default(72),
});
export type Plan = z.infer<typeof planSchema>;

/** The typed answer of a triage. */
export const triageSchema = z.object({
  choice: stepNameSchema,
  /** How sure it is, 0..1. */
  confidence: z.number().min(0).max(1),
});
export type Triage = z.infer<typeof triageSchema>;
