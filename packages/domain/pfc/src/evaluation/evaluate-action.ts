import type { EvaluatedAs, MatchedGoal, RecentAction } from '@salience/contracts';
import {
  bounded,
  goalTerm,
  matchedOf,
  type Similarities,
  type WeighedGoal,
  weighGoals,
} from './goal-term.ts';
import { learn, type PastOutcome } from './learned.ts';
import { contentOf, likeness } from './overlap.ts';

/** An action that was evaluated before. */
export type PastAction = Pick<RecentAction, 'action' | 'channel' | 'decision' | 'at'>;

/** From what salience an action is done, and from what it is considered; 0 to 1, the second not above the first. */
export interface Thresholds {
  readonly act: number;
  readonly consider: number;
}

/** An action that is to be judged, and what is known around it. */
export interface ActionInput {
  readonly action: string;
  /** More words of it, such as the text that it answers. */
  readonly text?: string | null | undefined;
  /** A tool's name or what else outcomes are learned by; left out, the action's first word. */
  readonly kind?: string | null | undefined;
  readonly channel?: string | null | undefined;
  /** Somebody asked this agent. */
  readonly addressed: boolean;
  readonly urgent: boolean;
  readonly reversible: boolean;
  /** Active goals. */
  readonly goals: readonly WeighedGoal[];
  /** Actions of the last 24 hours, in any order. */
  readonly recent: readonly PastAction[];
  readonly outcomes: readonly PastOutcome[];
  readonly similarity?: Similarities | undefined;
  readonly now: Date;
  readonly thresholds?: Thresholds | undefined;
}

/** What salience was made of: each between 0 and 1, `learned` from −1. */
export interface Factors {
  readonly goal: number;
  readonly addressed: number;
  readonly urgent: number;
  readonly duplicate: number;
  readonly fatigue: number;
  readonly irreversible: number;
  readonly learned: number;
}

/** A judged action. */
export interface ActionEvaluation {
  readonly decision: EvaluatedAs;
  /** 0 to 1, two decimals. */
  readonly salience: number;
  readonly matchedGoals: readonly MatchedGoal[];
  readonly factors: Factors;
  /** "Salience 0.65 → act". */
  readonly reasoning: string;
  /** What outcomes of this action will be learned by; null where it has no word. */
  readonly kind: string | null;
}

export const defaultThresholds: Thresholds = { act: 0.5, consider: 0.3 };

/** What an action is worth that serves no goal: it is considered, not skipped. */
const base = 0.3;
const weights: Readonly<Record<keyof Factors, number>> = {
  goal: 0.5,
  addressed: 0.2,
  urgent: 0.1,
  duplicate: -0.3,
  fatigue: -0.1,
  irreversible: -0.1,
  learned: 0.15,
};
const factorNames = Object.keys(weights) as (keyof Factors)[];

/** Two actions whose words are alike by so much are one. */
const duplicateMin = 0.8;
/** Only so many of the newest actions are compared. */
const comparedMax = 20;
/** An agent that acted so often in a channel within an hour is tired of it. */
const tiredAt = 12;
const hourMs = 3_600_000;

/**
 * What an action is worth: goals that it serves, who asked, how urgent it is, whether it was just done, how much was done in its channel, whether it can be
 * undone, what came of its like. Decided on the salience with two decimals, as it is shown. Rises with priority, overlap and urgency. Never throws.
 */
export function evaluateAction(input: ActionInput): ActionEvaluation {
  const channel = input.channel ?? null;
  const kind = input.kind ?? kindOfAction(input.action);
  const weighed = weighGoals([input.action, input.text], input.goals, input.similarity);
  const factors: Factors = {
    goal: goalTerm(weighed.map(({ contribution }) => contribution)),
    addressed: Number(input.addressed),
    urgent: Number(input.urgent),
    duplicate: duplicateOf(input.action, input.recent),
    fatigue: fatigueOf(channel, input.recent, input.now),
    irreversible: Number(!input.reversible),
    learned: learn(weighed, { channel, kind }, input.outcomes, input.now).value,
  };
  const salience = hundredths(salienceOf(factors));
  const decision = decisionOf(salience, input.thresholds ?? defaultThresholds);
  const reasoning = `Salience ${salience.toFixed(2)} → ${decision}`;
  return { decision, salience, matchedGoals: matchedOf(weighed), factors, reasoning, kind };
}

/** The terms that make salience, each with its sign; they add up to it before it is held between 0 and 1. */
export function salienceOf(factors: Partial<Factors>): number {
  return bounded(factorNames.reduce((sum, name) => sum + weights[name] * (factors[name] ?? 0), base));
}

/** The decision on a salience: intervals that are open above. */
function decisionOf(salience: number, { act, consider }: Thresholds): EvaluatedAs {
  if (salience >= act) return 'act';
  return salience >= consider ? 'consider' : 'skip';
}

/** The first word of an action, in lower case; null where it has none. */
function kindOfAction(action: string): string | null {
  return action.toLowerCase().match(/[\p{L}\p{N}_]+/u)?.[0] ?? null;
}

function duplicateOf(action: string, recent: readonly PastAction[]): number {
  const words = contentOf(action);
  const newest = recent.toSorted((a, b) => b.at.getTime() - a.at.getTime()).slice(0, comparedMax);
  return Number(newest.some((past) => isSame(action, words, past.action)));
}

/** Alike in their words; what has no word that counts is compared as it is written. */
function isSame(action: string, words: ReadonlySet<string>, past: string): boolean {
  const others = contentOf(past);
  if (words.size === 0 && others.size === 0) return action.trim() === past.trim();
  return likeness(words, others) >= duplicateMin;
}

function fatigueOf(channel: string | null, recent: readonly PastAction[], now: Date): number {
  const from = now.getTime() - hourMs;
  const done = recent.filter(
    (past) => past.decision === 'act' && past.channel === channel && past.at.getTime() > from,
  );
  return bounded(done.length / tiredAt);
}

/** Two decimals; a half goes up, also where the machine's numbers fall short of it. */
function hundredths(value: number): number {
  return Math.round(value * 100 + 1e-9) / 100;
}
