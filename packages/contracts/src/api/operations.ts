import { z } from 'zod';
import { actStepSchema, approvalViewSchema } from '../acting.ts';
import { actionClassSchema, authorisationSchema, authoritySchema } from '../authority.ts';
import { decisionSchema } from '../decision.ts';
import { citationSchema } from '../events.ts';
import { agentIdSchema, exchangeIdSchema, idSchema, turnIdSchema } from '../ids.ts';
import { messageRulesSchema } from '../message-rules.ts';
import {
  listenSchema,
  midRunPolicySchema,
  modeSchema,
  stretchReasonSchema,
  trustSchema,
  turnStateSchema,
} from '../vocabulary.ts';
import { contextViewSchema } from './explanations.ts';
import { turnViewSchema } from './views.ts';

const instant = z.iso.datetime({ offset: true });
const unit = z.number().min(0).max(1);

/** The answer to POST /turns/:id/cancel: `cancelled` at once, `requested` of a running turn, or it had `ended` before. */
export const cancelledSchema = z.object({
  turn_id: turnIdSchema,
  status: z.enum(['cancelled', 'requested', 'ended']),
  state: turnStateSchema,
});
export type Cancelled = z.infer<typeof cancelledSchema>;

/** The agent that the caller speaks with, as GET /agents/me shows it. */
export const agentViewSchema = z.object({
  agent_id: agentIdSchema,
  name: z.string(),
  persona: z.string(),
  settings: z.object({
    midRun: midRunPolicySchema.optional(),
    policy: z.string().optional(),
    timeZone: z.string().optional(),
    limits: z.object({ turnsPerMinute: z.number().optional(), openTurns: z.number().optional() }).optional(),
    listen: listenSchema.optional(),
    listenPerDay: z.number().optional(),
    thoughtsPerDay: z.number().optional(),
    tasks: z
      .object({
        concurrent: z.number().optional(),
        openMax: z.number().optional(),
        perSender: z.number().optional(),
        policy: z
          .partialRecord(authoritySchema, z.partialRecord(actionClassSchema, authorisationSchema))
          .optional(),
      })
      .optional(),
    topics: z.object({ switchThreshold: z.number().optional() }).optional(),
    retention: z.object({ gistDays: z.number().optional() }).optional(),
    ...messageRulesSchema.shape,
  }),
  version: z.number().int(),
  created_at: instant,
});
export type AgentView = z.infer<typeof agentViewSchema>;

/** An agent with its workspace: GET /operator/agents/:agent. */
export const agentIdentityViewSchema = agentViewSchema.extend({
  files: z.array(
    z.object({
      path: z.string(),
      content: z.string(),
      trust: z.string(),
      source: z.string(),
      /** True where somebody read the file as it is and vouched for it. */
      vouched: z.boolean(),
      /** True where somebody allowed the server that exactly this text names. */
      allowed: z.boolean(),
      /** The SHA-256 of its text: what a yes for its server names. */
      sha256: z.string(),
    }),
  ),
});
export type AgentIdentityView = z.infer<typeof agentIdentityViewSchema>;

/** The body of POST /operator/agents/:agent/servers: a yes for the server of a skill, or the end of one. */
export const serverAnswerSchema = z.strictObject({
  path: z
    .string()
    .max(200)
    .regex(/^skills\/[^/]+\/SKILL\.md$/, 'expected the file of a skill, such as skills/tracker/SKILL.md'),
  /** The SHA-256 of the text that was read, in hex. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/, 'expected 64 hexadecimal digits'),
  /** False takes the yes back: the server is ended within seconds. */
  allow: z.boolean(),
});

/** The answer to POST /operator/agents/:agent/servers. */
export const serverAnsweredSchema = z.object({ path: z.string(), allowed: z.boolean() });

/** One turn of GET /threads/:ref/messages. */
export const historyItemSchema = z.object({
  turn_id: turnIdSchema,
  seq: z.number().int(),
  state: turnStateSchema,
  speaker: z.string().nullable(),
  text: z.string(),
  /** Of a merged turn: the one that answers it. */
  merged_into: turnIdSchema.nullish(),
  trust: trustSchema,
  said_at: instant,
  reply: z
    .object({
      text: z.string(),
      mode: modeSchema,
      exchange_id: exchangeIdSchema,
      citations: z.array(citationSchema),
      /** How far the reply can be relied on; null where it makes no claim. Absent in answers of older servers, as is all that follows. */
      reply_confidence: z.number().min(0).max(1).nullish(),
      model: z.string().nullish(),
      /** Tokens; null where the provider did not say. */
      usage: z
        .object({ input_tokens: z.number().nullable(), output_tokens: z.number().nullable() })
        .nullish(),
    })
    .nullable(),
  /** What began the turn: a client, or `reminder`, `schedule`, `approval`, `thought`, `task`, `pulse`, `floor` and the like. */
  source: z.string().optional(),
  accepted_at: instant.optional(),
  ended_at: instant.nullish(),
  /** When it was asked to stop. */
  cancel_requested_at: instant.nullish(),
  /** When its words were forgotten on request. */
  forgotten_at: instant.nullish(),
  error: z.object({ code: z.string(), message: z.string(), recoverable: z.boolean() }).nullish(),
  /** The turn that it goes on from. */
  parent_turn_id: turnIdSchema.nullish(),
  /** The turn whose message took its place. */
  interrupted_by: turnIdSchema.nullish(),
  /** Its message entered the run of the turn that answers it (`mid_run: steer`). */
  steered: z.boolean().optional(),
  /** Messages that came while it waited or ran, and that its reply answers too. */
  answers: z.array(turnIdSchema).optional(),
  /** The mode in which the turn ended, and the confidence of its routing, 0 to 1; null where nothing was decided. */
  mode: modeSchema.nullish(),
  confidence: z.number().nullish(),
  /** Its requests for a yes, open ones and answered ones, in order. */
  approvals: z.array(approvalViewSchema).optional(),
  /** What was said of it, latest first. */
  feedback: z
    .array(z.object({ value: z.number(), wanted: modeSchema.nullable(), given_by: z.string() }))
    .optional(),
});
export type HistoryItem = z.infer<typeof historyItemSchema>;

