const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** How a seed is chosen: something that fades, something of late, something that mattered, anything. */
export const seedStrategies = ['decaying', 'recent', 'salient', 'random'] as const;
export type SeedStrategy = (typeof seedStrategies)[number];

/** The kinds of thought. */
export const thoughtTypes = ['reflection', 'question', 'hypothesis'] as const;
export type ThoughtType = (typeof thoughtTypes)[number];

/** The rules of idle thought. A change of any number is a new version. */
export const driftRules = Object.freeze({
  version: 1,
  /** Between two thoughts of an agent: this long times a draw from 0.7 to 1.3, and now and then times one from 1.8 to 2.5. */
  intervalMs: 300_000,
  jitter: [0.7, 1.3] as const,
  longGapChance: 0.1,
  longGap: [1.8, 2.5] as const,
  /** Without an episode within this time there is nothing to think about. */
  episodeMs: 168 * hourMs,
  /** Thoughts tire: their costs within the window must stay below the limit. */
  fatigueMs: 30 * minuteMs,
  fatigueMax: 2.5,
  fatigueOf: { reflection: 0.4, question: 0.5, hypothesis: 0.6 } satisfies Record<ThoughtType, number>,
  /** Tokens are counted over this time. */
  budgetMs: 24 * hourMs,
  /** A concept rests for this long after drift dwelt on it. */
  cooldownMs: 60 * minuteMs,
  strategyWeights: { decaying: 0.4, recent: 0.3, salient: 0.2, random: 0.1 } satisfies Record<
    SeedStrategy,
    number
  >,
  seedTries: 3,
  /** A concept fades when it weighs less than this share of what it did when it was last seen. */
  fadedBelow: 0.5,
  weakest: 5,
  latest: 20,
  /** How fast what is recent stops being so, per hour. */
  recencyRate: 0.02,
  salientMs: 7 * 24 * hourMs,
  /** Activation: relations deep, share that each leaves, and what is too little to go on. */
  spreading: { depth: 2, decay: 0.7, cut: 0.3 },
  conceptsMax: 5,
  /** Earlier thoughts that a new one must not repeat. */
  earlierMax: 30,
  contentMin: 15,
  contentMax: 400,
  /** Share of a thought's words that its material must hold. */
  groundedMin: 0.6,
  /** Shared words from which a thought says the same as another. */
  repeatsFrom: 0.6,
  /** Added to the strength of a seed that was fading. */
  reinforcement: 0.1,
  lifeMs: 7 * 24 * hourMs,
});
