import { z } from 'zod';

/** What sort of thing a concept is. Concepts of one name and different kinds are different concepts. */
export const conceptKindSchema = z.enum([
  'person',
  'place',
  'organisation',
  'event',
  'activity',
  'thing',
  'idea',
]);
export type ConceptKind = z.infer<typeof conceptKindSchema>;

/** How two concepts can be connected. Read as "from … to": an oak is-a tree. */
export const relationTypeSchema = z.enum([
  'is-a',
  'part-of',
  'related-to',
  'prerequisite-for',
  'enables',
  'used-for',
  'uses',
  'contradicts',
  'alternative-to',
  'located-in',
  'lives-in',
  'works-at',
  'works-as',
  'knows',
  'partner-of',
  'relative-of',
  'owns',
  'likes',
  'dislikes',
  'takes-part-in',
]);
export type RelationType = z.infer<typeof relationTypeSchema>;

const unit = z.number().min(0).max(1);
const name = z.string().min(1).max(120);

/** What a model proposes for an episode; code decides what of it is kept. All scores 0..1. */
export const conceptProposalSchema = z.object({
  concepts: z
    .array(
      z.object({
        name,
        kind: conceptKindSchema,
        /** What was said of it, in a sentence; empty where nothing was. */
        definition: z.string().max(400).default(''),
        /** Other names that were used for it. */
        aliases: z.array(name).max(4).default([]),
        confidence: unit,
      }),
    )
    .max(24),
  relations: z
    .array(
      z.object({
        from: name,
        type: relationTypeSchema,
        to: name,
        confidence: unit,
        /** It was said that this is over. */
        ended: z.boolean().default(false),
      }),
    )
    .max(40),
});
export type ConceptProposal = z.infer<typeof conceptProposalSchema>;
