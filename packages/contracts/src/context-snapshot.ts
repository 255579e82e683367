import { z } from 'zod';
import { shownPromptSchema } from './shown-prompt.ts';
import { trustSchema } from './vocabulary.ts';

/** What became of one candidate for a prompt, and why. */
const contextItemSchema = z.object({
  id: z.string(),
  /** The short name by which the prompt calls it. */
  ref: z.string().optional(),
  section: z.string(),
  /** The lowest trust of its texts. */
  trust: trustSchema,
  /** Estimated tokens it takes or would have taken. */
  tokens: z.number().int().nonnegative(),
  /** 0..1; in each section the lowest is left out first. */
  relevance: z.number(),
  included: z.boolean(),
  why: z.string(),
});

/** What a section had and took. `lent` counts tokens taken beyond its own share, from what others left. */
const contextSectionSchema = z.object({
  section: z.string(),
  share: z.number().int().nonnegative(),
  used: z.number().int().nonnegative(),
  lent: z.number().int().nonnegative(),
  items: z.number().int().nonnegative(),
  dropped: z.number().int().nonnegative(),
});

/** One message as it was sent; a planner's transcript also holds calls and their results. */
export const contextMessageSchema = z.object({
  role: z.enum(['user', 'assistant', 'tool']),
  content: z.string(),
  calls: z.array(z.unknown()).optional(),
  results: z.array(z.unknown()).optional(),
});

/** One model call of a turn: what the model saw, exactly, and why it saw that and not more. */
export const contextSnapshotSchema = z.object({
  /** `respond`, `plan`, … */
  role: z.string(),
  provider: z.string(),
  model: z.string(),
  /** The instructions that were used: `RESPOND`, `ACT`, … */
  template: z.string(),
  budgetTokens: z.number().int().positive(),
  /** Of a planner: how many tools it was offered, and the names of those that there was no room for. */
  tools: z.object({ offered: z.number().int().nonnegative(), left: z.array(z.string()) }).optional(),
  /** Why less than the candidates asked for was sent, beyond the budget: the window, or a provider that refused. */
  compacted: z.enum(['no', 'window', 'overflow']),
  sections: z.array(contextSectionSchema),
  items: z.array(contextItemSchema),
  system: z.string(),
  messages: z.array(contextMessageSchema),
  /** The first 128 bits, hex, of the SHA-256 of system and messages as they were sent (`sentText`). Missing for calls of older releases. */
  hash: z.string().optional(),
  /** The same content as values, of a reply by the offline responder, which reads no text: it answers from this again. */
  shown: shownPromptSchema.optional(),
  /** Why the call failed, where its provider said what it found wrong with the form of the request: the code, and its sentence. */
  fault: z.string().optional(),
});
export type ContextSnapshot = z.infer<typeof contextSnapshotSchema>;
