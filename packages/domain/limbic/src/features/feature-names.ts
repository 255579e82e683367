/** Version of the meaning of the slots below: a model trained for another one must not be used. */
export const featureSchema = 'limbic-features.v1';

/**
 * What the slots of a feature vector hold, in their order. Every value lies in [-1, 1]; 0 where a slot does not apply.
 * All of them are relative to one fingerprint.
 */
export const featureNames = [
  /** How the declaration speaks of the event: 1 for, -1 against, 0 neither. */
  'match',
  /** 1 in a declared place, less with each level below it, 0 outside. */
  'place',
  /** 1 inside the declared hours and days, -1 outside, 0 if none are declared. */
  'active',
  'created',
  'modified',
  'deleted',
  'tick',
  'hour_sin',
  'hour_cos',
  'weekday_sin',
  'weekday_cos',
  /** Time since the module last woke the agent, in typical intervals, logarithmic; 1 if it never did. */
  'since_activation',
  /** Events of the last minute, logarithmic. */
  'burst',
  /** Logarithm of the size, 0 to 1; of a change, how much it grew (above 0) or shrank (below). */
  'size',
  /** What labels say of events like this one, from -1 (never useful) to 1. */
  'evidence',
  /** How far a value or a kind is from what is usual at its location. */
  'surprise',
] as const;
export type FeatureName = (typeof featureNames)[number];

/** Values in a feature vector, `F`. */
export const featureCount = featureNames.length;

/** Events in a window at most, `T`. */
export const windowLength = 10;

/** The place of a slot in the vector. */
export function slotOf(name: FeatureName): number {
  return featureNames.indexOf(name);
}
