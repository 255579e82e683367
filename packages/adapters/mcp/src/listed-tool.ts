import { z } from 'zod';

/** A tool as its server describes it; what is not read here is left alone. */
export const listedToolSchema = z.looseObject({
  name: z.string().min(1).max(256),
  title: z.string().optional(),
  description: z.string().optional(),
  inputSchema: z.record(z.string(), z.unknown()).refine((schema) => schema['type'] === 'object'),
  outputSchema: z.record(z.string(), z.unknown()).optional().catch(undefined),
  annotations: z
    .looseObject({
      readOnlyHint: z.boolean().optional(),
      destructiveHint: z.boolean().optional(),
      idempotentHint: z.boolean().optional(),
    })
    .optional(),
});

/** A tool as its server describes it. */
export type ListedTool = z.infer<typeof listedToolSchema>;

/** A page of a server's list; each tool is judged by itself, so that one that cannot be read hides no other. */
export const toolPageSchema = z.looseObject({
  tools: z.array(z.unknown()),
  nextCursor: z.string().optional(),
});

/** What a server answers to a call, with parts of any kind that there is or will be. */
export const toolAnswerSchema = z.looseObject({
  content: z.array(z.looseObject({ type: z.string() })).default([]),
  structuredContent: z.unknown().optional(),
  isError: z.boolean().optional(),
});

/** What a server answers to a call. */
export type ToolAnswer = z.infer<typeof toolAnswerSchema>;
