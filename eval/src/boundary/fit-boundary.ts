import {
  type BoundaryDirections,
  type BoundaryFeature,
  boundaryFeatureNames,
  type BoundaryModel,
  type BoundaryModels,
  freshBoundaryState,
  type LevelName,
  levelNames,
  type PackedDirection,
  readDirections,
  stepBoundary,
} from '@salience/topics';
import { fitWide, type WideExamples, type WideFit } from './fit-wide.ts';
import type { Talk } from './talks.ts';

/** What of the embedding model a fit depends on. */
export interface FittedModel {
  readonly modelId: string;
  readonly calibration: Parameters<typeof stepBoundary>[1]['calibration'];
}

/** Weights and directions, as they are shipped. */
export interface Fit {
  readonly models: BoundaryModels;
  readonly directions: BoundaryDirections;
}

/** By what messages are decided. */
export const ways = ['withDirections', 'withVectors', 'wordsOnly'] as const;
/** One of them. */
export type Way = (typeof ways)[number];

/** A message of a talk as the detector sees it. */
interface Weighed {
  readonly gold: 0 | 1 | null;
  /** Null where nothing was weighed. */
  readonly features: Readonly<Record<BoundaryFeature, number>> | null;
  readonly probability: number;
}

/** One message a minute, so that no silence decides. */
const stepMs = 60_000;
/** Of sentence vectors, so that their numbers are about as large as the features. */
const openingScale = Math.sqrt(512) / 2;
const partingScale = 512 * 0.3;
/** What is unusual lies within a third of its scale most of the time. */
const unusualScale = 6;
const ridge = { withDirections: 60, withVectors: 5, wordsOnly: 5 } as const;

/**
 * What holds in any kind of talk: how a message resembles what was said before, against what is usual. The weights that are fitted on these alone
 * stand beside those that are fitted on everything, which rest on how a kind of talk opens its matters.
 */
const ofAnyTalk: ReadonlySet<BoundaryFeature> = new Set([
  'similarity_best',
  'similarity_running',
  'unusual_last',
  'unusual_best',
  'unusual_running',
  'unusual_slow',
  'fall',
  'young',
]);
const wordsOfAnyTalk: ReadonlySet<BoundaryFeature> = new Set([
  'overlap',
  'unusual_overlap',
  'new_words',
  'young',
]);
const shareOfAll = 0.7;
const shareOfAnyTalk = 0.6;
const ridgeOfAnyTalk = 5;

/** What no fit has seen: levels of the right size, and no weights. */
function unfitted({ modelId }: FittedModel): Fit {
  const level = { mean: 0, spread: 0.5 };
  const model: BoundaryModel = { bias: -1.6, threshold: 0.5, odds: -1.6, weights: {} };
  const levels = { last: level, best: level, running: level, slow: level, overlap: level };
  const nothing = { scale: 0, weights: '' };
  return {
    models: { version: 0, levels, withDirections: model, withVectors: model, wordsOnly: model },
    directions: { modelId, language: 'en', opening: nothing, parting: nothing },
  };
}

/** Every message of a talk, decided one after another. */
export function decide(talk: Talk, by: Way, { directions, models }: Fit, model: FittedModel): Weighed[] {
  let state = freshBoundaryState;
  const read = readDirections(directions);
  // A vector of an unknown model is compared and not read.
  const modelId = by === 'withDirections' ? model.modelId : 'another';
  return talk.texts.map((text, at) => {
    const vector = by === 'wordsOnly' ? null : (talk.vectors[at] ?? null);
    const event = { text, vector, now: at * stepMs, calibration: model.calibration, modelId };
    const { features, next, probability } = stepBoundary(state, event, models, read);
    state = next;
    return { gold: at === 0 ? null : (talk.gold[at] ?? null), features, probability };
  });
}

/** The direction of the three messages before one, the newest counting most. */
function before({ vectors }: Talk, at: number): Float32Array | null {
  const [first, ...rest] = vectors.slice(Math.max(0, at - 3), at);
  if (first === undefined) return null;
  const mixed = rest.reduce((mean, next) => mean.map((value, j) => (value + (next[j] ?? 0)) / 2), first);
  const length = Math.sqrt(mixed.reduce((sum, value) => sum + value * value, 0));
  return mixed.map((value) => value / length);
}

const listed = boundaryFeatureNames.filter((name) => name !== 'opening' && name !== 'parting');
const scaleOf = (name: BoundaryFeature) => (name.startsWith('unusual') ? unusualScale : 1);

function numbersOf(talk: Talk, at: number, by: Way, { features }: Weighed): Float32Array | null {
  if (features === null) return null;
  const plain = listed.map((name) => features[name] * scaleOf(name));
  if (by !== 'withDirections') return Float32Array.from(plain);
  const [vector, earlier] = [talk.vectors[at], before(talk, at)];
  if (vector === undefined || earlier === null) return null;
  const own = Array.from(vector, (value) => value * openingScale);
  const product = Array.from(vector, (value, j) => value * (earlier[j] ?? 0) * partingScale);
  return Float32Array.from([...plain, ...own, ...product]);
}

const rounded = (value: number) => Math.round(value * 1e3) / 1e3;

function packed(values: Float64Array, scale: number): PackedDirection {
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 1e-12);
  const bytes = Uint8Array.from(values, (value) => Math.round((value / largest) * 127) & 255);
  return {
    scale: Math.round(((largest * scale) / 127) * 1e9) / 1e9,
    weights: Buffer.from(bytes).toString('base64'),
  };
}

