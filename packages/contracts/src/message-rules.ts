import { z } from 'zod';

/** A short name of the way a message came: `email`, `web`, `signal`. Compared without case. */
export const channelSchema = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[\w.-]+$/, 'expected letters, digits, ".", "_" and "-"');

/** Who speaks, as a front end names them. */
export const speakerSchema = z.string().min(1).max(120);

/**
 * What the settings of an agent, or a key, say of the messages that come in. Of a channel the lower of both counts; speakers of both
 * are known; a `trustContext` of one counts unless the other says no.
 */
export const messageRulesSchema = z.strictObject({
  /** How far what comes through a channel is trusted at most, by the name of the channel. */
  channels: z
    .record(
      channelSchema,
      z.enum(['external', 'unverified', 'user'], 'expected "external", "unverified" or "user"'),
    )
    .optional(),
  /** Whose words are a person's own, written as the front end sends them; anybody else's are `unverified`. */
  speakers: z.array(speakerSchema).max(1_000).optional(),
  completions: z
    .strictObject({
      /** What a client of the completions API sends along (system, assistant) is as good as its user's word. Default no: it is from outside. */
      trustContext: z.boolean().optional(),
    })
    .optional(),
});
export type MessageRules = z.infer<typeof messageRulesSchema>;

/** What a key may be used for: to read; to talk, which makes turns and reads what came of them; to remember without a turn; to manage, which is everything else. */
export const keyScopes = ['read', 'talk', 'remember', 'manage'] as const;
export type KeyScope = (typeof keyScopes)[number];

/** What a key says of the messages that come in with it, and what it may be used for. Without scopes: everything that a key may. */
export const keyRulesSchema = messageRulesSchema.extend({
  scopes: z.array(z.enum(keyScopes)).min(1).max(keyScopes.length).optional(),
});
export type KeyRules = z.infer<typeof keyRulesSchema>;
