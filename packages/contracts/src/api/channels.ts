import { z } from 'zod';
import { idSchema } from '../ids.ts';

/** The body of POST /channels: a way to reach a person, the owner unless one is named. */
export const channelRequestSchema = z.strictObject({
  kind: z.enum(['webhook', 'mail']),
  /** The URL of a webhook, or a mail address. */
  target: z.string().min(1).max(2_000),
  person: z.string().min(1).max(200).optional(),
});
export type ChannelRequest = z.infer<typeof channelRequestSchema>;

/** A channel as the API shows it. */
export const channelViewSchema = z.object({
  channel_id: idSchema('channel'),
  kind: z.enum(['webhook', 'mail']),
  target: z.string(),
  person: z.string(),
  /** `unconfirmed` until its code is answered; `gone` after the other side answered 410. */
  state: z.enum(['unconfirmed', 'confirmed', 'gone', 'removed']),
  created_at: z.iso.datetime({ offset: true }),
  confirmed_at: z.iso.datetime({ offset: true }).nullable(),
  /** What was sent over it last, or is about to be. */
  last: z
    .object({
      kind: z.enum(['notice', 'code', 'test']),
      state: z.enum(['pending', 'sending', 'delivered', 'unknown', 'failed', 'withdrawn']),
      attempts: z.number().int(),
      /** A code, such as http-500, timeout or private-address. */
      error: z.string().nullable(),
      created_at: z.iso.datetime({ offset: true }),
      /** When it is tried next, of one that is pending. */
      next_at: z.iso.datetime({ offset: true }).nullable(),
    })
    .nullable(),
});
export type ChannelView = z.infer<typeof channelViewSchema>;

/** A new channel. The secret of a webhook is in this answer and in no other. */
export const addedChannelSchema = channelViewSchema.extend({ secret: z.string().nullable() });

/** The body of POST /channels/:channel/confirm. */
export const channelCodeSchema = z.strictObject({
  code: z.string().regex(/^\d{8}$/, 'expected the eight digits that were sent over the channel'),
});

/** The answer to POST /channels/:channel/rotate. The secret is in this answer and in no other. */
export const rotatedChannelSchema = z.object({
  channel_id: idSchema('channel'),
  secret: z.string(),
  /** Until then each message is signed with the secret before too. */
  old_signs_until: z.iso.datetime({ offset: true }),
});
export type RotatedChannel = z.infer<typeof rotatedChannelSchema>;