/** How much a message of each kind counts, so that all kinds count as much together. */
function kindWeights(kinds: readonly string[]): number[] {
  const counts = new Map<string, number>();
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return kinds.map((kind) => kinds.length / counts.size / (counts.get(kind) ?? 1));
}

const valueOf: Readonly<Record<LevelName, BoundaryFeature>> = {
  last: 'similarity_last',
  best: 'similarity_best',
  running: 'similarity_running',
  slow: 'similarity_slow',
  overlap: 'overlap',
};

/** What unfitted weights make of a talk; they are the same for every fit. */
const unfittedDecisions = new Map<Way, WeakMap<Talk, Weighed[]>>();

function decideUnfitted(talk: Talk, by: Way, model: FittedModel): Weighed[] {
  const kept = unfittedDecisions.get(by) ?? new WeakMap<Talk, Weighed[]>();
  unfittedDecisions.set(by, kept);
  const known = kept.get(talk) ?? decide(talk, by, unfitted(model), model);
  kept.set(talk, known);
  return known;
}

interface Marked {
  readonly kind: string;
  readonly features: Readonly<Record<BoundaryFeature, number>>;
}

function levelsOf(marked: readonly Marked[]): BoundaryModels['levels'] {
  const weights = kindWeights(marked.map(({ kind }) => kind));
  const entries = levelNames.map((name) => {
    const mean = marked.reduce(
      (sum, { features }, n) => sum + ((weights[n] ?? 0) * features[valueOf[name]]) / marked.length,
      0,
    );
    const variance = marked.reduce(
      (sum, { features }, n) =>
        sum + ((weights[n] ?? 0) * (features[valueOf[name]] - mean) ** 2) / marked.length,
      0,
    );
    return [name, { mean: rounded(mean), spread: rounded(Math.sqrt(variance)) }] as const;
  });
  return Object.fromEntries(entries) as BoundaryModels['levels'];
}

function meanOf({ rows, weights }: WideExamples, { bias, list }: WideFit): number {
  const sums = rows.map((row) => row.reduce((sum, value, j) => sum + value * (list[j] ?? 0), bias));
  return sums.reduce((sum, value, n) => sum + (value * (weights[n] ?? 0)) / rows.length, 0);
}

/** The weights of everything and those of what holds in any talk, added; the mean log-odds are those of everything. */
function mixedFit(examples: WideExamples, by: Way): WideFit {
  const all = fitWide(examples, ridge[by]);
  const narrow = by === 'wordsOnly' ? wordsOfAnyTalk : ofAnyTalk;
  const places = listed.flatMap((name, at) => (narrow.has(name) ? [at] : []));
  const rows = examples.rows.map((row) => Float32Array.from(places, (at) => row[at] ?? 0));
  const own = fitWide({ ...examples, rows }, ridgeOfAnyTalk);
  const list = all.list.map((value) => value * shareOfAll);
  for (const [n, at] of places.entries()) list[at] = (list[at] ?? 0) + shareOfAnyTalk * (own.list[n] ?? 0);
  return { list, bias: meanOf(examples, all) - meanOf(examples, { list, bias: 0 }) };
}

/** One fit over what the detector weighs as it decides by an earlier one. */
function refit(talks: readonly Talk[], by: Way, earlier: Fit, model: FittedModel): Fit {
  const isFirst = earlier.models.version === 0;
  const marked: (Marked & { numbers: Float32Array; gold: 0 | 1 })[] = [];
  for (const talk of talks)
    for (const [at, weighed] of (isFirst
      ? decideUnfitted(talk, by, model)
      : decide(talk, by, earlier, model)
    ).entries()) {
      const numbers = numbersOf(talk, at, by, weighed);
      if (numbers === null || weighed.gold === null || weighed.features === null) continue;
      marked.push({ kind: talk.kind, features: weighed.features, numbers, gold: weighed.gold });
    }
  const weights = kindWeights(marked.map(({ kind }) => kind));
  const rows = marked.map(({ numbers }) => numbers);
  const { bias, list } = mixedFit({ rows, gold: marked.map(({ gold }) => gold), weights }, by);
  const own = Object.fromEntries(
    listed.map((name, at) => [name, rounded((list[at] ?? 0) * scaleOf(name))] as const),
  );
  const odds = meanOf({ rows, gold: [], weights }, { bias, list });
  const read = by === 'withDirections' ? { ...own, opening: 1, parting: 1 } : own;
  const fitted: BoundaryModel = { bias: rounded(bias), threshold: 0.5, odds: rounded(odds), weights: read };
  const { directions, models } = earlier;
  const levels =
    by === 'wordsOnly' ? { ...models.levels, overlap: levelsOf(marked).overlap } : levelsOf(marked);
  return {
    models: { ...models, version: models.version + 1, levels, [by]: fitted },
    directions:
      by === 'withDirections'
        ? {
            ...directions,
            opening: packed(list.slice(listed.length, listed.length + 512), openingScale),
            parting: packed(list.slice(listed.length + 512), partingScale),
          }
        : directions,
  };
}

/** Fits one way of deciding, twice, because what a message leaves behind depends on the weights. */
export function fitBoundary(talks: readonly Talk[], by: Way, model: FittedModel): Fit {
  return refit(talks, by, refit(talks, by, unfitted(model), model), model);
}
