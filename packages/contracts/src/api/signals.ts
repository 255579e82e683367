import { z } from 'zod';
import { activationStateSchema, escalationReasonSchema } from '../escalation.ts';
import { fingerprintSchema } from '../fingerprint.ts';
import { idSchema, threadIdSchema, turnIdSchema } from '../ids.ts';
import { instantSchema } from '../instant.ts';
import { deltaTypeSchema, signalEventSchema, signalSourceSchema } from '../signal.ts';
import { feedbackViewSchema } from './feedback-view.ts';
import { pageQuerySchema } from './views.ts';

const instant = z.iso.datetime({ offset: true });
const share = z.number().min(0).max(1);

/** The name of a module: `module_id` of its fingerprint. */
export const moduleNameSchema = fingerprintSchema.shape.module_id;

/** The body of POST /modules: a fingerprint. What is wrong with one is told field by field, so it is read by its own rules and not by those of bodies. */
export const moduleRequestSchema = z.record(z.string(), z.unknown());

/** The body of PATCH /modules/:module. */
export const moduleChangeSchema = z
  .strictObject({
    /** `paused`: its signals are not judged. `active` also ends a pause that was made because its wakes were of no use. */
    state: z.enum(['active', 'paused']).optional(),
    /** From this score on it wakes, 0 to 1: nothing that is learned changes it. Null: what is learned counts, before that what the module declares. */
    threshold: z.number().nullable().optional(),
  })
  .refine(({ state, threshold }) => state !== undefined || threshold !== undefined, {
    error: 'expected "state" or "threshold"',
  });
export type ModuleChange = z.infer<typeof moduleChangeSchema>;

/** A module as the API shows it. */
export const moduleViewSchema = z.object({
  /** `module_id` of its fingerprint. */
  name: z.string(),
  cluster: z.string(),
  version: z.string(),
  state: z.enum(['active', 'paused', 'removed']),
  /** What a person set; null: what was learned counts, before that what the module declares. */
  threshold: share.nullable(),
  last_wake_at: instant.nullable(),
  /** Until then its wakes are shown and not asked, because they were of no use. */
  breaker_until: instant.nullable(),
  /** SHA-256 of the fingerprint, hex. */
  hash: z.string(),
  fingerprint: fingerprintSchema,
  created_at: instant,
  updated_at: instant,
});
export type ModuleView = z.infer<typeof moduleViewSchema>;

/** The answer to POST /modules. `same`: it was registered just so before, and keeps everything that was learned. */
export const registeredModuleSchema = moduleViewSchema.extend({
  outcome: z.enum(['new', 'changed', 'same']),
});
export type RegisteredModule = z.infer<typeof registeredModuleSchema>;

/** A version of the model of a cluster. */
export const limbicModelViewSchema = z.object({
  cluster: z.string(),
  version: z.number().int(),
  /** The version that it was trained from; 0: none. */
  parent: z.number().int(),
  /** True of the one that scores now. Where none does, the rule of the fingerprint leads. */
  active: z.boolean(),
  /** Whether it did better than the one before on labels that neither had seen. */
  promoted: z.boolean(),
  reason: z.string(),
  /** The thresholds that it learned, by module. */
  thresholds: z.record(z.string(), z.number()).optional(),
  metrics: z.record(z.string(), z.unknown()),
  /** Of weights and heads, hex. */
  sha256: z.string(),
  /** The version of the features that it was trained on. */
  schema: z.string(),
  made_at: instant,
});
export type LimbicModelView = z.infer<typeof limbicModelViewSchema>;

/** The body of POST /modules/:module/models: the version that scores from now on; 0: none, the rule leads. */
export const modelChoiceSchema = z.strictObject({ version: z.number().int().min(0).max(2_147_483_647) });

/** The query of GET /signals. */
export const signalQuerySchema = pageQuerySchema.extend({
  source: signalSourceSchema.optional(),
  /** Only those that this module judged. */
  module: moduleNameSchema.optional(),
  /** `true`: only those that woke the agent, or are told with others that did; `false`: only those that were judged and did not. */
  woke: z.enum(['true', 'false']).optional(),
});

/** A signal as lists show it. */
export const signalViewSchema = z.object({
  signal_id: idSchema('signal'),
  source: signalSourceSchema,
  location: z.string(),
  delta_type: deltaTypeSchema,
  /** How large the change is, 0 to 1. */
  magnitude: share,
  /** The agent did it: it never wakes. */
  own: z.boolean(),
  /** When it happened, and when it was taken in. */
  at: instant,
  taken_at: instant,
});
export type SignalView = z.infer<typeof signalViewSchema>;

