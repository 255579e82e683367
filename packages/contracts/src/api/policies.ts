import { z } from 'zod';
import { idSchema, threadIdSchema, turnIdSchema } from '../ids.ts';
import {
  labelKindSchema,
  labelViaSchema,
  policyActionSchema,
  policyRequestKindSchema,
  policyRequestStateSchema,
} from '../learning.ts';
import { modeSchema } from '../vocabulary.ts';
import { pageQuerySchema } from './views.ts';

const instant = z.iso.datetime({ offset: true });
const version = z.int().min(1).max(2_147_483_647);
const share = z.number().min(0).max(1);
const figures = z.record(z.string(), z.unknown());

/** The name of a policy. */
export const policyNameSchema = z
  .string()
  .regex(/^[a-z0-9][a-z0-9_.:-]{0,99}$/, 'expected the name of a policy, such as fleet');

const versionRefSchema = z.object({ name: z.string(), version });

/** A policy as GET /policies shows it. */
export const policyViewSchema = z.object({
  name: z.string(),
  /** The version that decides: of a regulated policy its head's, else the newest. Null: it has none yet, as nothing was changed, and its base decides. */
  live_version: version.nullable(),
  newest_version: version.nullable(),
  /** Of a regulated policy: the one that it departs from. Null: nothing changes it but a release. */
  base: versionRefSchema.nullable(),
  /** Null: it is not pinned. `by` is null for those who may not know who asks for it. */
  pinned: z.object({ version, by: z.string().nullable(), at: instant }).nullable(),
  /** When the regulator looked at it last. Business time. */
  cycled_at: instant.nullable(),
  updated_at: instant,
});
export type PolicyView = z.infer<typeof policyViewSchema>;

/** How a regulated policy did when the regulator looked at it last. The regulator keeps it as `standing` of the head's state. */
export const policyStandingSchema = z.object({
  /** Business time. */
  at: instant,
  /** What the regulator did, or why it did nothing: `published`, `too_few_labels`, …. */
  outcome: z.string().max(100),
  /** Decisions that were looked at, those of them with a label, and those in talk of one person with the agent. */
  decisions: z.int().min(0),
  labelled: z.int().min(0),
  one_to_one: z.int().min(0),
  /** Share of decisions that the tie-breaker was asked about, 0 to 1. */
  tiebreak_share: share,
  /** Share of each mode in talk of one person with the agent, 0 to 1. */
  shares: z.partialRecord(modeSchema, share),
  /** What presses, the worst first. `excess` is the value by its threshold: above 1 it presses. */
  pressures: z
    .array(
      z.object({
        name: z.string().max(100),
        value: z.number(),
        threshold: z.number(),
        excess: z.number(),
      }),
    )
    .max(100),
});
export type PolicyStanding = z.infer<typeof policyStandingSchema>;

const weightChange = z.object({
  parameter: z.string(),
  /** Null: this version does not have it. */
  from: z.number().nullable(),
  to: z.number().nullable(),
});

/** GET /policies/:name. */
export const policyDetailSchema = policyViewSchema.extend({
  /** Weights in which it departs from its base; empty of a policy that has none. */
  departures: z.array(weightChange),
  /** How it did when the regulator looked at it last; null: it has not, the policy is not regulated, or its figures tell of other agents too. */
  standing: policyStandingSchema
    .omit({ shares: true })
    .extend({
      /** With the band that is healthy. */
      shares: z.array(z.object({ mode: modeSchema, share, low: share, high: share })),
    })
    .nullable(),
  /** Digests that live, and how many of them decide by the live version; null of a policy that is not regulated. */
  adoption: z.object({ live: z.int(), adopted: z.int() }).nullable(),
  /** The same by digest, for operators and the person of the machine; null for everybody else. `version` null: it tells of none. */
  replicas: z.array(z.object({ worker_id: z.string(), version: version.nullable() })).nullable(),
});
export type PolicyDetail = z.infer<typeof policyDetailSchema>;

/** The query of GET /policies/:name/diff. */
export const policyDiffQuerySchema = z.object({
  /** Left out: the version of another policy that this one departs from, without one the newest version before `to`. */
  from: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
  /** Left out: the version that decides. */
  to: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
});

