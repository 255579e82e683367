import { z } from 'zod';
import { idSchema, turnIdSchema } from './ids.ts';
import { modeSchema } from './vocabulary.ts';

/** What a label says of a decision: it should have asked back, or acted; it did too little, or too much; it was right. */
export const labelKindSchema = z.enum([
  'missed_clarify',
  'missed_act',
  'under_engagement',
  'over_engagement',
  'correct',
]);
export type LabelKind = z.infer<typeof labelKindSchema>;

/**
 * How a label came about: the person's next message shows it, they said nothing more, somebody judged the turn, or a model reviewed the
 * decision.
 */
export const labelViaSchema = z.enum(['reaction', 'silence', 'feedback', 'reflection']);
export type LabelVia = z.infer<typeof labelViaSchema>;

/** A label of one decision: codes and numbers, never words. */
export const labelSchema = z.strictObject({
  id: idSchema('label'),
  /** The turn that was decided. */
  turnId: turnIdSchema,
  kind: labelKindSchema,
  /** The mode that was wanted; null where the label does not tell. */
  wanted: modeSchema.nullable(),
  confidence: z.number().min(0).max(1),
  givenVia: labelViaSchema,
  /** Why, in a short code. */
  reason: z.string().regex(/^[a-z0-9][a-z0-9._-]{0,63}$/, 'expected a short code, not a text'),
  /** Whose word it is; see the table. */
  givenBy: z.string().min(1).max(200),
  /** The turn whose message showed it. */
  fromTurnId: turnIdSchema.nullable(),
  /** When it was given. */
  at: z.date(),
});
export type Label = Readonly<z.infer<typeof labelSchema>>;

/** What a review may say that a decision was wrong in. */
export const reviewDimensions = [
  'memory_availability',
  'intent_clarity',
  'tone_ambiguity',
  'context_sufficiency',
  'social_vs_substantive',
] as const;
export type ReviewDimension = (typeof reviewDimensions)[number];

const share = z.number().min(0).max(1);

/** What a model proposes of a decision that it reviews. Code decides what of it counts (law 6). */
export const routingReviewSchema = z.object({
  /** How far the message can be meant in several ways, 0 to 1. */
  ambiguity: share,
  /** How far each had a part in a wrong decision: 0 none, 1 all of it. */
  dimensions: z.object({
    memory_availability: share,
    intent_clarity: share,
    tone_ambiguity: share,
    context_sufficiency: share,
    social_vs_substantive: share,
  } satisfies Record<ReviewDimension, typeof share>),
  /** Whether the mode that was taken was the right one. */
  agrees: z.boolean(),
  /** The mode that was wanted instead; null where the review agrees. */
  wanted: modeSchema.nullable(),
  /** How sure the review is, 0 to 1. */
  confidence: share,
});
export type RoutingReview = Readonly<z.infer<typeof routingReviewSchema>>;

/** The knots of a map from the router's confidence to how often it is right, by confidence, the lowest first. None: the map changes nothing. */
export const recalibrationKnotsSchema = z.array(z.object({ confidence: share, share }));

/** What is done to a policy that is regulated. */
export const policyActionSchema = z.enum([
  'publish',
  'confirm',
  'revert',
  'release',
  'pin',
  'unpin',
  'rollback',
]);
export type PolicyAction = z.infer<typeof policyActionSchema>;

/** What a person may ask to be done with a policy. */
export const policyRequestKindSchema = z.enum(['pin', 'unpin', 'rollback', 'simulate']);
export type PolicyRequestKind = z.infer<typeof policyRequestKindSchema>;

/** `refused`: it was not carried out; its outcome says why. */
export const policyRequestStateSchema = z.enum(['open', 'done', 'refused']);
export type PolicyRequestState = z.infer<typeof policyRequestStateSchema>;

/** The signal that tells digests that a policy has another version that decides, with its name. A hint: they look by themselves too. */
export const policySignal = 'policies';
