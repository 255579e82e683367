import { z } from 'zod';
import { scoresSchema } from '../decision.ts';
import { turnIdSchema } from '../ids.ts';
import { modeSchema, trustSchema } from '../vocabulary.ts';

const instant = z.iso.datetime({ offset: true });

const influenceSchema = z.object({
  signal: z.string(),
  /** What the signal means. */
  doc: z.string(),
  value: z.number(),
  /** What it would be if it said nothing. */
  neutral: z.number(),
  /** With the signal neutral and nothing else different. */
  scores: scoresSchema,
  mode: modeSchema,
  margin: z.number(),
  effective_margin: z.number(),
  needs_tiebreak: z.boolean(),
  /** How far it moved the lead of the mode that won over the second: above 0 for the winner. */
  moved: z.number(),
});

/** GET /turns/:turn/influence: what moved the decision, computed from the stored signals and the policy of that version. */
export const influenceViewSchema = z.object({
  turn_id: turnIdSchema,
  /** The turn was forgotten on request: there is nothing left to compute it from, and no parts. */
  redacted: z.boolean(),
  /** The decision and, where the turn acted, the one after its actions. */
  parts: z.array(
    z.object({
      part: z.enum(['decision', 'reroute']),
      policy: z.string(),
      policy_version: z.number().int(),
      scores: scoresSchema,
      /** By the scores; a tie-breaker may have chosen the runner-up. */
      mode: modeSchema,
      runner_up: modeSchema,
      /** Modes that could not win, whatever their scores: after its actions a turn acts no more. */
      excluded: z.array(modeSchema),
      margin: z.number(),
      confidence: z.number(),
      /** Below this margin the tie-breaker is asked. */
      effective_margin: z.number(),
      needs_tiebreak: z.boolean(),
      /** `scores`, or the guard that left nothing to weigh. */
      decided_by: z.string(),
      /** What moved most first. */
      influences: z.array(influenceSchema),
      /** What each rule of the policy added to its mode: weight times value. */
      rules: z.array(z.object({ rule: z.string(), mode: modeSchema, weight: z.number(), value: z.number() })),
    }),
  ),
  /** Signals that were not measured, because none of their values could have changed the mode. */
  unmeasured: z.array(z.string()),
});
export type InfluenceView = z.infer<typeof influenceViewSchema>;

/** What a moment of a turn is. */
export const momentNames = [
  'accepted',
  'claimed',
  'takeover',
  'step',
  'asked',
  'answered',
  'ended',
  'chunk',
  'gist',
  'fact',
  'episode',
  'concept',
  'notice',
  'delivery',
  'continuation',
] as const;

/** GET /turns/:turn/timeline: what is stored of when. Nothing is guessed: what has no stored time has none here. */
export const timelineViewSchema = z.object({
  turn_id: turnIdSchema,
  /** Moments in the order of their times; those without a stored time come last. */
  moments: z.array(
    z.object({
      name: z.enum(momentNames),
      /** Business time; null where it is known that it happened and not when. */
      at: instant.nullable(),
      /** From the acceptance of the turn, in milliseconds. */
      after_ms: z.number().nullable(),
      id: z.string().nullable(),
      /** A code: the state, the tool, the kind. */
      detail: z.string().nullable(),
    }),
  ),
  /**
   * How long the stages of the run that ended the turn took, in the order in which a turn goes through them; where each began is not
   * stored. `total` is the whole run. Null until the turn has ended.
   */
  stages: z.array(z.object({ name: z.string(), ms: z.number() })).nullable(),
});
export type TimelineView = z.infer<typeof timelineViewSchema>;

/** GET /turns/:turn/prompt: what a model was sent, part by part. */
export const promptViewSchema = z.object({
  turn_id: turnIdSchema,
  calls: z.array(
    z.object({
      /** The number of the call in its turn, from 0. */
      call: z.number().int(),
      role: z.string(),
      model: z.string(),
      template: z.string(),
      compacted: z.string(),
      budget_tokens: z.number().int(),
      /** Of the whole prompt, estimated. */
      tokens: z.number().int(),
      bytes: z.number().int(),
      parts: z.array(
        z.object({
          /** `system`, or the number of the message. */
          place: z.union([z.literal('system'), z.number().int()]),
          role: z.enum(['system', 'user', 'assistant', 'tool']),
          /** The element of the prompt: `memory`, `history`, `message`, …; `text` for what stands in none. */
          name: z.string(),
          bytes: z.number().int(),
          /** Estimated. */
          tokens: z.number().int(),
          /** Of the tokens of all parts, 0 to 1: what it costs of the call. */
          share: z.number(),
          text: z.string(),
        }),
      ),
    }),
  ),
});
export type PromptView = z.infer<typeof promptViewSchema>;

/** GET /turns/:turn/memory: what of memory a model was offered, and why it was found. */
export const turnMemoryViewSchema = z.object({
  turn_id: turnIdSchema,
  /**
   * The factors are computed now, by asking memory the turn's message as it stood when the turn was accepted: they are not stored with the turn, and
   * what was learned or forgotten since may change them. `relevance` is the stored one.
   */
  recomputed: z.literal(true),
  memories: z.array(
    z.object({
      id: z.string(),
      /** What kind of memory it is; null for what is not there any more. */
      kind: z.string().nullable(),
      text: z.string().nullable(),
      /** The section of the prompt that it was for. */
      section: z.string(),
      trust: trustSchema,
      tokens: z.number().int(),
      /** As stored: what it had in the prompt of this turn, 0 to 1. */
      relevance: z.number(),
      included: z.boolean(),
      why: z.string(),
      /** Computed again; null where memory does not find it any more. */
      score: z.number().nullable(),
      factors: z.record(z.string(), z.number()),
    }),
  ),
});
export type TurnMemoryView = z.infer<typeof turnMemoryViewSchema>;
