import { z } from 'zod';

const unit = z.number().min(0).max(1);

/** The words of the exchange that an item stands on, copied; code looks for them and refuses what it does not find. */
const quote = z.string().min(1).max(600).optional();

/** The kinds of what is known of a person. */
export const traitCategories = ['core', 'preference', 'physical', 'relationship', 'general'] as const;
export type TraitCategory = (typeof traitCategories)[number];

const key = z.string().regex(/^[a-z][a-z0-9_]{0,63}$/, 'expected snake_case');

/**
 * What a model proposes for one exchange; code decides what of it is kept. All scores 0..1. Without traits, times, sentiment,
 * scope, quotes and confidences of entities it is a proposal of the first form, which stays good.
 */
export const chunkProposalSchema = z.object({
  gists: z
    .array(
      z.object({
        type: z.enum(['decision', 'intent', 'preference', 'uncertainty', 'fact', 'commitment']),
        content: z.string().min(1).max(500),
        confidence: unit,
        quote,
      }),
    )
    .max(8),
  facts: z
    .array(
      z.object({
        subject: z.string().min(1).max(120),
        key,
        value: z.string().min(1).max(300),
        confidence: unit,
        quote,
      }),
    )
    .max(5),
  entities: z
    .array(
      z.object({
        name: z.string().min(1).max(120),
        type: z.enum(['person', 'place', 'organisation', 'time', 'thing']),
        confidence: unit.default(0.8),
      }),
    )
    .max(20),
  traits: z
    .array(
      z.object({
        /** `user`, or the name of who speaks. */
        person: z.string().min(1).max(120),
        key,
        value: z.string().min(1).max(300),
        category: z.enum(traitCategories),
        /** Said by the person, or concluded from what was said. */
        origin: z.enum(['explicit', 'inferred']),
        confidence: unit,
        /** Meant as it was said: no joke, no supposition. */
        literal: z.boolean(),
        /** It is said to hold no longer. */
        ended: z.boolean().default(false),
        quote,
      }),
    )
    .max(8)
    .default([]),
  times: z
    .array(
      z.object({
        text: z.string().min(1).max(120),
        /** ISO 8601; `to` is excluded. */
        from: z.iso.datetime({ offset: true }).or(z.iso.date()).nullish(),
        to: z.iso.datetime({ offset: true }).or(z.iso.date()).nullish(),
        confidence: unit.default(0.8),
      }),
    )
    .max(8)
    .default([]),
  /** How the speaker feels about it: 0 bad, .5 neutral, 1 good. */
  sentiment: z.object({ value: unit, confidence: unit, quote }).nullish(),
  /** What it is about, in a few words. */
  scope: z.object({ label: z.string().min(1).max(40), confidence: unit, quote }).nullish(),
});
export type ChunkProposal = z.infer<typeof chunkProposalSchema>;
