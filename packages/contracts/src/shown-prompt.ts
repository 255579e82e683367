import { z } from 'zod';
import { memoryKindSchema } from './api/views.ts';
import { trustSchema } from './vocabulary.ts';

const memoryItemSchema = z.object({
  id: z.string(),
  kind: memoryKindSchema,
  exchangeId: z.string(),
  at: z.string(),
  speaker: z.string(),
  trust: trustSchema,
  threadId: z.string().optional(),
  text: z.string(),
  reply: z.string().optional(),
});
const historyItemSchema = memoryItemSchema.omit({ id: true, kind: true, threadId: true });
const traitSchema = z.object({
  id: z.string(),
  about: z.string(),
  exchangeId: z.string(),
  at: z.string(),
  origin: z.enum(['explicit', 'inferred']),
  trust: trustSchema,
  text: z.string(),
});
const worldItemSchema = z.object({
  id: z.string(),
  kind: z.string(),
  at: z.string().optional(),
  trust: trustSchema,
  text: z.string(),
});
const actionSchema = z.object({
  tool: z.string(),
  outcome: z.string(),
  trust: trustSchema,
  arguments: z.string(),
  text: z.string(),
  doubt: z.string().optional(),
});
const messageSchema = z.object({
  text: z.string(),
  threadId: z.string().optional(),
  at: z.string(),
  speaker: z.string(),
  trust: trustSchema,
  zone: z.string().optional(),
  due: z.string().optional(),
  standsFor: z.number().optional(),
  period: z.object({ from: z.string(), to: z.string() }).optional(),
  completes: z.string().optional(),
});

/** Everything that the prompt of one reply showed, as values; the context package says what each means. Instants are ISO 8601. */
export const shownPromptSchema = z.object({
  template: z.enum(['RESPOND', 'CLARIFY', 'ACKNOWLEDGE', 'REMIND', 'THOUGHT', 'WAKE', 'FLOOR']),
  agentName: z.string(),
  open: z.object({ about: z.string(), readings: z.array(z.string()).readonly() }).optional(),
  person: z.object({ name: z.string(), traits: z.array(traitSchema).readonly() }).optional(),
  memory: z.array(memoryItemSchema).readonly(),
  history: z.array(historyItemSchema).readonly(),
  world: z.array(worldItemSchema).readonly(),
  message: messageSchema,
  actions: z.array(actionSchema).readonly(),
  approvals: z.array(z.object({ tool: z.string(), reason: z.string(), arguments: z.string() })).readonly(),
  conclusion: z.string().optional(),
});