/** GET /policies/:name/diff: weights that differ, by name. */
export const policyDiffViewSchema = z.object({
  from: versionRefSchema,
  to: versionRefSchema,
  weights: z.array(weightChange),
});
export type PolicyDiffView = z.infer<typeof policyDiffViewSchema>;

/** GET /policies/:name/versions/:version. */
export const policyVersionViewSchema = z.object({
  name: z.string(),
  version,
  /** The version that it was made of; null of one that was shipped. */
  parent: versionRefSchema.nullable(),
  weights: z.record(z.string(), z.number()),
  /** Why it was made; null of one that was shipped. */
  reason: figures.nullable(),
  created_at: instant,
});
export type PolicyVersionView = z.infer<typeof policyVersionViewSchema>;

/** A change in the history of a policy: GET /policies/:name/history, latest first. */
export const policyChangeViewSchema = z.object({
  change_id: idSchema('policyChange'),
  policy: z.string(),
  action: policyActionSchema,
  version,
  /** The version that decided before; null: none did. */
  parent_version: version.nullable(),
  /** The weight that was moved, if it was one. */
  parameter: z.string().nullable(),
  value_before: z.number().nullable(),
  value_after: z.number().nullable(),
  /** What pressed for it. */
  pressure: z.string().nullable(),
  /** What was expected of it, and what came of it; null: nothing yet, or the figures tell of other agents too. */
  estimate: figures.nullable(),
  measured: figures.nullable(),
  /** When every live digest used it. */
  adopted_at: instant.nullable(),
  cause: z.string(),
  at: instant,
});
export type PolicyChangeView = z.infer<typeof policyChangeViewSchema>;

/** The body of POST /policies/:name/requests. */
export const policyRequestBodySchema = z
  .strictObject({
    kind: policyRequestKindSchema,
    /** The version to pin, to go back to, or to simulate. */
    version: version.optional(),
    /** Of a simulation: weights in place of those of the version, and how far back decisions are read. */
    weights: z.record(z.string().max(100), z.number()).optional(),
    days: z.int().min(1).max(90).optional(),
  })
  .refine(({ kind, version: asked }) => (kind !== 'pin' && kind !== 'rollback') || asked !== undefined, {
    error: 'expected "version"',
  })
  .refine(({ days, kind, weights }) => kind === 'simulate' || (days === undefined && weights === undefined), {
    error: 'expected "weights" and "days" of a simulation only',
  });
export type PolicyRequestBody = z.infer<typeof policyRequestBodySchema>;

/** A request as the API shows it. */
export const policyRequestViewSchema = z.object({
  request_id: idSchema('policyRequest'),
  kind: policyRequestKindSchema,
  policy: z.string(),
  version: version.nullable(),
  asked_by: z.string(),
  asked_at: instant,
  state: policyRequestStateSchema,
  /** What came of it; null while it is open. */
  outcome: figures.nullable(),
  done_at: instant.nullable(),
});
export type PolicyRequestView = z.infer<typeof policyRequestViewSchema>;

/** The query of lists of labels. */
export const labelQuerySchema = pageQuerySchema.extend({
  turn: turnIdSchema.optional(),
  kind: labelKindSchema.optional(),
});

/** A label as the API shows it. */
export const labelViewSchema = z.object({
  label_id: idSchema('label'),
  turn_id: turnIdSchema,
  thread_id: threadIdSchema,
  kind: labelKindSchema,
  wanted: modeSchema.nullable(),
  /** The mode that was taken. */
  mode: modeSchema,
  confidence: z.number(),
  given_via: labelViaSchema,
  reason: z.string(),
  given_by: z.string(),
  from_turn_id: turnIdSchema.nullable(),
  policy: versionRefSchema,
  /** Of a label that a review gave: how far the message can be meant in several ways, and how far each thing had a part in what was wrong, 0 to 1. */
  review: z.object({ ambiguity: z.number(), dimensions: z.record(z.string(), z.number()) }).nullable(),
  decided_at: instant,
  at: instant,
});
export type LabelView = z.infer<typeof labelViewSchema>;
