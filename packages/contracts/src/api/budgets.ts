import { z } from 'zod';

const instant = z.iso.datetime({ offset: true });

/** What is limited. */
export const budgetNameSchema = z.enum([
  'turns-per-minute',
  'open-turns',
  'wakes-per-day',
  'wake-tokens-per-day',
  'listens-per-day',
  'thoughts-per-day',
  'thinking-tokens',
  'tasks-at-once',
  'open-tasks',
]);
export type BudgetName = z.infer<typeof budgetNameSchema>;

/** A limit of an agent, and how much of it is used. */
export const budgetSchema = z.object({
  name: budgetNameSchema,
  /** What it limits, in a sentence. */
  what: z.string(),
  unit: z.enum(['turns', 'wakes', 'tokens', 'calls', 'thoughts', 'tasks']),
  used: z.number(),
  /** Null: there is none, or another process decides it. */
  limit: z.number().nullable(),
  /** Whether somebody set the limit for this agent, or the installation's holds. */
  set_by: z.enum(['agent', 'default']),
  /** Since when what is used is counted; null: it is what is open now. */
  since: instant.nullable(),
  /** When it begins anew; null: it frees itself little by little. */
  resets_at: instant.nullable(),
  /** What happens beyond it, in a sentence. */
  beyond: z.string(),
});
export type Budget = z.infer<typeof budgetSchema>;

/** What replies of a day took of one model. */
const modelUseSchema = z.object({
  model: z.string(),
  turns: z.number().int(),
  input_tokens: z.number(),
  output_tokens: z.number(),
});

/** GET /budgets. */
export const budgetsSchema = z.object({
  time_zone: z.string(),
  /** The day of the person: `2026-11-23`, and when it began. */
  day: z.string(),
  day_start: instant,
  budgets: z.array(budgetSchema),
  /** Replies since the day began, by model, the most tokens first. */
  models: z.array(modelUseSchema),
});
export type Budgets = z.infer<typeof budgetsSchema>;