/** A job that failed for good, as GET /dead-letters shows it. */
export const deadLetterViewSchema = z.object({
  dead_letter_id: idSchema('deadLetter'),
  queue: z.string(),
  job: z.string(),
  payload: z.unknown(),
  code: z.string(),
  error: z.string(),
  attempts: z.number().int(),
  state: z.enum(['dead', 'retried', 'dropped']),
  /** How often its job failed with this code while it was open, the first time included. */
  count: z.number().int(),
  /** When it failed like this last. */
  last_at: instant,
  created_at: instant,
});
export type DeadLetterView = z.infer<typeof deadLetterViewSchema>;

/** Why a turn ended as it did: GET /turns/:id/why. The decision is the stored row, signals and scores exactly. */
export const turnExplanationSchema = z.object({
  turn: turnViewSchema,
  /** Milliseconds by stage; null until the turn has ended. */
  timings: z.record(z.string(), z.number()).nullish(),
  decision: decisionSchema.nullable(),
  takeovers: z.array(
    z.object({ fence: z.number(), lost_owner: z.string(), new_owner: z.string(), taken_at: instant }),
  ),
  memory: z
    .object({
      exchange_id: exchangeIdSchema,
      chunk_state: z.string(),
      chunk_error: z.string().nullable(),
      entities: z.array(z.unknown()),
      gists: z.array(z.object({ type: z.string(), content: z.string(), confidence: z.number() })),
      facts: z.array(
        z.object({ subject: z.string(), key: z.string(), value: z.string(), confidence: z.number() }),
      ),
      /**
       * What it told of a person; `prevailed` is false for what did not count against what was known. Absent in answers of
       * older servers, as are `sentiment` and `scope`.
       */
      traits: z
        .array(
          z.object({
            person: z.string(),
            key: z.string(),
            value: z.string(),
            origin: z.enum(['explicit', 'inferred']),
            confidence: z.number(),
            prevailed: z.boolean(),
          }),
        )
        .optional(),
      /** 0 bad, .5 neutral, 1 good. */
      sentiment: z.number().nullish(),
      scope: z.string().nullish(),
      episode: z
        .object({
          id: z.string(),
          gist: z.string().nullable(),
          state: z.string(),
          reason: stretchReasonSchema.nullable(),
        })
        .nullable(),
      /**
       * Of an exchange that is in no episode yet: when its thread is told on (null until something follows), and whether that has come, so
       * that the next sweep takes it. Absent in answers of older servers.
       */
      untold: z.object({ due_at: instant.nullable(), due: z.boolean() }).nullish(),
    })
    .nullable(),
  /** The run of actions that the turn began or went on with, in order; absent in answers of older servers, as is `contexts`. */
  steps: z.array(actStepSchema).optional(),
  /** What its model calls saw. */
  contexts: z.array(contextViewSchema).optional(),
  /**
   * What made the confidence in its reply, all 0..1: without evidence, with its citations and actions, of its least sure action, and the
   * most that its trust allows; the least of the last three is the confidence. Null where the reply makes no claim, or where what it
   * rests on is no longer kept.
   */
  reply_basis: z
    .object({
      ground: unit,
      supported: unit,
      least_action: unit.nullable(),
      limit: unit,
    })
    .nullish(),
  /**
   * How often decisions of this confidence are right, 0..1, by the newest calibration, with the number of decisions that it was made of.
   * Null where there is none; absent in answers of older servers.
   */
  calibration: z.object({ right: unit, version: z.int(), decisions: z.int(), at: instant }).nullish(),
});
export type TurnExplanationView = z.infer<typeof turnExplanationSchema>;

/** GET /ready: whether turns are accepted and will be worked, part by part. */
export const readinessSchema = z.object({
  ready: z.boolean(),
  parts: z.record(z.string(), z.object({ ok: z.boolean(), detail: z.string() })),
});
export type Readiness = z.infer<typeof readinessSchema>;
