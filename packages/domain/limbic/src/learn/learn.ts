import type { Fingerprint } from '@salience/contracts';
import { featureSchema } from '../features/feature-names.ts';
import { forward } from '../lstm/forward.ts';
import { ruleScore } from '../rule/rule-score.ts';
import { stackWindows } from '../window/stack-windows.ts';
import { windowMatrix } from '../window/window-matrix.ts';
import { calibrate } from './calibrate.ts';
import { type Fit, fitLabels } from './fit-labels.ts';
import type { Labelled } from './labelled.ts';
import { type LimbicModel, modelSchema, type ModuleModel } from './model.ts';
import { pretrain } from './pretrain.ts';
import { areaUnderCurve, logLoss, lossesOf } from './score-figures.ts';

/** Why a challenger was promoted, or not. */
export type PromotionReason =
  | 'first'
  | 'not_worse'
  | 'too_few_labels'
  | 'one_kind_of_label'
  | 'worse_than_champion'
  | 'worse_than_rule';

/** Figures of one scorer on the held-out labels. */
export interface HoldoutFigures {
  readonly logLoss: number;
  /** NaN without both kinds of labels. */
  readonly auc: number;
}

/** What a training came to. */
export interface Learned {
  readonly challenger: LimbicModel;
  readonly promoted: boolean;
  readonly reason: PromotionReason;
  readonly metrics: {
    readonly labels: number;
    readonly holdout: number;
    readonly challenger: HoldoutFigures;
    readonly rule: HoldoutFigures;
    /** Only on held-out labels that the champion did not learn from; undefined without any. */
    readonly champion?: HoldoutFigures & { readonly labels: number };
  };
}

/** What to learn from. */
export interface LearnInput {
  readonly labelled: readonly Labelled[];
  /** Of every module of the cluster. Labels of other modules are left out. */
  readonly fingerprints: readonly Fingerprint[];
  /** The model that serves now. */
  readonly champion: LimbicModel | undefined;
  /** Weights before any label, as `pretrain` makes them; made anew if missing. */
  readonly base?: Float32Array;
  readonly seed: number;
  /** The owner's zone. */
  readonly zone: string;
}

/** Labels below which nothing is promoted. */
const learnFrom = 12;
const holdoutShare = 0.2;
const holdoutMin = 6;
/** How much worse than another scorer a challenger may look by chance, in standard errors. */
const tolerance = 1;

/**
 * Trains a challenger from all labels of a cluster and says whether it may serve. The last fifth of the labels is held out by time: a model of the others is
 * measured on it against the rule and, on labels that are new to it, against the champion; it is refused if it is worse by more than
 * chance. What is promoted then learns from all labels in the same way. Deterministic in its input and seed.
 */
export function learn(input: LearnInput): Learned {
  const known = new Map(input.fingerprints.map((fingerprint) => [fingerprint.module_id, fingerprint]));
  const rows = input.labelled
    .filter(({ moduleId, weight, window }) => known.has(moduleId) && weight > 0 && window.events.length > 0)
    .toSorted((a, b) => a.at - b.at);
  const base = input.base ?? pretrain(input.fingerprints, input.seed).weights;
  const cut = rows.length - heldOut(rows, input.champion);
  const [before, held] = [rows.slice(0, Math.max(0, cut)), rows.slice(Math.max(0, cut))];
  const fit = (labels: readonly Labelled[]): Fit =>
    fitLabels(labels, { fingerprints: known, base, seed: input.seed, zone: input.zone });
  const candidate = fit(before);
  const raw = rawScores(candidate.weights, candidate.modules, held, known, input.zone);
  const rule = held.map(({ moduleId, window }) =>
    ruleScore(window, known.get(moduleId) as Fingerprint, input.zone),
  );
  const verdict = verdictOf(input, rows, held, raw, rule, known);
  const whole = fit(rows);
  return {
    ...verdict,
    challenger: {
      schema: modelSchema,
      features: featureSchema,
      promoted: verdict.promoted,
      learnedUntil: rows.at(-1)?.at ?? null,
      modules: withCalibration(whole.modules, held, raw),
      weights: whole.weights,
    },
  };
}

