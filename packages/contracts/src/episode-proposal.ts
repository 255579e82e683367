import { z } from 'zod';

const unit = z.number().min(0).max(1);

/** What a stretch of talk was for. */
export const intentTypes = [
  'exploration',
  'confirmation',
  'problem-solving',
  'planning',
  'reflection',
  'reframing',
  'evaluation',
  'recreational',
] as const;
export type IntentType = (typeof intentTypes)[number];

/** Where a stretch of talk was heading. */
export const intentDirections = ['open-ended', 'narrowing', 'decision-making', 'sense-making'] as const;
export type IntentDirection = (typeof intentDirections)[number];

/** The feelings that an episode can name. */
export const emotionTypes = ['neutral', 'joy', 'sadness', 'fear', 'anger', 'surprise', 'disgust'] as const;
export type EmotionType = (typeof emotionTypes)[number];

/**
 * What a model proposes for a range of exchanges; code decides what of it is kept, and computes salience from the factors.
 * Only what it was about and what was wanted is demanded: a model that tells no more still makes an episode.
 */
export const episodeProposalSchema = z.object({
  gist: z.string().min(1).max(1_500),
  intent: z.string().min(1).max(300),
  intentType: z.enum(intentTypes).optional(),
  direction: z.enum(intentDirections).optional(),
  context: z
    .object({
      situational: z.string().max(300),
      conversational: z.string().max(300),
      constraints: z.array(z.string().min(1).max(200)).max(5),
    })
    .optional(),
  action: z.string().max(300).optional(),
  emotion: z
    .object({
      type: z.enum(emotionTypes),
      /** 0 bad, 0.5 neither, 1 good. */
      valence: unit,
      intensity: unit,
      arc: z.string().max(200),
      /** The words that show it, copied. */
      shown: z.string().max(200),
    })
    .optional(),
  outcome: z.string().max(600).default(''),
  openLoops: z.array(z.string().min(1).max(300)).max(8).default([]),
  factors: z
    .object({
      novelty: unit.default(0.5),
      emotional: unit.default(0),
      commitment: unit.default(0),
      unresolved: z.boolean().default(false),
    })
    .prefault({}),
});
export type EpisodeProposal = z.infer<typeof episodeProposalSchema>;

/** How long an observation stays true: for good, for a while, for the moment. */
export const durabilities = ['stable', 'evolving', 'transient'] as const;
export type Durability = (typeof durabilities)[number];

/** What a model proposes for the answer of a tool; code decides what of it is kept. */
export const experienceProposalSchema = z.object({
  /** Whether it is worth remembering at all. */
  worth: z.boolean(),
  observations: z
    .array(z.object({ text: z.string().min(1).max(400), durability: z.enum(durabilities) }))
    .max(3),
});
export type ExperienceProposal = z.infer<typeof experienceProposalSchema>;
