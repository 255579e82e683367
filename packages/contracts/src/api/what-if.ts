import { z } from 'zod';
import { threadIdSchema, turnIdSchema } from '../ids.ts';
import { instantSchema } from '../instant.ts';
import { modeSchema } from '../vocabulary.ts';
import { policyNameSchema } from './policies.ts';

/** The query of GET /routing/what-if. */
export const whatIfQuerySchema = z.object({
  /** Default: the policy of all agents. */
  policy: policyNameSchema.default('fleet'),
  /** Default: the version that decides. */
  version: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
  /** Decisions of turns that ended from here on. Default: a day before `to`. */
  from: instantSchema.optional(),
  /** And before this. Default: now. */
  to: instantSchema.optional(),
  limit: z.coerce.number().int().min(1).max(1_000).default(500),
  cursor: z.string().max(1_000).optional(),
});

/** A decision that another policy would have made otherwise. */
const changedDecisionSchema = z.object({
  turn_id: turnIdSchema,
  thread_id: threadIdSchema,
  ended_at: instantSchema,
  /** The beginning of the message. */
  text: z.string(),
  was: modeSchema,
  would_be: modeSchema,
  /** How clear it would be, 0..1. */
  confidence: z.number(),
  /** `scores`, `tie` where the two best are too close to call and no model was asked, or `answer` where the tie-breaker's stored answer counts. */
  by: z.enum(['scores', 'tie', 'answer']),
  /** Signals that were not measured then, so that another policy takes them as they stand. */
  unmeasured: z.array(z.string()),
});
export type ChangedDecision = z.infer<typeof changedDecisionSchema>;

/** GET /routing/what-if: the stored decisions of a page, decided by a policy. */
export const whatIfViewSchema = z.object({
  policy: z.string(),
  version: z.int(),
  /** Decisions of the page. */
  decisions: z.int(),
  /** Of them, those that a release wrote which this one cannot read. They count for nothing else. */
  unreadable: z.int(),
  /** How many went from which mode to which; those that stay are in it. */
  modes: z.array(z.object({ was: modeSchema, would_be: modeSchema, decisions: z.int() })),
  /** Oldest first. */
  changed: z.array(changedDecisionSchema),
  next: z.string().nullable(),
});
export type WhatIfView = z.infer<typeof whatIfViewSchema>;
