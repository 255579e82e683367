import { z } from 'zod';

/** What brings a signal. */
export const signalSources = [
  'filesystem',
  'memory',
  'time',
  'network',
  'mail',
  'hook',
  'task',
  'host',
] as const;
export const signalSourceSchema = z.enum(signalSources);
export type SignalSource = z.infer<typeof signalSourceSchema>;

/** What happened at its location. `renamed`: a file that was known has this place now. */
export const deltaTypes = ['created', 'modified', 'deleted', 'renamed', 'tick'] as const;
export const deltaTypeSchema = z.enum(deltaTypes);
export type DeltaType = z.infer<typeof deltaTypeSchema>;

/** Characters of a location; what is longer is cut at its front, where it says least. */
export const locationCharsMax = 1_024;

const featureSchema = z.union([
  z.number(),
  z.boolean(),
  z.string().max(1_024),
  z.null(),
  z.array(z.string().max(200)).max(64),
]);
/** A fact about a signal. */
export type SignalFeature = z.infer<typeof featureSchema>;

/**
 * A change in the world, as a sense of the agent noticed it. By source, `features` hold: filesystem `path`, `extension` (with its dot, in lower case),
 * `size_bytes`, `previous_size_bytes`, `directory_depth` (below its root), `filename_tokens`, and of a burst `count`; memory `namespace`, `key`, `value_length`;
 * time `minutes_since_last_activation`; network `endpoint`, `status_code`, `content_hash`, `previous_hash`, `size_bytes`, and `value` of a page that is a number; mail
 * `sender`, `subject_tokens`, `asks` (0..1), `addressed`, `bulk`, `known`; hook `hook`, `action`; task `state`, `reason`, `task_source`; host `metric`, `value`, `previous_value`.
 * `text` holds words that came with it, for rules about words; no rule shows it.
 */
export const signalEventSchema = z.object({
  source: signalSourceSchema,
  /** Path, namespace, address of a page, sender: what it is about. `tick` of a clock. */
  location: z.string().min(1).max(locationCharsMax),
  delta_type: deltaTypeSchema,
  /** How large the change is, 0 to 1. */
  magnitude: z.number().min(0).max(1),
  /** When it happened, in seconds since 1970. */
  timestamp: z.number().min(0).max(32_503_680_000),
  features: z.record(z.string().max(64), featureSchema),
});
export type SignalEvent = z.infer<typeof signalEventSchema>;

/** The signal that tells pulse-sensor that modules or roots changed, or that signals wait. A hint: it looks by itself too. */
export const senseSignal = 'senses';
