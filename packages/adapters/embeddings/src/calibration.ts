/**
 * Where decisions on the raw cosine of two unit vectors lie for one model. Cosines of different models are not
 * comparable, so these numbers belong to a model id and travel with it.
 */
export interface Calibration {
  /** A message whose cosine to a topic's centroid reaches this belongs to the topic. */
  readonly sameTopicCosine: number;
  /** A message whose best cosine over all known topics stays below this is about something new. */
  readonly newTopicCosine: number;
  /** A message whose cosine to the running centroid of the last messages stays below this may open a topic. */
  readonly boundaryCosine: number;
}

/** Id of the default model: name, number form, version of our conversion. */
export const USE_LITE_ID = 'use-lite-en.int8.v1';

/**
 * Calibrations of the models that Salience knows; a user's model brings its own in its `config.json`.
 *
 * How the numbers of the default model were obtained, on development rows of public data (bank and assistant
 * questions by intent; small talk cut into segments by people). Topics were centroids of one to eight messages and
 * each further message was compared with five to twenty of them, its own among them or not.
 *
 * - same topic: with ten topics of three messages, 83 to 92 % of the questions on a known topic reach 0.60, and
 *   14 % of those on an unknown one (3 % of small talk; 71 % where all topics are about one bank).
 * - new topic: 1 to 2 % of the questions on a known topic stay below 0.45, and 43 % of those on an unknown one. Half of
 *   small talk that goes on stays below as well, so this number alone must not open a topic there.
 * - boundary: 0.38 is where the cosine to a running centroid (half old, half new) finds people's topic switches
 *   best: one alarm in three is right and two switches in three are found. A hint to combine, not a decision.
 *
 * Known and unknown overlap widely; between the first two numbers only other evidence can decide.
 */
export const CALIBRATIONS = {
  [USE_LITE_ID]: { sameTopicCosine: 0.6, newTopicCosine: 0.45, boundaryCosine: 0.38 },
} as const satisfies Readonly<Record<string, Calibration>>;
