import {
  actionClassSchema,
  authorisationSchema,
  authoritySchema,
  idSchema,
  listenSchema,
  messageRulesSchema,
  midRunPolicySchema,
  timeZoneSchema,
} from '@salience/contracts';
import { z } from 'zod';

/** A limit that can stop nothing by mistake: an integer of at least one. */
function limitSchema(of: string) {
  return z
    .number(`expected a number of ${of}`)
    .int(`expected a whole number of ${of}`)
    .min(1, `expected at least 1: ${of}`)
    .max(1_000_000, `expected at most 1,000,000: ${of}`);
}

/** The settings of an agent. */
export const agentSettingsSchema = z.strictObject({
  /** What happens to a message that arrives while its thread is busy. Default queue. */
  midRun: midRunPolicySchema.optional(),
  /**
   * The router policy by name: a regulated one in the version that decides, any other in its newest; the agent then teaches nothing. Left out:
   * its own, else `fleet`, else `shipped`.
   */
  policy: z.string().optional(),
  /** The IANA time zone of the person served, for messages without one. Default: that of the machine. */
  timeZone: timeZoneSchema.optional(),
  /** Limits of the agent; unset ones are the consumer's defaults. */
  limits: z
    .strictObject({
      /** Messages accepted in a minute, spent evenly after a first burst of as many. */
      turnsPerMinute: limitSchema('messages in a minute').optional(),
      /** Messages accepted and not yet ended, over all threads. */
      openTurns: limitSchema('messages that may be open at once').optional(),
    })
    .optional(),
  /** What is extracted from overheard messages: `facts`, `words` (names and times, without a model) or `off`. Default facts. */
  listen: listenSchema.optional(),
  /** Model calls a day about them at most. Default 24. */
  listenPerDay: z
    .number('expected a number of calls')
    .int('expected whole calls')
    .min(0)
    .max(10_000)
    .optional(),
  /** Thoughts a day that the agent says by itself at most. Default 1 with a language model, 0 without one. */
  thoughtsPerDay: z
    .number('expected a number of thoughts')
    .int('expected whole thoughts')
    .min(0)
    .max(24)
    .optional(),
  /** Work that was authorised: how much at once, and where this agent differs from the policy. */
  tasks: z
    .strictObject({
      /** Tasks that run at once. Default 4. */
      concurrent: limitSchema('tasks that may run at once')
        .max(64, 'expected at most 64 tasks at once')
        .optional(),
      /** Tasks that are not ended at most; what comes in beyond waits at its inlet. Default 1,000. */
      openMax: limitSchema('tasks that may be open').optional(),
      /** Messages of one sender in an hour, through a mailbox. Default 60. */
      perSender: limitSchema('messages of a sender in an hour').optional(),
      /** What holds in place of the policy's word, by authority and action class. A sender who has proven nothing is never allowed anything by it. */
      policy: z
        .partialRecord(authoritySchema, z.partialRecord(actionClassSchema, authorisationSchema))
        .optional(),
    })
    .optional(),
  /** How messages are taken apart into topics. */
  topics: z
    .strictObject({
      /** Chance of a change of subject, 0 to 1, from which a message is one: lower hears more changes. Default: the line of the shipped weights. */
      switchThreshold: z.number('expected a number from 0 to 1').min(0).max(1).optional(),
    })
    .optional(),
  /** What signals may cost in a day, and how readily they wake. */
  pulse: z
    .strictObject({
      /** Wakes in a day of the person; 0: none, what passes is told once a day. Default 24. */
      wakesPerDay: z
        .number('expected a number of wakes')
        .int('expected whole wakes')
        .min(0)
        .max(10_000)
        .optional(),
      /** Tokens of models that wakes may use in a day. Default 500,000. */
      tokensPerDay: z
        .number('expected a number of tokens')
        .int('expected whole tokens')
        .min(0)
        .max(1_000_000_000)
        .optional(),
      /** The line of modules for which none was set or learned, in place of the one that they declare. 0 to 1. */
      threshold: z.number('expected a number from 0 to 1').min(0).max(1).optional(),
    })
    .optional(),
  /** The prefrontal cortex. */
  pfc: z
    .strictObject({
      /** The channel of notices, a webhook, that is told when the agent raises a hand. */
      raiseWebhook: idSchema('channel').optional(),
    })
    .optional(),
  /** Retention periods; unset: unlimited. Decay deletes nothing. */
  retention: z
    .strictObject({
      /** Days after which a gist goes; the exchange that it is of stays. */
      gistDays: z
        .number('expected a number of days')
        .int('expected whole days')
        .min(1, 'expected at least 1 day')
        .max(36_500, 'expected at most 36,500 days')
        .optional(),
    })
    .optional(),
  ...messageRulesSchema.shape,
});
export type AgentSettings = z.infer<typeof agentSettingsSchema>;
