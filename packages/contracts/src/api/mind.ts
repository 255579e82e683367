import { z } from 'zod';
import { idSchema, threadIdSchema, turnIdSchema } from '../ids.ts';
import { modeSchema, trustSchema, turnStateSchema } from '../vocabulary.ts';
import { policyStandingSchema } from './policies.ts';
import { pageQuerySchema } from './views.ts';

const instant = z.iso.datetime({ offset: true });
const day = z.iso.date();
const share = z.number().min(0).max(1);
const version = z.int().min(1);

/** The query of GET /thoughts. */
export const driftedQuerySchema = pageQuerySchema.extend({
  type: z.enum(['reflection', 'question', 'hypothesis']).optional(),
});

/** A thought that came while the agent was idle: what it rests on, and where it surfaced. */
export const driftedViewSchema = z.object({
  thought_id: idSchema('thought'),
  type: z.enum(['reflection', 'question', 'hypothesis']),
  text: z.string(),
  trust: trustSchema,
  /** How its first concept was chosen. */
  strategy: z.string(),
  /** Activation that reached its concepts. */
  energy: z.number(),
  model: z.string(),
  tokens: z.number().int(),
  /** The concept that it began with, then those that the activation reached, the strongest first. */
  concepts: z.array(
    z.object({ concept_id: z.string(), name: z.string(), energy: z.number(), seed: z.boolean() }),
  ),
  /** The episode that it rests on. */
  episode: z.object({ episode_id: z.string(), gist: z.string(), at: instant }).nullable(),
  thread_id: threadIdSchema,
  created_at: instant,
  /** From then on nothing finds it. */
  expires_at: instant,
  /** The turn that said it; null: it was not said. `outcome`: how that reached somebody, null while it is open. */
  said: z
    .object({
      turn_id: turnIdSchema,
      thread_id: threadIdSchema,
      at: instant,
      state: turnStateSchema,
      outcome: z.enum(['seen', 'delivered', 'undelivered', 'nothing']).nullable(),
    })
    .nullable(),
  /** How often replies named it. */
  used: z.object({ count: z.number().int(), last_at: instant }).nullable(),
  /** The mean of what people think of it, −1 to 1; null: nobody judged it. */
  judged: z.number().nullable(),
});
export type DriftedView = z.infer<typeof driftedViewSchema>;

/** GET /thoughts/:thought. */
export const driftedDetailSchema = driftedViewSchema.extend({
  /** Turns whose prompt held it, the latest first, at most 20, as far as what models were shown is still kept. */
  shown: z.array(z.object({ turn_id: turnIdSchema, thread_id: threadIdSchema, at: instant })),
});
export type DriftedDetail = z.infer<typeof driftedDetailSchema>;

const band = z.object({ mode: modeSchema, low: share, high: share });
const versionRef = z.object({ name: z.string(), version });

/** The query of GET /policies/:name/series. */
export const policySeriesQuerySchema = z.object({
  days: z.coerce.number().int().min(1).max(400).default(90),
});

/** GET /policies/:name/series: how a policy did day by day, and the weights of the versions that decided. */
export const policySeriesSchema = z.object({
  policy: z.string(),
  /** Bands in which the share of a mode is healthy. */
  bands: z.array(band),
  /** Days on which the regulator looked, oldest first. */
  days: z.array(
    z.object({
      day,
      at: instant,
      /** The version that decided. */
      decided: versionRef,
      /** What was found; null where the figures tell of other agents too. */
      standing: policyStandingSchema.omit({ at: true }).nullable(),
    }),
  ),
  /** The versions that these days name, and the one that decides now. */
  versions: z.array(versionRef.extend({ weights: z.record(z.string(), z.number()) })),
  /** The version that decides now. */
  decides: versionRef,
});
export type PolicySeries = z.infer<typeof policySeriesSchema>;

/** The query of GET /routing/shares. */
export const sharesQuerySchema = z.object({ days: z.coerce.number().int().min(1).max(31).default(28) });

const modeShare = z.object({ mode: modeSchema, decisions: z.int().min(0), share });

/** GET /routing/shares: how the agent's decisions about what people said fell to the modes. Days are UTC. */
export const routingSharesSchema = z.object({
  from: instant,
  to: instant,
  decisions: z.int().min(0),
  /** Of all days, with Wilson's 95 % interval (`likely_low` to `likely_high`) and the band that is healthy. */
  shares: z.array(modeShare.extend({ likely_low: share, likely_high: share, low: share, high: share })),
  /** Days with decisions, oldest first. */
  days: z.array(z.object({ day, decisions: z.int().min(0), shares: z.array(modeShare) })),
});
export type RoutingShares = z.infer<typeof routingSharesSchema>;

/** What a calibration keeps of how it found things. */
export const calibrationFiguresSchema = z.object({
  errorBefore: share,
  errorAfter: share,
  helps: z.boolean(),
  diagram: z.array(
    z.object({ from: share, to: share, decisions: z.int().min(0), confidence: share, correct: share }),
  ),
  scores: z.array(
    z.object({
      mode: modeSchema,
      decisions: z.int().min(0),
      correct: z.int().min(0),
      share,
      low: share,
      high: share,
    }),
  ),
});

/** GET /routing/calibration: how often decisions of a confidence are right. */
export const routingCalibrationSchema = z.object({
  /** The newest one; null: none was made that this release can read, as fewer than 50 decisions have a label. */
  calibration: z
    .object({
      version,
      at: instant,
      /** Labelled decisions that it was made of. */
      decisions: z.int().min(0),
      /** Null where the figures tell of other agents too. */
      figures: z
        .object({
          /** Expected calibration error, 0 to 1: of the confidence as it is, and by the map. */
          error_before: share,
          error_after: share,
          /** False: the map would not help, so confidences are left as they are. */
          helps: z.boolean(),
          /** Bars of the reliability diagram. `correct`: the share that was right, with Wilson's 95 % interval; `mapped`: what the map makes of the mean confidence. */
          bins: z.array(
            z.object({
              from: share,
              to: share,
              decisions: z.int().min(0),
              confidence: share,
              correct: share,
              low: share,
              high: share,
              mapped: share,
            }),
          ),
          /** By mode: how often it was right where somebody said so. */
          scores: z.array(
            z.object({ mode: modeSchema, decisions: z.int().min(0), share, low: share, high: share }),
          ),
        })
        .nullable(),
    })
    .nullable(),
});
export type RoutingCalibration = z.infer<typeof routingCalibrationSchema>;
