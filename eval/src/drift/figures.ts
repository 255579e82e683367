import { meanInterval } from '../intervals.ts';
import type { Nearest } from './nearness.ts';

/** What became of a message in the three arms. */
export interface Outcome {
  readonly life: string;
  /** Of the life: messages on the same topic are no independent evidence. */
  readonly topic: number;
  /** A thought stood in the context that shares no word stem with the message. */
  readonly drift: boolean;
  /** That, and it rests on the episode that the message is about. */
  readonly apt: boolean;
  readonly control: boolean;
  readonly none: boolean;
  /** The nearest thought of the arm, whatever line is drawn. */
  readonly near: { readonly drift: Nearest; readonly control: Nearest };
}

/** Shares of the messages in per cent, and the differences with the bounds of a bootstrap over topics. */
export function surfaced(outcomes: readonly Outcome[]) {
  return {
    messages: outcomes.length,
    topics: topicsOf(outcomes).length,
    drift: share(outcomes, ({ drift }) => drift),
    driftApt: share(outcomes, ({ apt }) => apt),
    control: share(outcomes, ({ control }) => control),
    none: share(outcomes, ({ none }) => none),
    againstControl: gain(outcomes, ({ control, drift }) => Number(drift) - Number(control)),
    againstNone: gain(outcomes, ({ drift, none }) => Number(drift) - Number(none)),
  };
}

/**
 * What the choice of a line is worth on lives that it was not chosen on: for each life the line with the largest distance between drift
 * and control on the other lives, and what surfaces beyond it on this one.
 */
export function crossValidated(outcomes: readonly Outcome[]) {
  const lives = [...new Set(outcomes.map(({ life }) => life))];
  const folds = lives.map((life) => {
    const line = chooseLine(outcomes.filter((outcome) => outcome.life !== life));
    const held = outcomes.filter((outcome) => outcome.life === life);
    return { life, line, held };
  });
  const judged = folds.flatMap(({ held, line }) =>
    held.map((outcome) => ({
      ...outcome,
      drift: isBeyond(outcome.near.drift, line),
      control: isBeyond(outcome.near.control, line),
    })),
  );
  const { againstControl, control, drift } = surfaced(judged);
  return {
    drift,
    control,
    againstControl,
    folds: folds.map(({ life, line }) => {
      const own = judged.filter((outcome) => outcome.life === life);
      return { life, line, drift: surfaced(own).drift, control: surfaced(own).control };
    }),
  };
}

/** The middle one of the lines that leave the largest distance. */
function chooseLine(outcomes: readonly Outcome[]): number {
  const lines = Array.from({ length: 51 }, (_, n) => round(0.15 + n / 100, 100));
  const distances = lines.map((line) =>
    outcomes.reduce(
      (sum, { near }) => sum + Number(isBeyond(near.drift, line)) - Number(isBeyond(near.control, line)),
      0,
    ),
  );
  const best = lines.filter((_, at) => distances[at] === Math.max(...distances));
  return best[Math.floor(best.length / 2)] as number;
}

function isBeyond({ cosine, wordless }: Nearest, line: number): boolean {
  return cosine >= line && wordless;
}

function topicsOf(outcomes: readonly Outcome[]): Outcome[][] {
  const topics = new Map<string, Outcome[]>();
  for (const outcome of outcomes) {
    const key = `${outcome.life} ${outcome.topic}`;
    topics.set(key, [...(topics.get(key) ?? []), outcome]);
  }
  return [...topics.values()];
}

function gain(outcomes: readonly Outcome[], of: (outcome: Outcome) => number) {
  const byTopic = topicsOf(outcomes).map(
    (own) => (100 * own.reduce((sum, one) => sum + of(one), 0)) / own.length,
  );
  const { high, low, mean } = meanInterval(byTopic);
  return { gain: round(mean, 10), bounds: [round(low, 10), round(high, 10)] };
}

function share(outcomes: readonly Outcome[], has: (outcome: Outcome) => boolean): number {
  return round((100 * outcomes.filter(has).length) / outcomes.length, 10);
}

function round(value: number, places: number): number {
  return Math.round(value * places) / places;
}
