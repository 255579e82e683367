import { modes } from '@salience/contracts';
import { readingOf } from '../evidence/estimate.ts';
import type { Standing } from '../evidence/evidence.ts';

/** How far a fit goes. */
export const fitRules = {
  /** How far a weight goes at once. */
  grain: 0.04,
  /** How far a weight and all weights together may go from the standing policy. */
  perWeight: 0.12,
  inAll: 0.4,
  /** A grain is added while it gains so many standard errors of its own. */
  gain: 1,
  /** Weights that are tried again after the first round: those that gained most. */
  kept: 16,
} as const;

/** A weight that a fit may move one way, within `room` (0 or more). */
export interface FitMove {
  /** The place of the weight among the names of the gauge. */
  readonly place: number;
  readonly direction: 1 | -1;
  readonly room: number;
}

const size = modes.length;

/** The near rows of a standing policy as plain numbers. */
export interface FitGround {
  readonly standing: Standing;
  /** Five per near row: what it costs by the mode it would get, against the standing policy, weighted. */
  readonly costs: Float64Array;
  /** Five per near row; a mode that may not win has the least number there is. */
  readonly scores: Float64Array;
  /** Per weight the values of all near rows. */
  readonly values: readonly Float64Array[];
  readonly folds: Uint8Array;
}

/** Prepares fits on a standing policy. Clusters, people or days of people, fall into two folds by turns. */
export function fitGround(standing: Standing): FitGround {
  const { evidence, near } = standing;
  const costs = new Float64Array(near.length * size);
  const scores = new Float64Array(near.length * size).fill(Number.NEGATIVE_INFINITY);
  const folds = new Uint8Array(near.length);
  const rows = Array.from(near, (at) => evidence.rows[at] as (typeof evidence.rows)[number]);
  for (const [index, at] of near.entries()) {
    folds[index] = (evidence.clusters[at] as number) % 2;
    for (const mode of rows[index]?.open ?? []) {
      scores[index * size + mode] = standing.scores[at * size + mode] as number;
      costs[index * size + mode] = (evidence.weights[at] as number) * readingOf(standing, at, mode).middle;
    }
  }
  const values = evidence.gauge.names.map((_, place) =>
    Float64Array.from(rows, (row) => row.values[place] as number),
  );
  return { standing, costs, scores, values, folds };
}

/** The working state of a fit. */
class Fit {
  readonly #ground: FitGround;
  readonly #rows: Uint32Array;
  readonly #scores: Float64Array;
  readonly #taken: Uint8Array;
  readonly deltas = new Map<number, number>();

  constructor(ground: FitGround, fold: 0 | 1 | null) {
    const { near } = ground.standing;
    this.#ground = ground;
    this.#rows = Uint32Array.from(near.keys()).filter((at) => fold === null || ground.folds[at] === fold);
    this.#scores = ground.scores.slice();
    this.#taken = Uint8Array.from(near, (_, index) => this.#best(index, -1, 0));
  }

  /** What a grain would gain: the sum of changes of cost plus its noise; below 0 is a gain. */
  trial(move: FitMove, grain: number): number {
    const { costs } = this.#ground;
    let [sum, squares] = [0, 0];
    this.#each(move, grain, (index, mode) => {
      const from = index * size;
      const change =
        (costs[from + mode] as number) - (costs[from + (this.#taken[index] as number)] as number);
      sum += change;
      squares += change * change;
    });
    return sum + fitRules.gain * Math.sqrt(squares);
  }

  /** Takes a grain. */
  take(move: FitMove, grain: number): void {
    this.#each(move, grain, (index, mode) => {
      this.#taken[index] = mode;
    });
    const own = this.#modeOf(move);
    if (own === -1) return;
    const values = this.#ground.values[move.place] as Float64Array;
    for (const index of this.#rows) {
      const place = index * size + own;
      this.#scores[place] =
        (this.#scores[place] as number) + move.direction * grain * (values[index] as number);
    }
    this.deltas.set(move.place, (this.deltas.get(move.place) ?? 0) + move.direction * grain);
  }

  #modeOf(move: FitMove): number {
    return this.#ground.standing.evidence.gauge.modeOf[move.place] as number;
  }

  /** Calls back for every row that would get another mode by its scores. Answers of the tie-breaker are left to the estimates. */
  #each(move: FitMove, grain: number, moved: (index: number, mode: number) => void): void {
    const own = this.#modeOf(move);
    if (own === -1) return;
    const values = this.#ground.values[move.place] as Float64Array;
    for (const index of this.#rows) {
      const part = move.direction * grain * (values[index] as number);
      if (part === 0) continue;
      const best = this.#best(index, own, part);
      if (best !== this.#taken[index]) moved(index, best);
    }
  }

  /** The best mode of a row by its scores, of which that of `own` is higher by `part`. */
  #best(index: number, own: number, part: number): number {
    const from = index * size;
    let [best, high] = [-1, Number.NEGATIVE_INFINITY];
    for (let mode = 0; mode < size; mode += 1) {
      const score = (this.#scores[from + mode] as number) + (mode === own ? part : 0);
      if (score > high + 1e-9) {
        best = mode;
        high = score;
      }
    }
    return best;
  }
}

/**
 * The point near the standing policy that the labels speak for most: from grain to grain, always the weight that gains most beyond its
 * own noise, until none does. What it finds is a direction, not a proof. `fold`: only people of that fold are asked; null: all.
 * Weights by place, with how far each goes. Draws go to the move that comes first.
 */
export function fitWeights(
  ground: FitGround,
  moves: readonly FitMove[],
  fold: 0 | 1 | null,
): ReadonlyMap<number, number> {
  const fit = new Fit(ground, fold);
  const { grain, inAll, kept } = fitRules;
  let spent = 0;
  const trialOf = (move: FitMove): Trial => {
    const room = Math.min(roomOf(move, fit.deltas.get(move.place) ?? 0), inAll - spent, grain);
    return { move, room, gain: room <= 1e-9 ? 0 : fit.trial(move, room) };
  };
  let tried = moves
    .map(trialOf)
    .toSorted((a, b) => a.gain - b.gain)
    .slice(0, kept);
  for (;;) {
    const best = tried.reduce<Trial | null>(
      (least, each) => (each.gain < (least?.gain ?? 0) ? each : least),
      null,
    );
    if (best === null) return fit.deltas;
    fit.take(best.move, best.room);
    spent += best.room;
    tried = tried.map(({ move }) => trialOf(move));
  }
}

interface Trial {
  readonly move: FitMove;
  readonly room: number;
  readonly gain: number;
}

/** A weight goes one way only, and no further than its room and the radius of a fit. */
function roomOf(move: FitMove, gone: number): number {
  if (gone !== 0 && Math.sign(gone) !== move.direction) return 0;
  return Math.min(move.room, fitRules.perWeight) - Math.abs(gone);
}
