import { type Mode, modes } from '@salience/contracts';
import type { MeasuredDecision } from './measure.ts';

/** How the share of wrong decisions that people make known is read. */
const recallRules = {
  /** What is assumed where nothing is known, and the most: what is heard only lowers it. */
  assumed: 0.4,
  least: 0.08,
  /** A mode is heard with so many thanks of so many people, and with so much of the share of the mode that is thanked most. */
  thanks: 20,
  people: 10,
  share: 0.25,
} as const;

/** Decisions, how much each and its label counts, and the number of its person; `count`: how many people. */
interface Said {
  readonly rows: readonly MeasuredDecision[];
  readonly weights: Float64Array;
  readonly trusts: Float64Array;
  readonly clusters: Uint32Array;
  readonly count: number;
}

interface Heard {
  all: number;
  right: number;
  wrong: number;
}

const isThanks = ({ decision: { label } }: MeasuredDecision) =>
  label !== null && label.kind === 'correct' && label.by !== 'reflection';
const isBlame = ({ decision: { label } }: MeasuredDecision) =>
  label !== null && label.kind !== 'correct' && label.by !== 'reflection';

/**
 * The share of wrong decisions that is made known, .08 to .4. Modes that earn less thanks earn more blame; the line through both says how much
 * blame there is where no thanks are left, which is where all is wrong. It takes for granted that right decisions earn as many thanks in one
 * mode as in another, of those that are thanked at all. Thanks for what was wrong make it read too high, which is cautious; one standard error, by
 * person, is given away besides. Which mode is blamed is asked of one half of the people for the other, so that chance draws no line. Without a
 * line it is .4: what is heard only lowers it.
 */
export function recallOf(said: Said): number {
  const { assumed, least } = recallRules;
  const heard = heardModes(said);
  const of = (fold: number, taken: Mode) => {
    const { all, wrong } = heard.folds[fold]?.get(taken) ?? { all: 0, wrong: 0 };
    return all === 0 ? 0 : wrong / all;
  };
  if (heard.modes.size < 2) return assumed;
  const { middle, thanks, blame } = meansOf(said, heard.modes, of);
  const [less, more] = [new Float64Array(said.count), new Float64Array(said.count)];
  for (const [at, row] of said.rows.entries()) {
    if (!heard.modes.has(row.decision.taken)) continue;
    const cluster = said.clusters[at] as number;
    const lean = (said.weights[at] as number) * (of(1 - (cluster % 2), row.decision.taken) - middle);
    const [c, w] = [isThanks(row) ? 1 : 0, isBlame(row) ? (said.trusts[at] as number) : 0];
    less[cluster] = (less[cluster] as number) - lean * c;
    more[cluster] = (more[cluster] as number) + lean * (thanks * w - blame * c);
  }
  const [top, bottom] = [sum(less), sum(more)];
  if (bottom <= 0 || top <= 0) return assumed;
  const times = top / bottom;
  const error =
    Math.sqrt(less.reduce((all, each, at) => all + (each - times * (more[at] as number)) ** 2, 0)) / bottom;
  return Math.min(Math.max(1 / Math.max(times - error, 1 / assumed), least), assumed);
}

const sum = (values: Float64Array) => values.reduce((all, each) => all + each, 0);

function meansOf(
  { clusters, rows, trusts, weights }: Said,
  known: ReadonlySet<Mode>,
  of: (fold: number, taken: Mode) => number,
) {
  let [all, lean, right, wrong] = [0, 0, 0, 0];
  for (const [at, row] of rows.entries()) {
    if (!known.has(row.decision.taken)) continue;
    const weight = weights[at] as number;
    all += weight;
    lean += weight * of(1 - ((clusters[at] as number) % 2), row.decision.taken);
    right += isThanks(row) ? weight : 0;
    wrong += isBlame(row) ? weight * (trusts[at] as number) : 0;
  }
  return { middle: lean / all, thanks: right / all, blame: wrong / all };
}

function heardModes({ clusters, rows, trusts, weights }: Said) {
  const folds = [new Map<Mode, Heard>(), new Map<Mode, Heard>()];
  const thankful = new Map<Mode, Set<number>>();
  for (const [at, row] of rows.entries()) {
    const { taken } = row.decision;
    const fold = folds[(clusters[at] as number) % 2] as Map<Mode, Heard>;
    const one = fold.get(taken) ?? { all: 0, right: 0, wrong: 0 };
    fold.set(taken, one);
    const weight = weights[at] as number;
    one.all += weight;
    one.right += isThanks(row) ? weight : 0;
    one.wrong += isBlame(row) ? weight * (trusts[at] as number) : 0;
    if (isThanks(row)) thankful.set(taken, (thankful.get(taken) ?? new Set()).add(clusters[at] as number));
  }
  const shares = modes.map((mode) => {
    const both = folds.map((fold) => fold.get(mode) ?? { all: 0, right: 0, wrong: 0 });
    const right = both.reduce((total, each) => total + each.right, 0);
    return {
      mode,
      right,
      share:
        right /
        Math.max(
          both.reduce((total, each) => total + each.all, 0),
          1,
        ),
    };
  });
  const best = Math.max(...shares.map(({ share }) => share));
  const isKnown = ({ mode, right, share }: (typeof shares)[number]) =>
    right >= recallRules.thanks &&
    (thankful.get(mode)?.size ?? 0) >= recallRules.people &&
    share >= recallRules.share * best;
  return { folds, modes: new Set(shares.filter(isKnown).map(({ mode }) => mode)) };
}