/** How a signal was judged for one module. */
export const judgementViewSchema = z.object({
  module: z.string(),
  cluster: z.string(),
  reason: escalationReasonSchema,
  /** The same in a sentence. */
  why: z.string(),
  /** Null: it was not scored. */
  score: z.number().nullable(),
  /** By the fingerprint alone. */
  rule: z.number().nullable(),
  /** By the model of the cluster; null where it has no say. */
  learned: z.number().nullable(),
  threshold: z.number(),
  /** The version of the model; 0: none. */
  version: z.number().int(),
  activation_id: idSchema('activation').nullable(),
  /** Null without an activation, or where it was deleted meanwhile. */
  activation_state: activationStateSchema.nullable(),
});
export type JudgementView = z.infer<typeof judgementViewSchema>;

/** A signal in the list, with what became of it. */
export const listedSignalSchema = signalViewSchema.extend({
  /** What became of it, in a sentence. */
  why: z.string(),
  /** Of the module that was named, else of the one that it mattered most to; null: nobody judged it, or not yet. */
  judged: judgementViewSchema.nullable(),
  /** What somebody thought of the activation that it opened or joined, 0 to 1; null: nobody said. */
  label: share.nullable(),
});
export type ListedSignal = z.infer<typeof listedSignalSchema>;

/** `wake`: it asks the agent. `look`: it is shown in the review inbox, and never asked. */
const activationKindSchema = z.enum(['look', 'wake']);

/** The query of GET /activations. */
export const activationQuerySchema = pageQuerySchema.extend({
  state: activationStateSchema.optional(),
  kind: activationKindSchema.optional(),
  module: moduleNameSchema.optional(),
  /** `true`: only those that nobody has labelled. */
  unlabelled: z.enum(['true', 'false']).optional(),
});

/** A signal as an activation keeps it. */
const keptEventSchema = z.object({
  source: signalSourceSchema,
  location: z.string(),
  delta_type: deltaTypeSchema,
  at: instant,
});
export type KeptEvent = z.infer<typeof keptEventSchema>;

/** An activation as lists show it. */
export const activationViewSchema = z.object({
  activation_id: idSchema('activation'),
  cluster: z.string(),
  /** Null where several modules may be meant: `candidates`. */
  module: z.string().nullable(),
  candidates: z.array(z.string()),
  kind: activationKindSchema,
  state: activationStateSchema,
  reason: escalationReasonSchema,
  why: z.string(),
  /** The highest of its signals, with the threshold that it was compared with. */
  score: z.number(),
  threshold: z.number(),
  /** The version of the model that scored; 0: none. */
  version: z.number().int(),
  /** How many signals it stands for, and the latest of them. */
  count: z.number().int(),
  latest: keptEventSchema.nullable(),
  /** What was asked; null before that. */
  question: z.string().nullable(),
  turn_id: turnIdSchema.nullable(),
  opened_at: instant,
  due_at: instant,
  asked_at: instant.nullable(),
  /** When its question was found in what a model was shown. */
  heard_at: instant.nullable(),
  /** From 0, of no use, to 1; null: nobody said. */
  label: share.nullable(),
  /** The module that was meant, of one that asked about several. */
  choice: z.string().nullable(),
  labelled_by: z.string().nullable(),
  labelled_at: instant.nullable(),
});
export type ActivationView = z.infer<typeof activationViewSchema>;

/** GET /signals/:signal: the signal with how each module judged it. */
export const signalDetailSchema = signalViewSchema.extend({
  features: signalEventSchema.shape.features,
  /** What became of it, in a sentence. */
  why: z.string(),
  judged: z.array(judgementViewSchema),
  /** What it opened or joined. Absent in answers of older servers. */
  activations: z.array(activationViewSchema).optional(),
  /** Clusters that have not judged it yet. */
  waits_for: z.array(z.string()),
});
export type SignalDetail = z.infer<typeof signalDetailSchema>;

/** GET /activations/:activation: with what was judged, and how. */
export const activationDetailSchema = activationViewSchema.extend({
  /** What was put into the question, by placeholder. */
  values: z.record(z.string(), z.string()).nullable(),
  /** The question as it would be asked; null of one that was asked, and where no module is left to ask it. */
  would_ask: z.string().nullable(),
  /** Ids of its signals, the first fifty. */
  signals: z.array(idSchema('signal')),
  /** The window that was judged, oldest first: the last one is the signal that passed. */
  window: z.array(keptEventSchema.extend({ burst: z.number(), surprise: z.number() })),
  /** What its signal was for the score, by feature, -1 to 1. Absent in answers of older servers. */
  features: z.record(z.string(), z.number()).optional(),
  /** How its first signal was judged, with the parts of the score. */
  judged: z.array(judgementViewSchema),
  feedback: z.array(feedbackViewSchema),
});
export type ActivationDetail = z.infer<typeof activationDetailSchema>;

