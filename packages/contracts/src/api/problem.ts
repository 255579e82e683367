import { z } from 'zod';
import { approvalViewSchema } from '../acting.ts';

/** An error document (RFC 9457). `code` is stable; `detail` says what was expected, what came and what to do. */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  detail: z.string(),
  code: z.string(),
  instance: z.string().optional(),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  turn_id: z.string().optional(),
  /** The approval that was answered before, in its present state. */
  approval: approvalViewSchema.optional(),
  /** Of a route of the PFC: the same in the form that its clients read. `field` is the first one that is wrong. */
  error: z.object({ code: z.string(), message: z.string(), field: z.string().optional() }).optional(),
});
export type Problem = z.infer<typeof problemSchema>;
