import { isSalienceError } from '@salience/errors';
import {
  createGauge,
  type CycleResult,
  type Estimate,
  estimatePolicy,
  gatherEvidence,
  type LabelledDecision,
  type MeasuredDecision,
  modesUnder,
  type Pressure,
  pressuresOf,
  reach,
  type RecentRouting,
  recentRouting,
  type RegulatorState,
  regulate,
  regulateOffsets,
  type Review,
  standUnder,
} from '@salience/regulation';
import type { Policy } from '@salience/router';
import { type Mode, modes, reviewDimensions } from '@salience/contracts';

/** A review as it is stored, of a decision that is known by its id. */
export interface StoredReview {
  readonly turnId: string;
  readonly agrees: boolean;
  readonly confidence: number;
  readonly dimensions: Readonly<Record<string, number>>;
}

/** One cycle of a policy. */
export interface CycleTask {
  readonly kind: 'cycle';
  /** The fleet's, or the offsets of one agent. */
  readonly of: 'fleet' | 'agent';
  readonly state: RegulatorState;
  /** The policy that bounds are measured from. */
  readonly base: Policy;
  readonly reviews: readonly StoredReview[];
  readonly calibrationError: number | null;
  /** Business time in milliseconds. */
  readonly now: number;
  readonly nextVersion: number;
}

/** What stored decisions would have become under another policy. */
export interface SimulateTask {
  readonly kind: 'simulate';
  readonly live: Policy;
  readonly candidate: Policy;
}

export type Task = CycleTask | SimulateTask;

/** What all work on decisions tells. */
interface Counted {
  readonly decisions: number;
  readonly labelled: number;
  readonly people: number;
  /** Decisions that could not be read, such as those of a release that named its signals otherwise. */
  readonly unreadable: number;
}

export interface CycleDone extends Counted {
  readonly kind: 'cycle';
  readonly result: CycleResult;
  readonly routing: RecentRouting;
  readonly pressures: readonly Pick<Pressure, 'excess' | 'name' | 'threshold' | 'value'>[];
}

export interface SimulateDone extends Counted {
  readonly kind: 'simulate';
  /** Of the change of mean cost; below 0 the candidate is better. */
  readonly estimate: Estimate;
  /** How many decisions get each mode, under the policy that decides and under the candidate. */
  readonly live: Readonly<Record<Mode, number>>;
  readonly candidate: Readonly<Record<Mode, number>>;
}

export type Done = CycleDone | SimulateDone;

/** A share from which a dimension of a review has a part in what was wrong. */
const partMin = 0.5;
/** Probability with which each bound of a simulation may be wrong. */
const simulationTail = 0.05;

/** Takes decisions and then does one piece of work on them. Pure: the same decisions and task, the same result. */
export interface CycleWork {
  take(decisions: readonly LabelledDecision[]): void;
  done(): Done;
}

/** Makes it. At most `max` decisions are kept, the newest: what comes later is newer. */
export function createWork(task: Task, max: number): CycleWork {
  const gauge = createGauge(gaugePolicy(task));
  let rows: MeasuredDecision[] = [];
  let unreadable = 0;
  return {
    take(decisions) {
      for (const decision of decisions) {
        try {
          rows.push(gauge.measure(decision));
        } catch (error) {
          if (!isSalienceError(error)) throw error;
          unreadable += 1;
        }
      }
      // Not at every page: each cut copies what stays.
      if (rows.length > 2 * max) rows = rows.slice(-max);
    },
    done() {
      const evidence = gatherEvidence(gauge, rows.slice(-max));
      const { labelled, people } = evidence;
      const counted = { decisions: evidence.rows.length, labelled, people, unreadable };
      if (task.kind === 'cycle') return { kind: 'cycle', ...counted, ...cycled(task, evidence) };
      return { kind: 'simulate', ...counted, ...simulated(task, evidence) };
    },
  };
}

type Evidence = ReturnType<typeof gatherEvidence>;

/** The policy that names every weight which is asked about. */
function gaugePolicy(task: Task): Policy {
  if (task.kind === 'cycle') return task.state.policy;
  return { ...task.live, weights: { ...task.candidate.weights, ...task.live.weights } };
}

function cycled(task: CycleTask, evidence: Evidence): Pick<CycleDone, 'pressures' | 'result' | 'routing'> {
  const { base, calibrationError, nextVersion, now, state } = task;
  const reviews = reviewsOf(task.reviews, evidence.rows);
  const seen = { evidence, policy: state.policy, reviews, calibrationError, now };
  const pressures = pressuresOf(seen);
  const input = { state, evidence, pressures, now, nextVersion };
  return {
    result:
      task.of === 'fleet'
        ? regulate({ ...input, shipped: base })
        : regulateOffsets({ ...input, fleet: base }),
    routing: recentRouting(seen),
    pressures: pressures.map(({ excess, name, threshold, value }) => ({ excess, name, threshold, value })),
  };
}

/** Reviews of decisions that are there. One that the person's own word contradicts is overridden. */
function reviewsOf(stored: readonly StoredReview[], rows: readonly MeasuredDecision[]): Review[] {
  const byTurn = new Map(stored.map((review) => [review.turnId, review]));
  return rows.flatMap(({ decision }): Review[] => {
    const review = byTurn.get(decision.id);
    if (review === undefined) return [];
    const { label } = decision;
    return [
      {
        at: decision.at,
        signals: decision.signals,
        confidence: review.confidence,
        disagrees: review.agrees
          ? []
          : reviewDimensions.filter((dimension) => (review.dimensions[dimension] ?? 0) >= partMin),
        overridden: label !== null && label.by !== 'reflection' && label.kind === 'correct',
      },
    ];
  });
}

function simulated(
  { candidate, live }: SimulateTask,
  evidence: Evidence,
): Pick<SimulateDone, 'candidate' | 'estimate' | 'live'> {
  const count = (policy: Policy) => {
    const taken = modesUnder(evidence.gauge, evidence.rows, policy);
    const counts = modes.map((mode, place) => [mode, taken.filter((one) => one === place).length] as const);
    return Object.fromEntries(counts) as Record<Mode, number>;
  };
  const standing = standUnder(evidence, live, reach);
  return {
    estimate: estimatePolicy(standing, candidate, simulationTail),
    live: count(live),
    candidate: count(candidate),
  };
}
