import { type Mode, modes } from '@salience/contracts';
import { wilsonInterval } from '../evidence/statistics.ts';
import { fitRecalibration, type Judged, recalibrated, type Recalibration } from './recalibration.ts';

/** Decisions that one triage tells of. */
export interface JudgedDecision extends Judged {
  readonly mode: Mode;
}

/** How often a mode was right where somebody said so. */
export interface ModeScore {
  readonly mode: Mode;
  readonly decisions: number;
  readonly correct: number;
  /** Share of correct ones; 0 of none. */
  readonly share: number;
  /** Wilson's 95 % interval. */
  readonly low: number;
  readonly high: number;
}

/** One bar of a reliability diagram. */
export interface ReliabilityBin {
  /** Confidences from `from` to below `to`; the last bin holds 1 too. */
  readonly from: number;
  readonly to: number;
  readonly decisions: number;
  /** Means of the bin; 0 of none. */
  readonly confidence: number;
  readonly correct: number;
}

/** What a calibration found. */
export interface Calibration {
  readonly scores: readonly ModeScore[];
  readonly diagram: readonly ReliabilityBin[];
  /** Expected calibration error (Naeini et al., 2015), 0 to 1, over halves that the map was not fitted to: without a map and with it. */
  readonly errorBefore: number;
  readonly errorAfter: number;
  /** Fitted to all decisions. */
  readonly map: Recalibration;
  /** True when the map lowers the error on what it was not fitted to: only then it is worth publishing. */
  readonly helps: boolean;
}

const binCount = 10;

/** The bars of a reliability diagram: ten of equal width. */
function reliabilityDiagram(judged: readonly Judged[]): ReliabilityBin[] {
  return Array.from({ length: binCount }, (_, bin) => {
    const inside = judged.filter(
      ({ confidence }) => Math.min(Math.floor(confidence * binCount), binCount - 1) === bin,
    );
    const count = Math.max(inside.length, 1);
    return {
      from: bin / binCount,
      to: (bin + 1) / binCount,
      decisions: inside.length,
      confidence: inside.reduce((sum, { confidence }) => sum + confidence, 0) / count,
      correct: inside.filter(({ correct }) => correct).length / count,
    };
  });
}

/** Mean distance of confidence and correctness over the bars, each by its decisions; 0 of none. */
export function calibrationErrorOf(judged: readonly Judged[]): number {
  const sum = reliabilityDiagram(judged).reduce(
    (all, { confidence, correct, decisions }) => all + decisions * Math.abs(confidence - correct),
    0,
  );
  return sum / Math.max(judged.length, 1);
}

function scoreOf(mode: Mode, judged: readonly JudgedDecision[]): ModeScore {
  const own = judged.filter((each) => each.mode === mode);
  const correct = own.filter((each) => each.correct).length;
  const share = own.length === 0 ? 0 : correct / own.length;
  return { mode, decisions: own.length, correct, share, ...wilsonInterval(correct, own.length) };
}

/**
 * Scores the router's modes and its confidence against what was said of its decisions, in the order given. The error after is taken on
 * each half under a map fitted to the other; every second decision is of the second half. `version` becomes that of the map.
 */
export function calibrate(judged: readonly JudgedDecision[], version: number): Calibration {
  const halves = [0, 1].map((half) => judged.filter((_, at) => at % 2 === half));
  const mapped = halves.flatMap((half, at) => {
    const map = fitRecalibration(halves[1 - at] ?? [], version);
    return half.map(({ confidence, correct }) => ({ confidence: recalibrated(map, confidence), correct }));
  });
  const errorBefore = calibrationErrorOf(judged);
  const errorAfter = calibrationErrorOf(mapped);
  return {
    scores: modes.map((mode) => scoreOf(mode, judged)),
    diagram: reliabilityDiagram(judged),
    errorBefore,
    errorAfter,
    map: fitRecalibration(judged, version),
    helps: errorAfter < errorBefore,
  };
}
