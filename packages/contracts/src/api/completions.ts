import { z } from 'zod';
import { timeZoneSchema } from '../time-zone.ts';
import { messageCharsMax } from '../vocabulary.ts';
import { threadRefSchema } from './messages.ts';

const textPart = z.object({ type: z.literal('text'), text: z.string().max(messageCharsMax) });

/** Content as text or as text parts; other parts are refused with a clear problem. */
const completionContentSchema = z
  .union([z.string().max(messageCharsMax), z.array(textPart)], {
    error: `expected text, or parts of type "text", of at most ${messageCharsMax} characters; images, audio and files are not read`,
  })
  .transform((content) =>
    typeof content === 'string' ? content : content.map((part) => part.text).join('\n'),
  );

/** The part of the chat completions request that Salience honours; what becomes of the other fields stands in docs/api.md. */
export const completionRequestSchema = z.looseObject({
  model: z.string().default('salience'),
  messages: z
    .array(
      z.looseObject({
        role: z.enum(['system', 'developer', 'user', 'assistant', 'tool']),
        content: completionContentSchema.nullish(),
        name: z.string().max(120).optional(),
      }),
    )
    .min(1)
    .max(500),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().optional() }).nullish(),
  n: z.literal(1).nullish(),
  user: z.string().max(200).optional(),
  metadata: z
    .looseObject({ thread_id: threadRefSchema.optional(), time_zone: timeZoneSchema.optional() })
    .nullish(),
});
export type CompletionRequest = z.infer<typeof completionRequestSchema>;