/** The query of GET /modules/:module/scores. Left out: the last 24 hours. */
export const scoresQuerySchema = z
  .object({
    from: instantSchema.optional(),
    to: instantSchema.optional(),
    /** Into how many parts of equal length the time is divided. */
    buckets: z.coerce.number().int().min(1).max(400).default(120),
  })
  .refine(({ from, to }) => (from === undefined) === (to === undefined), {
    error: 'expected both "from" and "to", or neither',
  })
  .refine(({ from, to }) => from === undefined || to === undefined || Date.parse(from) < Date.parse(to), {
    error: 'expected "to" behind "from"',
  });

/** How a module judged the signals of a part of the time. */
const scoreBucketSchema = z.object({
  at: instant,
  /** Signals that it judged, and those of them that were scored. */
  judged: z.number().int(),
  scored: z.number().int(),
  /** Null where none was scored. */
  lowest: z.number().nullable(),
  mean: z.number().nullable(),
  highest: z.number().nullable(),
  /** The highest that one was compared with: it moves when somebody sets it, and by what is learned. */
  threshold: z.number().nullable(),
  /** How many by outcome. */
  reasons: z.partialRecord(escalationReasonSchema, z.number().int()),
});
export type ScoreBucket = z.infer<typeof scoreBucketSchema>;

/** GET /modules/:module/scores. */
export const moduleScoresSchema = z.object({
  module: z.string(),
  from: instant,
  to: instant,
  /** The length of a part, in milliseconds. */
  width_ms: z.number(),
  /** From then on signals were read: at most so many of the latest are, and they are deleted some time after they came. */
  since: instant,
  /** Parts without a signal are left out; in order of time. */
  buckets: z.array(scoreBucketSchema),
  /** What it asked, or what is shown for a look, in that time, at most 200, latest first. */
  activations: z.array(activationViewSchema),
});
export type ModuleScores = z.infer<typeof moduleScoresSchema>;

/** The body of POST /pulse/simulate: a module by its name, or a fingerprint that nobody has registered. */
export const simulationRequestSchema = z
  .strictObject({
    module: moduleNameSchema.optional(),
    fingerprint: moduleRequestSchema.optional(),
    /** How far back, in days. */
    days: z.int().min(1).max(90).default(7),
    /** Default: that of the module, else the one that the fingerprint declares. */
    threshold: z.number().optional(),
  })
  .refine(({ fingerprint, module }) => (fingerprint === undefined) !== (module === undefined), {
    error: 'expected "module" or "fingerprint"',
  });
export type SimulationRequest = z.input<typeof simulationRequestSchema>;

/** The answer to POST /pulse/simulate. */
export const simulationViewSchema = z.object({
  module: z.string(),
  threshold: share,
  /** The time that was looked at. Signals are deleted some time after they came, and at most so many are read: it may be less than what was asked for. */
  since: instant,
  days: z.number(),
  /** Signals of that time; those that the module declares; those whose score reaches the threshold; wakes, after the module's pauses. */
  signals: z.number().int(),
  routed: z.number().int(),
  passed: z.number().int(),
  wakes: z.number().int(),
  wakes_per_day: z.number(),
  /** The latest wakes, at most 20, latest first. */
  examples: z.array(
    keptEventSchema.extend({ signal_id: idSchema('signal'), score: share, question: z.string() }),
  ),
});
export type SimulationView = z.infer<typeof simulationViewSchema>;

/** The body of POST /hooks/wake, in the form of OpenClaw's webhook of that name. */
export const wakeRequestSchema = z.strictObject({
  /** What happened. */
  text: z.string().trim().min(1).max(4_000),
  /** `next-heartbeat`: nobody is told of the turn that it begins. */
  mode: z.enum(['now', 'next-heartbeat']).default('now'),
});
export type WakeRequest = z.input<typeof wakeRequestSchema>;

/** The answer to POST /hooks/wake. */
export const wokenSchema = z.object({ turn_id: turnIdSchema, thread_id: threadIdSchema });
export type Woken = z.infer<typeof wokenSchema>;
