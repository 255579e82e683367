import { z } from 'zod';
import { kinds, wordOf } from './concepts.ts';

const unit = z.number().min(0).max(1);

/** The words of the exchange that an item stands on, copied; code looks for them and refuses what it does not find. */
const quote = z.string().min(1).max(600).optional();

/** Categories of traits. Code derives the category from the key. */
export const traitCategories = ['core', 'preference', 'physical', 'relationship', 'general'] as const;
export type TraitCategory = (typeof traitCategories)[number];

/** What a gist can be. */
export const gistTypes = ['fact', 'decision', 'intent', 'preference', 'uncertainty', 'commitment'] as const;
export type GistType = (typeof gistTypes)[number];

/** The type that a word means; what is none is a fact. */
export function gistTypeOf(word: string): GistType {
  const name = word.trim().toLowerCase();
  return (
    gistTypes.find((type) => type === name) ?? (/^(?:plan|goal|wish|request)/u.test(name) ? 'intent' : 'fact')
  );
}

/** How sure it is; what does not say is as sure as most. */
const confidence = unit.default(0.8);
/** The key of a trait: `lives_in`. Code normalises it. */
const key = z.string().min(1).max(80);
/** A day or a time: `2026-11-23`, `2026-11-23T09:00`; without an offset the local one. Code reads it. */
const time = z.string().max(40).nullish();

/**
 * What a model proposes for one exchange; code decides what of it is kept, and how much of it there may be. All scores 0..1. What
 * is not told has a default, so that the least that says something is a good proposal.
 */
export const chunkProposalSchema = z.object({
  gists: z
    .array(
      z.object({
        type: wordOf(gistTypes).default('fact'),
        content: z.string().min(1).max(500),
        confidence,
        quote,
      }),
    )
    .max(24)
    .default([]),
  /** What was said of other people and things. */
  facts: z
    .array(
      z.object({
        subject: z.string().min(1).max(120),
        key,
        value: z.string().min(1).max(300),
        confidence,
        quote,
      }),
    )
    .max(60)
    .default([]),
  entities: z
    .array(z.object({ name: z.string().min(1).max(120), type: wordOf(kinds).default('thing'), confidence }))
    .max(40)
    .default([]),
  /** Traits of the speaker. */
  traits: z
    .array(
      z.object({
        /** `user`, or the speaker's name. */
        person: z.string().min(1).max(120).default('user'),
        key,
        value: z.string().min(1).max(300),
        /** Said by the person, or concluded from what was said. */
        origin: z.enum(['explicit', 'inferred']).default('explicit'),
        confidence,
        /** Meant as it was said: no joke, no supposition. */
        literal: z.boolean().default(true),
        /** It is said to hold no longer. */
        ended: z.boolean().default(false),
        quote,
      }),
    )
    .max(60)
    .default([]),
  times: z
    .array(z.object({ text: z.string().min(1).max(120), from: time, to: time, confidence }))
    .max(24)
    .default([]),
  /** How the speaker feels about it: 0 bad, .5 neutral, 1 good. */
  sentiment: z.object({ value: unit, confidence, quote }).nullish(),
  /** What it is about, in a few words. */
  scope: z.object({ label: z.string().min(1).max(40), confidence, quote }).nullish(),
});
export type ChunkProposal = z.infer<typeof chunkProposalSchema>;
