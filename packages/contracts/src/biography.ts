import { z } from 'zod';
import { idSchema } from './ids.ts';
import { trustSchema } from './vocabulary.ts';

/** The sections of an autobiography, in order. */
export const biographySections = [
  'identity',
  'relationship',
  'values',
  'patterns',
  'threads',
  'themes',
] as const;
export const biographySectionSchema = z.enum(biographySections);
export type BiographySection = z.infer<typeof biographySectionSchema>;

const statement = z.object({
  /** One sentence. */
  text: z.string().min(1).max(400),
  /** The items of the prompt that it rests on, by their refs. */
  sources: z.array(z.string().min(1).max(16)).max(12),
});

/** What a model proposes as the next version; code decides which statements are kept. */
export const biographyProposalSchema = z.object({
  identity: z.array(statement).max(12),
  relationship: z.array(statement).max(12),
  values: z.array(statement).max(12),
  patterns: z.array(statement).max(12),
  threads: z.array(statement).max(12),
  themes: z.array(statement).max(12),
});
export type BiographyProposal = z.infer<typeof biographyProposalSchema>;

const statements = z.array(z.object({ text: z.string(), trust: trustSchema }));
const change = z.object({ added: z.array(z.string()), removed: z.array(z.string()) });

/** A version of an agent's autobiography, as the API shows it. */
export const autobiographyViewSchema = z.object({
  autobiography_id: idSchema('autobiography'),
  version: z.number().int().positive(),
  created_at: z.iso.datetime({ offset: true }),
  /** Each sentence with the lowest trust of what it rests on; a forgotten one is left out. */
  sections: z.record(biographySectionSchema, statements),
  /** SHA-256 of the text of each section, hex: equal where nothing changed. */
  hashes: z.record(biographySectionSchema, z.string()),
  /** What changed against the version before; sections that did not are left out. */
  deltas: z.partialRecord(biographySectionSchema, change),
  /** How much it was made from, and how many statements were refused. */
  inputs: z.record(z.string(), z.number()),
  model: z.string(),
});
export type AutobiographyView = z.infer<typeof autobiographyViewSchema>;

/** The query of GET /memory/autobiography. */
export const autobiographyQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(50).default(1),
  cursor: z.string().max(200).optional(),
});