/**
 * How many of the last labels are held out: those that are new to the champion, so that a challenger of the others knew what the champion knew; a fifth if
 * there is none. At least `holdoutMin`, at most a third.
 */
function heldOut(rows: readonly Labelled[], champion: LimbicModel | undefined): number {
  const since = champion?.promoted === true ? champion.learnedUntil : null;
  const fresh = since === null ? holdoutShare * rows.length : rows.filter(({ at }) => at > since).length;
  return Math.max(holdoutMin, Math.ceil(Math.min(fresh, rows.length / 3)));
}

/** What the LSTM of some weights says of labelled windows, before calibration. */
function rawScores(
  weights: Float32Array,
  modules: Readonly<Record<string, ModuleModel>>,
  rows: readonly Labelled[],
  known: ReadonlyMap<string, Fingerprint>,
  zone: string,
): number[] {
  const { windows, lengths } = stackWindows(
    rows.map(({ moduleId, window }) =>
      windowMatrix(window, known.get(moduleId) as Fingerprint, modules[moduleId]?.evidence, zone),
    ),
  );
  return [...forward(weights, windows, lengths)];
}

function withCalibration(
  modules: Readonly<Record<string, ModuleModel>>,
  held: readonly Labelled[],
  raw: readonly number[],
): Record<string, ModuleModel> {
  return Object.fromEntries(
    Object.entries(modules).map(([id, module]) => {
      const own = held.flatMap((row, n) =>
        row.moduleId === id ? [{ label: row.label, score: raw[n] ?? 0 }] : [],
      );
      const calibration = calibrate(
        own.map(({ label }) => label),
        own.map(({ score }) => score),
      );
      return [id, { ...module, calibration }];
    }),
  );
}

function verdictOf(
  { champion, zone }: LearnInput,
  rows: readonly Labelled[],
  held: readonly Labelled[],
  raw: readonly number[],
  rule: readonly number[],
  known: ReadonlyMap<string, Fingerprint>,
): Omit<Learned, 'challenger'> {
  const figures = (of: readonly Labelled[], scores: readonly number[]): HoldoutFigures => ({
    logLoss: logLoss(
      of.map(({ label }) => label),
      scores,
    ),
    auc: areaUnderCurve(
      of.map(({ label }) => label > 0.5),
      scores,
    ),
  });
  const metrics = {
    labels: rows.length,
    holdout: held.length,
    challenger: figures(held, raw),
    rule: figures(held, rule),
  };
  const no = (reason: PromotionReason): Omit<Learned, 'challenger'> => ({ promoted: false, reason, metrics });
  if (rows.length < learnFrom) return no('too_few_labels');
  if (new Set(rows.map(({ label }) => label > 0.5)).size < 2) return no('one_kind_of_label');
  const ordersBetter = metrics.challenger.auc > metrics.rule.auc;
  if (isWorse(held, raw, rule) && !ordersBetter) return no('worse_than_rule');
  if (champion === undefined || !champion.promoted) return { promoted: true, reason: 'first', metrics };
  const fresh = held.flatMap((row, n) => (row.at > (champion.learnedUntil ?? 0) ? [n] : []));
  if (fresh.length < holdoutMin) return { promoted: true, reason: 'not_worse', metrics };
  const freshRows = fresh.map((n) => held[n] as Labelled);
  const theirs = rawScores(champion.weights, champion.modules, freshRows, known, zone);
  const ours = fresh.map((n) => raw[n] ?? 0);
  const measured = { ...metrics, champion: { ...figures(freshRows, theirs), labels: fresh.length } };
  const worse = isWorse(freshRows, ours, theirs);
  return { promoted: !worse, reason: worse ? 'worse_than_champion' : 'not_worse', metrics: measured };
}

/** Whether scores lose more than others, by more than chance explains. */
function isWorse(rows: readonly Labelled[], ours: readonly number[], theirs: readonly number[]): boolean {
  const labels = rows.map(({ label }) => label);
  const [mine, other] = [lossesOf(labels, ours), lossesOf(labels, theirs)];
  const differences = mine.map((loss, n) => loss - (other[n] ?? 0));
  const mean = differences.reduce((sum, value) => sum + value, 0) / rows.length;
  const spread =
    differences.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, rows.length - 1);
  return mean > tolerance * Math.sqrt(spread / rows.length);
}
