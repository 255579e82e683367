import { z } from 'zod';
import { memoryKindSchema } from './api/views.ts';
import { agentIdSchema, exchangeIdSchema, threadIdSchema } from './ids.ts';
import { instantSchema } from './instant.ts';
import { trustSchema } from './vocabulary.ts';

/** A search that one process asks another one for, which holds what the agent remembers. */
export const memoryAskSchema = z.strictObject({
  agentId: agentIdSchema,
  text: z.string().max(2_000),
  limit: z.int().min(1).max(200),
  at: instantSchema,
  zone: z.string().max(100).optional(),
  asOf: instantSchema.optional(),
  kinds: z.array(memoryKindSchema).max(10).optional(),
  threadId: threadIdSchema.optional(),
});
export type MemoryAsk = z.infer<typeof memoryAskSchema>;

const share = z.number().min(0).max(1);

/** What was found, best first: as a search in the asking process would have found it. */
export const memoryAnswerSchema = z.strictObject({
  /** Whose memory it is: what was asked about. */
  agentId: agentIdSchema,
  hits: z
    .array(
      z.strictObject({
        kind: memoryKindSchema,
        id: z.string(),
        text: z.string(),
        reply: z.string().nullable(),
        speaker: z.string().nullable(),
        at: z.string(),
        thread_id: threadIdSchema,
        exchange_id: exchangeIdSchema.nullable(),
        trust: trustSchema,
        reply_trust: trustSchema.nullable(),
        source: z.string(),
        seq: z.number().nullable(),
        marks: z.strictObject({ text: z.string(), reply: z.string() }),
        score: share,
        why: z.record(z.string(), share),
      }),
    )
    .max(200),
});
export type MemoryAnswer = z.infer<typeof memoryAnswerSchema>;
