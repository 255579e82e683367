/** A turn of a conversation as a search ranked it. */
export interface RankedTurn {
  readonly turn: string;
  readonly session: string;
  /** Characters that it takes in a context, its speaker's name included. */
  readonly chars: number;
}

/** How many of the best hits a recall looks at. */
const recallDepths = [1, 5, 10, 20] as const;
/** Sizes of contexts, in tokens of four characters. */
const contextTokens = [500, 1_000, 2_000, 4_000] as const;
const charsPerToken = 4;
const ndcgDepth = 10;

/** What a ranking is worth, each figure 0..1. */
export interface RetrievalFigures {
  /** Share of the evidence turns among the first k, by k. */
  readonly turnRecall: Readonly<Record<string, number>>;
  /** Share of the evidence's sessions among the first k different sessions, by k. */
  readonly sessionRecall: Readonly<Record<string, number>>;
  readonly ndcgAt10: number;
  /** One divided by the place of the first evidence turn; 0 where none was found. */
  readonly mrr: number;
  /** Share of the evidence turns in a context filled in the order of the ranking, by its tokens. */
  readonly evidence: Readonly<Record<string, number>>;
}

/** The share of `gold` among the first `k`; 0 without gold. */
export function recallAt(ranked: readonly string[], gold: readonly string[], k: number): number {
  if (gold.length === 0) return 0;
  const top = new Set(ranked.slice(0, k));
  return gold.filter((id) => top.has(id)).length / gold.length;
}

/** Normalised discounted cumulative gain of the first `k` where every gold item is worth the same. */
export function ndcgAt(ranked: readonly string[], gold: readonly string[], k: number): number {
  const wanted = new Set(gold);
  const gain = (place: number) => 1 / Math.log2(place + 2);
  let best = 0;
  for (let place = 0; place < Math.min(k, wanted.size); place += 1) best += gain(place);
  let got = 0;
  for (const [place, id] of ranked.slice(0, k).entries()) if (wanted.has(id)) got += gain(place);
  return best === 0 ? 0 : got / best;
}

/** One divided by the place of the first gold item, counted from 1; 0 where there is none. */
export function reciprocalRank(ranked: readonly string[], gold: readonly string[]): number {
  const place = ranked.findIndex((id) => gold.includes(id));
  return place < 0 ? 0 : 1 / (place + 1);
}

/** The turns that fit into a context of so many tokens, best first; the first that does not fit ends it. */
export function withinTokens(ranked: readonly RankedTurn[], tokens: number): string[] {
  let room = tokens * charsPerToken;
  const kept: string[] = [];
  for (const { turn, chars } of ranked) {
    room -= chars;
    if (room < 0) break;
    kept.push(turn);
  }
  return kept;
}

/** Judges one ranking by the turns and sessions that hold the answer. */
export function measureRanking(
  ranked: readonly RankedTurn[],
  gold: { readonly turns: readonly string[]; readonly sessions: readonly string[] },
): RetrievalFigures {
  const turns = ranked.map(({ turn }) => turn);
  const sessions = [...new Set(ranked.map(({ session }) => session))];
  const by = <K extends number>(keys: readonly K[], value: (key: K) => number) =>
    Object.fromEntries(keys.map((key) => [String(key), value(key)]));
  return {
    turnRecall: by(recallDepths, (k) => recallAt(turns, gold.turns, k)),
    sessionRecall: by(recallDepths, (k) => recallAt(sessions, gold.sessions, k)),
    ndcgAt10: ndcgAt(turns, gold.turns, ndcgDepth),
    mrr: reciprocalRank(turns, gold.turns),
    evidence: by(contextTokens, (tokens) => {
      const kept = withinTokens(ranked, tokens);
      return recallAt(kept, gold.turns, kept.length);
    }),
  };
}

/** The mean of each figure over questions; all 0 without any. */
export function meanFigures(all: readonly RetrievalFigures[]): RetrievalFigures {
  const mean = (value: (figures: RetrievalFigures) => number): number =>
    all.length === 0 ? 0 : all.reduce((sum, figures) => sum + value(figures), 0) / all.length;
  const by = (keys: readonly number[], name: 'turnRecall' | 'sessionRecall' | 'evidence') =>
    Object.fromEntries(keys.map((key) => [String(key), mean((figures) => figures[name][String(key)] ?? 0)]));
  return {
    turnRecall: by(recallDepths, 'turnRecall'),
    sessionRecall: by(recallDepths, 'sessionRecall'),
    ndcgAt10: mean(({ ndcgAt10 }) => ndcgAt10),
    mrr: mean(({ mrr }) => mrr),
    evidence: by(contextTokens, 'evidence'),
  };
}
