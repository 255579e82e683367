import type { Fingerprint } from '@salience/contracts';
import { countEvidence, type Evidence, readRows } from '../evidence/evidence.ts';
import { featureCount, windowLength } from '../features/feature-names.ts';
import { seeded, shuffled } from '../lstm/random.ts';
import { type Sample, train } from '../lstm/train.ts';
import { windowMatrix } from '../window/window-matrix.ts';
import { identity } from './calibrate.ts';
import type { Labelled } from './labelled.ts';
import type { ModuleModel } from './model.ts';

/** What labels come to, before it is measured. */
export interface Fit {
  readonly weights: Float32Array;
  readonly modules: Readonly<Record<string, ModuleModel>>;
}

/** What a fit needs beside labels. */
export interface FitContext {
  readonly fingerprints: ReadonlyMap<string, Fingerprint>;
  readonly base: Float32Array;
  readonly seed: number;
  readonly zone: string;
}

/** Of each module so many labels, the latest, are learned from. */
const labelsMax = 1_000;
const folds = 5;
/** How much more a label of the rarer kind may count. */
const balanceMax = 4;

/**
 * Evidence for each module, and weights that learned to use it. For training, the evidence of a window is counted without the labels of its fold: a label
 * that had gone into its own evidence would teach the LSTM to believe evidence blindly.
 */
export function fitLabels(rows: readonly Labelled[], context: FitContext): Fit {
  const modules: Record<string, ModuleModel> = {};
  const samples: Sample[] = [];
  for (const [id, fingerprint] of context.fingerprints) {
    const own = rows.filter(({ moduleId }) => moduleId === id).slice(-labelsMax);
    const read = readRows(
      own.map(({ window, label }) => ({ events: window.events, useful: label > 0.5 })),
      fingerprint,
      context.zone,
    );
    const useful = own.map(({ label }) => label > 0.5);
    const evidence = countEvidence(read, useful);
    modules[id] = {
      labels: own.length,
      calibration: identity,
      ...(evidence === undefined ? {} : { evidence }),
    };
    const withheld = withheldEvidence(read, useful, context.seed);
    samples.push(...own.map((row, n) => sampleOf(row, fingerprint, withheld[n], context.zone)));
  }
  const { weights } = train(balanced(samples), {
    start: context.base,
    seed: context.seed,
    epochs: 8,
    batchSize: 16,
    learningRate: 3e-4,
    decay: 0.05,
    anchored: true,
    clipNorm: 1,
  });
  return { weights, modules };
}

/** For each row the evidence of the rows of other folds: its own label is not in it. */
export function withheldEvidence(
  read: readonly ReadonlySet<string>[],
  useful: readonly boolean[],
  seed: number,
): (Evidence | undefined)[] {
  const order = shuffled([...read.keys()], seeded(seed));
  const foldOf = new Map(order.map((row, place) => [row, place % folds]));
  const counted = Array.from({ length: folds }, (_, fold) => {
    const others = [...read.keys()].filter((row) => foldOf.get(row) !== fold);
    return countEvidence(
      others.map((row) => read[row] as ReadonlySet<string>),
      others.map((row) => useful[row] === true),
    );
  });
  return useful.map((_, row) => {
    const evidence = counted[foldOf.get(row) ?? 0];
    // It stands for the evidence of all labels.
    return evidence && { ...evidence, labels: useful.length };
  });
}

function sampleOf(
  row: Labelled,
  fingerprint: Fingerprint,
  evidence: Evidence | undefined,
  zone: string,
): Sample {
  const { matrix, length } = windowMatrix(row.window, fingerprint, evidence, zone);
  const window = new Float32Array(matrix.length);
  window.set(matrix.subarray((windowLength - length) * featureCount));
  return { window, length, label: row.label, weight: row.weight };
}

/** Samples in which both kinds of labels weigh alike, as far as `balanceMax` lets them. */
export function balanced(samples: readonly Sample[]): Sample[] {
  const mass = (useful: boolean): number =>
    samples.filter(({ label }) => label > 0.5 === useful).reduce((sum, { weight }) => sum + weight, 0);
  const [yes, no] = [mass(true), mass(false)];
  if (yes === 0 || no === 0) return [...samples];
  const factor = Math.min(balanceMax, Math.max(yes, no) / Math.min(yes, no));
  const rarer = yes < no;
  return samples.map((sample) =>
    sample.label > 0.5 === rarer ? { ...sample, weight: sample.weight * factor } : sample,
  );
}
