import { type DecidedDialogue, f1Of, switchFigures } from '../decisions/topic-switch-figures.ts';
import { auroc } from '../decisions/metrics.ts';
import { bestThreshold } from '../decisions/word-overlap.ts';
import { figure } from '../intervals.ts';
import { decide, fitBoundary, type FittedModel, type Way } from './fit-boundary.ts';
import { foldsOf, type Talk } from './talks.ts';

/** A talk that was decided by weights that had not seen it. */
export interface Outside {
  readonly talk: Talk;
  readonly chances: readonly number[];
}

/** Every talk decided by what was fitted on the other folds. */
export function crossValidate(
  talks: readonly Talk[],
  by: Way,
  model: FittedModel,
  { folds, seed }: { readonly folds: number; readonly seed: number },
): Outside[] {
  const fold = foldsOf(talks, folds, seed);
  return Array.from({ length: folds }, (_, held) => held).flatMap((held) => {
    const fit = fitBoundary(
      talks.filter((_, at) => fold[at] !== held),
      by,
      model,
    );
    return talks
      .filter((_, at) => fold[at] === held)
      .map((talk) => ({ talk, chances: decide(talk, by, fit, model).map(({ probability }) => probability) }));
  });
}

/** The talks of one kind decided by what was fitted on the others. */
export function leaveOut(talks: readonly Talk[], kind: string, by: Way, model: FittedModel): Outside[] {
  const fit = fitBoundary(
    talks.filter((talk) => talk.kind !== kind),
    by,
    model,
  );
  return talks
    .filter((talk) => talk.kind === kind)
    .map((talk) => ({ talk, chances: decide(talk, by, fit, model).map(({ probability }) => probability) }));
}

function decidedAt(outside: readonly Outside[], threshold: number): DecidedDialogue[] {
  return outside.map(({ chances, talk }) => ({
    set: talk.kind,
    texts: talk.texts,
    gold: talk.gold.map((value) => value === 1),
    scored: talk.gold.map((value) => value !== null),
    said: chances.map((chance) => chance > 0 && chance >= threshold),
  }));
}

function scoredOf(outside: readonly Outside[]) {
  const all = outside.flatMap(({ chances, talk }) =>
    chances.flatMap((chance, at) => {
      const gold = talk.gold[at] ?? null;
      return at === 0 || gold === null ? [] : [{ gold: gold === 1, chance }];
    }),
  );
  return { gold: all.map(({ gold }) => gold), chances: all.map(({ chance }) => chance) };
}

const byKind = (outside: readonly Outside[]) => Map.groupBy(outside, ({ talk }) => talk.kind);

/** Thresholds of the operating curve. */
const curve = Array.from({ length: 18 }, (_, n) => figure(0.05 * (n + 1)));

/** F1 of each kind at every threshold. */
export function operatingCurve(outside: readonly Outside[]) {
  return curve.map((threshold) => ({
    threshold,
    f1: Object.fromEntries(
      Array.from(byKind(outside), ([kind, own]) => [kind, f1Of(decidedAt(own, threshold))]),
    ),
  }));
}

/** The threshold at which the kind that loses most against its own best F1 loses least, in hundredths. */
export function worstKindThreshold(outside: readonly Outside[]): number {
  const kinds = Array.from(byKind(outside).values(), (own) => {
    const { chances, gold } = scoredOf(own);
    return { own, best: f1Of(decidedAt(own, bestThreshold(gold, chances))) };
  });
  let [threshold, most] = [0.5, -1];
  for (let hundredths = 5; hundredths <= 80; hundredths += 1) {
    const worst = Math.min(
      ...kinds.map(({ best, own }) => f1Of(decidedAt(own, hundredths / 100)) / Math.max(best, 1e-9)),
    );
    if (worst > most) [threshold, most] = [hundredths / 100, worst];
  }
  return threshold;
}

/** Figures of each kind at a threshold, with bounds by talk, beside its own best threshold and what words alone come to. */
export function figuresByKind(outside: readonly Outside[], threshold: number) {
  return Object.fromEntries(
    Array.from(byKind(outside), ([kind, own]) => {
      const { chances, gold } = scoredOf(own);
      const best = bestThreshold(gold, chances);
      const of = switchFigures(decidedAt(own, threshold));
      const ownBest = { threshold: figure(best), f1: f1Of(decidedAt(own, best)) };
      return [kind, { ...of, auroc: figure(auroc(gold, chances)), ownBest }];
    }),
  );
}
