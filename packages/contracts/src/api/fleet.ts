import { z } from 'zod';
import { agentIdSchema, threadIdSchema, turnIdSchema } from '../ids.ts';
import { quarantinedTurnSchema } from './operators.ts';
import { pageQuerySchema } from './views.ts';

const instant = z.iso.datetime({ offset: true });
const day = z.iso.date();
const count = z.number().int().min(0);

const laneStateSchema = z.enum(['running', 'waiting', 'parked']);

/** The query of GET /operator/lanes. */
export const lanesQuerySchema = pageQuerySchema.extend({
  agent_id: agentIdSchema.optional(),
  state: laneStateSchema.optional(),
});

/** A lane with turns that have not ended. */
export const laneViewSchema = z.object({
  thread_id: threadIdSchema,
  agent_id: agentIdSchema,
  agent: z.string(),
  /** `parked`: its turn waits for the retry of an action. */
  state: laneStateSchema,
  /** Turns that have not ended. */
  turns: count,
  fence: z.number().int(),
  /** The turn at its head: the one that runs, or comes next. */
  turn_id: turnIdSchema,
  attempts: count,
  source: z.string(),
  accepted_at: instant,
  /** Milliseconds since that turn was accepted. */
  age_ms: z.number().nonnegative(),
  /** The worker that holds it, and until when without renewal. */
  worker_id: z.string().nullable(),
  lease_until: instant.nullable(),
  /** When a parked one goes on. */
  wake_at: instant.nullable(),
});
export type LaneView = z.infer<typeof laneViewSchema>;

/** GET /operator/quarantine/:turn: the whole message, and the workers that were lost on it. */
export const quarantineDetailSchema = quarantinedTurnSchema.extend({
  takeovers: z.array(
    z.object({ fence: z.number(), lost_owner: z.string(), new_owner: z.string(), taken_at: instant }),
  ),
});
export type QuarantineDetail = z.infer<typeof quarantineDetailSchema>;

/** What calls of models came to. Answers whose tokens or price nobody told count as none. */
export const usageSumsSchema = z.object({
  calls: count,
  errors: count,
  input_tokens: count,
  output_tokens: count,
  /** Answers whose tokens, or whose price, are not known. */
  untold: count,
  unpriced: count,
  /** US dollars. */
  cost_usd: z.number().nonnegative(),
  /** Milliseconds: the mean of a call, and the longest one. */
  mean_ms: z.number().nonnegative(),
  longest_ms: z.number().nonnegative(),
});
export type UsageSumsView = z.infer<typeof usageSumsSchema>;

/** The query of GET /operator/costs: so many days up to today. */
export const costsQuerySchema = z.object({
  days: z.coerce.number().int().min(1).max(400).default(30),
  agent_id: agentIdSchema.optional(),
});

/** GET /operator/costs. Days are UTC, of business time; both ends are included. Counts are some seconds old. */
export const costsViewSchema = z.object({
  from: day,
  to: day,
  total: usageSumsSchema,
  days: z.array(usageSumsSchema.extend({ day, role: z.string() })),
  /** The 100 dearest agents, by role. */
  agents: z.array(usageSumsSchema.extend({ agent_id: z.string(), agent: z.string(), role: z.string() })),
  models: z.array(usageSumsSchema.extend({ role: z.string(), provider: z.string(), model: z.string() })),
});
export type CostsView = z.infer<typeof costsViewSchema>;

const modelSums = usageSumsSchema.extend({
  /** Answers of it in place of a preferred model. */
  failed_over: count,
});

/** A model of GET /operator/models. */
export const modelHealthViewSchema = z.object({
  provider: z.string(),
  model: z.string(),
  roles: z.array(z.string()),
  /** Of the last seven days, and of today; null: it was not asked. */
  week: modelSums.nullable(),
  today: modelSums.nullable(),
  last_at: instant.nullable(),
  last_error: z.object({ code: z.string(), at: instant }).nullable(),
  /** What is left of a pause that its provider asked for; null: none. */
  paused_ms: z.number().nonnegative().nullable(),
  /** Workers that leave its provider alone for the moment, because they could not reach it. */
  away_for: z.array(z.string()),
});
export type ModelHealthView = z.infer<typeof modelHealthViewSchema>;
