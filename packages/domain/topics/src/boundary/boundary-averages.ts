import { cosine, mix } from '../vectors.ts';
import type { BoundaryState, Level } from './boundary-state.ts';
import { packVector, unpackVector } from './packed-vector.ts';
import type { HeardVector, HeardVectors } from './heard-vectors.ts';

/** Weight of the newest message in the fast average, which reaches back over about four. */
const fastAlpha = 2 / 5;
/** In the slow one, which reaches back over about eighteen. */
const slowAlpha = 2 / 19;
const leak = 0.6;
const driftShare = 0.6;
const surpriseShare = 0.4;
/** No level is known well enough after a few messages to make more of a jump than this. */
const deviationsMax = 4;
const accumulatedMax = 12;
/** Cosines vary by at least this, however even the first messages are. */
const deviationMin = 0.02;

/** What the two averages say of a message, before they take it up. */
export interface Averages {
  /** How unusually far the fast average leaves the slow one, in deviations, -4 to 4. */
  readonly drift: number;
  /** How unusually little the message resembles the nearest of the last three, in deviations, 0 to 4. */
  readonly surprise: number;
  /** Both piled up and leaking away, 0 to 12. */
  readonly accumulated: number;
  /** The parts of the state after a message that begins a matter as far as `chance` says, 0 to 1: so far the averages start over with it. */
  readonly next: (
    chance: number,
  ) => Pick<BoundaryState, 'fast' | 'slow' | 'apart' | 'nearness' | 'accumulated'>;
}

function deviations(value: number, level: Level | null): number {
  if (level === null) return 0;
  const unit = Math.max(Math.sqrt(level.variance), deviationMin);
  return Math.min(Math.max((value - level.mean) / unit, -deviationsMax), deviationsMax);
}

function learn(level: Level | null, value: number): Level {
  if (level === null) return { mean: value, variance: 0 };
  const away = value - level.mean;
  return {
    mean: level.mean + slowAlpha * away,
    variance: (1 - slowAlpha) * (level.variance + slowAlpha * away * away),
  };
}

/** Takes a message into the averages. Without a vector nothing is learned and what piled up leaks away. */
export function stepAverages(
  state: BoundaryState,
  heard: HeardVectors,
  message: HeardVector | null,
): Averages {
  const { apart, nearness } = state;
  const { fast, slow } = heard;
  if (message === null || fast === null || slow === null) {
    const packed = message === null ? null : message.packed;
    const accumulated = leak * state.accumulated;
    const kept = { fast: state.fast ?? packed, slow: state.slow ?? packed, apart, nearness };
    const next = (chance: number) => ({ ...kept, accumulated: (1 - chance) * accumulated });
    return { drift: 0, surprise: 0, accumulated, next };
  }
  // What is kept is one byte a number; the message itself is taken as exactly as what it is mixed with.
  const kept = unpackVector(message.packed);
  const faster = mix(fast, kept, fastAlpha);
  const slower = mix(slow, kept, slowAlpha);
  const distance = 1 - cosine(faster, slower);
  const near = Math.max(...heard.recent.map((vector) => cosine(message.vector, vector)));
  const drift = deviations(distance, apart);
  const surprise = Number.isFinite(near) ? Math.max(0, -deviations(near, nearness)) : 0;
  const input = driftShare * Math.max(0, drift) + surpriseShare * surprise;
  const accumulated = Math.min(leak * state.accumulated + input, accumulatedMax);
  return {
    drift,
    surprise,
    accumulated,
    next: (chance) => ({
      fast: packVector(mix(faster, kept, chance)),
      slow: packVector(mix(slower, kept, chance)),
      apart: learn(apart, distance),
      nearness: Number.isFinite(near) ? learn(nearness, near) : nearness,
      accumulated: (1 - chance) * accumulated,
    }),
  };
}
