const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** How a seed is chosen: a concept that decays, a recent one, one from a salient episode, any. */
export const seedStrategies = ['decaying', 'recent', 'salient', 'random'] as const;
export type SeedStrategy = (typeof seedStrategies)[number];

/** The kinds of thought. */
export const thoughtTypes = ['reflection', 'question', 'hypothesis'] as const;
export type ThoughtType = (typeof thoughtTypes)[number];

/** The rules of idle thought. A change of any number is a new version. */
export const driftRules = Object.freeze({
  version: 2,
  /** Time between two thoughts of an agent, multiplied by a draw from `jitter`, or sometimes from the longer range below. */
  intervalMs: 300_000,
  jitter: [0.7, 1.3] as const,
  longGapChance: 0.1,
  longGap: [1.8, 2.5] as const,
  /** An agent without an episode in this time does not think. */
  episodeMs: 168 * hourMs,
  /** The costs of thoughts in this window must stay below the limit. */
  fatigueMs: 30 * minuteMs,
  fatigueMax: 2.5,
  fatigueOf: { reflection: 0.4, question: 0.5, hypothesis: 0.6 } satisfies Record<ThoughtType, number>,
  /** Window of the token budget. */
  budgetMs: 24 * hourMs,
  /** Cooldown of a concept after drift used it. */
  cooldownMs: 60 * minuteMs,
  strategyWeights: { decaying: 0.4, recent: 0.3, salient: 0.2, random: 0.1 } satisfies Record<
    SeedStrategy,
    number
  >,
  seedTries: 3,
  /** A concept counts as decaying if its weight fell below this share since it was last seen. */
  fadedBelow: 0.5,
  weakest: 5,
  latest: 20,
  /** Exponential rate at which the weight of a recent concept falls, per hour. */
  recencyRate: 0.02,
  salientMs: 7 * 24 * hourMs,
  /** Spreading activation: depth in relations, share passed on by each, and the activation below which it stops. */
  spreading: { depth: 2, decay: 0.7, cut: 0.3 },
  conceptsMax: 5,
  /** Earlier thoughts that a new one must not repeat. */
  earlierMax: 30,
  contentMin: 15,
  contentMax: 400,
  /** Share of a thought's words that its material must contain. */
  groundedMin: 0.6,
  /** Share of common words from which two thoughts count as the same. */
  repeatsFrom: 0.6,
  /** Added to the strength of a seed that was decaying. */
  reinforcement: 0.1,
  /** What people think of thoughts: the strength that a good one adds to its seed, and for how long a bad one keeps its seed from use. */
  judging: { reinforcement: 0.1, badFor: 14 * 24 * hourMs, strategyShare: 0.5 },
  /** When a thought is worth saying. */
  saying: {
    order: ['question', 'hypothesis', 'reflection'] as readonly ThoughtType[],
    energyFrom: { question: 0.4, hypothesis: 0.6, reflection: 0.9 } satisfies Record<ThoughtType, number>,
    /** Share of common words from which a thought says what was said lately. */
    repeatsFrom: 0.5,
    /** Only thoughts of this age are said. */
    freshMs: 24 * hourMs,
    dayMs: 24 * hourMs,
    /** Exchanges of each of the latest threads that count as said lately. */
    recent: 6,
  },
  lifeMs: 7 * 24 * hourMs,
});
