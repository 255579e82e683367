import { z } from 'zod';
import { idSchema } from '../ids.ts';
import { trustSchema } from '../vocabulary.ts';

const instant = z.iso.datetime({ offset: true });

/** Everything that is kept of what was said and learned, and can be shown and forgotten by its id; exported in this order, sources first. */
export const keptKinds = [
  'exchange',
  'gist',
  'fact',
  'trait',
  'episode',
  'concept',
  'relation',
  'thought',
  'autobiography',
  'reminder',
  'listItem',
] as const;
export type KeptKind = (typeof keptKinds)[number];
const keptKindSchema = z.enum(keptKinds);

/** One line of GET /memory/export: an item with what it rests on; more fields by kind. */
export const keptItemSchema = z.looseObject({
  kind: keptKindSchema,
  id: z.string(),
  at: instant,
  text: z.string(),
  trust: trustSchema,
  /** Where it came from. */
  source: z.string(),
  /** Ids of what it rests on. */
  sources: z.array(z.string()),
});
export type KeptItemView = z.infer<typeof keptItemSchema>;

/** GET /memory/items/:item: an item, what it rests on and what was made of it. */
export const memoryItemViewSchema = z.object({
  item: keptItemSchema,
  /** The items among its sources that can be shown. */
  sources: z.array(keptItemSchema),
  derived: z.array(z.object({ kind: keptKindSchema, id: z.string() })),
});
export type MemoryItemView = z.infer<typeof memoryItemViewSchema>;

/** The query of GET /memory/export: of one kind only, or all. */
export const memoryExportQuerySchema = z.object({ kind: keptKindSchema.optional() });

/**
 * The body of POST /memory/forget. `item` takes an id of anything kept, of an exchange or a turn; `thread` an id or key;
 * `source` the name that messages came with; `person` a speaker's name, or `user` for who speaks without one.
 */
export const forgetRequestSchema = z.strictObject({
  scope: z.enum(['item', 'thread', 'source', 'person']),
  target: z.string().min(1).max(128),
  /** Kept with the tombstones: a word or two, nothing of what is to be forgotten. */
  reason: z
    .string()
    .regex(/^[a-z0-9][a-z0-9 _.-]{0,39}$/, 'expected up to 40 of a-z, 0-9, space, "_", "." and "-"')
    .default('asked'),
});
export type ForgetRequest = z.infer<typeof forgetRequestSchema>;

/** A request to forget as it stands. It names nothing of what it was about. */
export const forgettingViewSchema = z.object({
  forget_id: idSchema('forgetRequest'),
  scope: forgetRequestSchema.shape.scope,
  /**
   * pending, deleting: it goes on, also when nobody waits. watching: all of it is gone, and what a worker brings back that had
   * read it before is taken out again. done: that is over too.
   */
  state: z.enum(['pending', 'deleting', 'watching', 'done']),
  reason: z.string(),
  requested_at: instant,
  /** When all of it was gone. */
  gone_at: instant.nullable(),
  /** Turns that have not ended yet and are waited for. */
  open_turns: z.number().int().optional(),
  /** How many items went, by kind. */
  counts: z.record(z.string(), z.number().int()),
});
export type ForgettingView = z.infer<typeof forgettingViewSchema>;

/** The answer to POST /memory/retry-failed: how many are tried again, by kind. */
export const retriedMemorySchema = z.object({ counts: z.record(z.string(), z.number().int()) });
export type RetriedMemory = z.infer<typeof retriedMemorySchema>;

const share = z.number().min(0).max(1);

/** Figures of one kind of memory. Shares are of `looked`, the latest items that were looked at. */
const memoryFiguresSchema = z.object({
  /** How many there are. */
  total: z.number().int(),
  looked: z.number().int(),
  /** Says the same as an earlier one that is still held. */
  duplicates: share,
  /** Is not carried by the words of what it names as its source. */
  unsupported: share,
  /** Rests on nothing but a reply that was itself made from memory. */
  loops: share,
  /** Superseded, or so long not seen that it hardly weighs any more. */
  stale: share,
});

/** GET /memory/audit: how good what is remembered is, in numbers. */
export const memoryAuditViewSchema = z.object({
  at: instant,
  kinds: z.record(z.string(), memoryFiguresSchema),
  /** What could not be learned from and may be tried again, by kind. */
  failed: z.record(z.string(), z.number().int()),
  /**
   * Why, the most frequent reason first: the error's code and, after a colon, what the model's provider said of the request. Only in
   * the answer of the API, which is for operators; not in what is kept.
   */
  reasons: z.array(z.object({ kind: z.string(), reason: z.string(), count: z.number().int() })).optional(),
  /** Number of repetitions of earlier items of their kind: stored with those and not audited. Older servers omit it. */
  repeats: z.record(z.string(), z.number().int()).optional(),
  /** Exchanges in which code saw nothing to keep, so that no model was asked about them. Absent in audits that were kept before. */
  untold: z.number().int().optional(),
});
export type MemoryAuditView = z.infer<typeof memoryAuditViewSchema>;
