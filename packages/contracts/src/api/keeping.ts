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
  'schedule',
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

const periodPattern = /^([^/]+)\/([^/]+)$/;

/** True for two instants with "/" between, the first before the second. */
function isPeriod(target: string): boolean {
  const [, from = '', to = ''] = periodPattern.exec(target) ?? [];
  return (
    instant.safeParse(from).success && instant.safeParse(to).success && Date.parse(from) < Date.parse(to)
  );
}

/**
 * The body of POST /memory/forget. `item` takes an id of anything kept, of an exchange or a turn; `thread` an id or key;
 * `source` the name that messages came with; `person` a name ("Ana"), what somebody is to you ("my sister"), both, or `user` for who
 * speaks without a name; `period` two instants with "/" between, of which the second is not part of it; `statement` what was said ("I live in
 * Lisbon") or a matter ("my salary"), of whoever speaks without a name.
 */
export const forgetRequestSchema = z
  .strictObject({
    scope: z.enum(['item', 'thread', 'source', 'person', 'period', 'statement']),
    target: z.string().min(1).max(300),
    /** Further names of the person. */
    names: z.array(z.string().trim().min(1).max(128)).max(20).optional(),
    /** Only says what would go; nothing is written. */
    dry_run: z.boolean().default(false),
    /** Kept with the tombstones: a word or two, nothing of what is to be forgotten. */
    reason: z
      .string()
      .regex(/^[a-z0-9][a-z0-9 _.-]{0,39}$/, 'expected up to 40 of a-z, 0-9, space, "_", "." and "-"')
      .default('asked'),
  })
  .refine(({ scope, target }) => scope !== 'period' || isPeriod(target), {
    path: ['target'],
    message:
      'expected two instants with "/" between, the earlier first, such as 2030-05-01T00:00:00Z/2030-05-02T00:00:00Z',
  });
export type ForgetRequest = z.infer<typeof forgetRequestSchema>;

const previewedTurnSchema = z.object({
  turn_id: idSchema('turn'),
  at: instant,
  /** The beginning of what was said. */
  text: z.string(),
  /** said-by, named, kinship ("my sister"), points ("she"), states (it says what is to be forgotten); null: by its place, or with another turn. */
  why: z.enum(['said-by', 'named', 'kinship', 'points', 'states']).nullable(),
  /** The words that decide. */
  words: z.string().nullable(),
});

/** The answer to POST /memory/forget with `dry_run`: what would go. Nothing was written. */
export const forgetPreviewSchema = z.object({
  dry_run: z.literal(true),
  scope: forgetRequestSchema.shape.scope,
  /** Items by kind. Texts elsewhere that repeat a word which nobody else says go too and are not counted. */
  counts: z.record(z.string(), z.number().int()),
  /** Some of the turns, earliest first. */
  examples: z.array(previewedTurnSchema),
  /** Turns that may be about the person and stay, because nothing tells. */
  unsure: z.object({ count: z.number().int(), examples: z.array(previewedTurnSchema) }),
  /** The names of the person that were looked for: those given and those of the same person in `people`. Older servers omit it. */
  names: z.array(z.string()).default([]),
  /** What the person is to whom, as far as it was said. */
  relations: z.array(z.string()),
  /** Those of them that somebody else is too. */
  shared: z.array(z.string()),
});
export type ForgetPreviewView = z.infer<typeof forgetPreviewSchema>;

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

/** The version of the lines of an export; its last line says it. */
export const memoryExportVersion = 1;

/** Lines of one page of an import. */
export const importItemsMax = 200;

const keptId = (prefix: string) =>
  z.string().regex(new RegExp(`^${prefix}_[0-9a-f]{32}$`), `expected an id like ${prefix}_0193…`);

/** What an import reads of an exchange of an export. Everything else of the line is made again. */
export const importedExchangeSchema = z.looseObject({
  kind: z.literal('exchange'),
  id: keptId('ex'),
  at: instant,
  text: z.string().max(100_000),
  trust: trustSchema,
  /** The id of its turn. */
  sources: z.array(z.string()).min(1),
  thread_id: keptId('thr'),
  speaker: z.string().max(128).nullable(),
  reply: z.string().max(200_000).nullable(),
  /** The trust of the reply, where it is lower than that of the text: it was made from what came from outside. */
  reply_trust: trustSchema.nullable().optional(),
  mode: z.string().max(40).nullable().optional(),
});

/** The body of POST /memory/import: exchanges of an export, in its order, at most 200. */
export const memoryImportSchema = z.strictObject({
  version: z.literal(memoryExportVersion, `expected an export of version ${memoryExportVersion}`),
  /** Only says what would be taken in. */
  dry_run: z.boolean().default(false),
  items: z.array(importedExchangeSchema).max(importItemsMax),
});
export type MemoryImport = z.infer<typeof memoryImportSchema>;

/** The answer to POST /memory/import. */
export const importedMemorySchema = z.object({
  dry_run: z.boolean(),
  /** New; with `dry_run`, what would be. */
  imported: z.number().int(),
  /** There already. */
  known: z.number().int(),
  /** Left out, because this agent was told to forget them. */
  forgotten: z.number().int(),
});
export type ImportedMemory = z.infer<typeof importedMemorySchema>;

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
