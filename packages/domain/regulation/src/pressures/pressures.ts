import { type Mode, modes } from '@salience/contracts';
import type { Policy } from '@salience/router';
import type { Evidence } from '../evidence/evidence.ts';
import type { MeasuredDecision } from '../evidence/measure.ts';
import { wilsonInterval } from '../evidence/statistics.ts';
import { misroutePressures } from './misroutes.ts';
import type { Move, Pressure } from './pressure.ts';
import { type Review, reviewPressures } from './reviews.ts';

/** Shares of the modes that are healthy in talk of one person with the agent. */
export const healthyShares: Readonly<Record<Mode, { readonly low: number; readonly high: number }>> = {
  RESPOND: { low: 0.5, high: 0.75 },
  CLARIFY: { low: 0.08, high: 0.2 },
  ACT: { low: 0.05, high: 0.15 },
  ACKNOWLEDGE: { low: 0.03, high: 0.12 },
  IGNORE: { low: 0, high: 0.02 },
};

const pressureRules = {
  /** Pressures are read from so many hours of business time, the newest decisions of them. */
  hours: 24,
  newest: 1_000,
  /** Decisions below which nothing presses. */
  decisionsMin: 10,
  /** Share of decisions that the tie-breaker is asked about, and mean gap between confidence and correctness. */
  tiebreaks: 0.2,
  calibrationError: 0.1,
  /** No pressure counts for more: a share near nothing would otherwise outweigh all others. */
  excessMax: 10,
} as const;

/** What pressures are read from. */
export interface PressureInput {
  readonly evidence: Evidence;
  readonly policy: Policy;
  readonly reviews: readonly Review[];
  /** Expected calibration error, 0 to 1 (`calibrate`); null where it is not known. */
  readonly calibrationError: number | null;
  /** Business time in milliseconds. */
  readonly now: number;
}

/** Mode shares and tie-breaks of recent decisions, for gauges. */
export interface RecentRouting {
  readonly decisions: number;
  readonly tiebreakShare: number;
  /** Of decisions in talk of one person with the agent. */
  readonly shares: Readonly<Record<Mode, number>>;
  readonly oneToOne: number;
}

const hourMs = 3_600_000;

/** The decisions that pressures are read from. What was only overheard is decided by whoever took it in. */
function recentOf({ evidence, now }: PressureInput): readonly MeasuredDecision[] {
  return evidence.rows
    .filter(({ decision }) => decision.at > now - pressureRules.hours * hourMs && decision.at <= now)
    .filter(({ signals }) => signals.overheard !== 1)
    .toSorted((a, b) => a.decision.at - b.decision.at)
    .slice(-pressureRules.newest);
}

/** How decisions were routed lately. */
export function recentRouting(input: PressureInput): RecentRouting {
  const recent = recentOf(input);
  const alone = recent.filter(({ signals }) => signals.speaker_count <= 1);
  const share = (mode: Mode) =>
    alone.filter(({ decision }) => decision.taken === mode).length / Math.max(alone.length, 1);
  const asked = recent.filter(({ decision }) => decision.tiebreak !== null).length;
  return {
    decisions: recent.length,
    tiebreakShare: asked / Math.max(recent.length, 1),
    shares: Object.fromEntries(modes.map((mode) => [mode, share(mode)])) as Record<Mode, number>,
    oneToOne: alone.length,
  };
}

/** Moves for the base of a mode; that of silence counts against it. */
function baseMoves(mode: Mode, up: boolean, policy: Policy): Move[] {
  const name = `${mode.toLowerCase()}.base` as Move['name'];
  const direction = up === (mode !== 'IGNORE') ? 1 : -1;
  return policy.weights[name] === undefined ? [] : [{ name, direction }];
}

/** A mode presses when its share lies outside of its band beyond chance. */
function sharePressures({ oneToOne, shares }: RecentRouting, policy: Policy): Pressure[] {
  return modes.flatMap((mode) => {
    const { high, low } = healthyShares[mode];
    const value = shares[mode];
    const likely = wilsonInterval(value * oneToOne, oneToOne);
    const name = `share_${mode.toLowerCase()}`;
    if (likely.low > high)
      return pressing(`${name}_high`, value, high, value / high, baseMoves(mode, false, policy));
    if (likely.high < low)
      return pressing(`${name}_low`, value, low, low / Math.max(value, 1e-9), baseMoves(mode, true, policy));
    return [];
  });
}

/** What may answer a tie-breaker that is asked too often: every margin, the narrower way. */
function marginMoves(policy: Policy): Move[] {
  return (Object.keys(policy.weights) as Move['name'][])
    .filter((name) => name.startsWith('tiebreaker_'))
    .map((name): Move => ({ name, direction: name === 'tiebreaker_act_chosen' ? 1 : -1 }));
}

function pressing(name: string, value: number, threshold: number, excess: number, moves: Move[]): Pressure[] {
  return moves.length === 0 ? [] : [{ name, value, threshold, excess, moves }];
}

/**
 * What presses, the worst first; a draw goes to the first name. Each is its value by its threshold, so that none of a larger scale hides
 * another, and each names what may answer it. A pressure is a reason to look, never a proof: a change must lower the labelled cost.
 */
export function pressuresOf(input: PressureInput): Pressure[] {
  const { calibrationError, evidence, now, policy, reviews } = input;
  const recent = recentOf(input);
  if (recent.length < pressureRules.decisionsMin) return [];
  const routing = recentRouting(input);
  const margins = marginMoves(policy);
  const { calibrationError: errorMax, tiebreaks } = pressureRules;
  const error = calibrationError ?? 0;
  const bothWays = margins.flatMap((move): Move[] => [
    move,
    { ...move, direction: move.direction === 1 ? -1 : 1 },
  ]);
  return [
    ...misroutePressures(evidence, recent),
    ...sharePressures(routing, policy),
    ...pressing('tiebreaks', routing.tiebreakShare, tiebreaks, routing.tiebreakShare / tiebreaks, margins),
    ...reviewPressures(reviews, now, (name) => policy.weights[name] !== undefined),
    ...pressing('miscalibration', error, errorMax, error / errorMax, bothWays),
  ]
    .map((pressure) => ({ ...pressure, excess: Math.min(pressure.excess, pressureRules.excessMax) }))
    .toSorted((a, b) => b.excess - a.excess || (a.name < b.name ? -1 : 1));
}
