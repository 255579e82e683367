import { contentWords } from '../memory/words.ts';

/** So many messages back a word counts as known; more made the reference worse on every kind of talk that was tried. */
const reach = 2;

/**
 * The reference for topic switches: which share of the content words of each message stands in none of the messages before it, 0 to 1, from what
 * came before alone. A message without such words has 0.
 */
export function newWordShares(texts: readonly string[]): number[] {
  const words = texts.map((text) => new Set(contentWords(text)));
  return words.map((own, n) => {
    const known = words.slice(Math.max(0, n - reach), n);
    const fresh = [...own].filter((word) => !known.some((earlier) => earlier.has(word))).length;
    return own.size === 0 ? 0 : fresh / own.size;
  });
}

/** The one threshold, score or above, of the best F1 on these very rows: no detector could choose it beforehand. */
export function bestThreshold(gold: readonly boolean[], scores: readonly number[]): number {
  const order = [...scores.keys()].toSorted((a, b) => (scores[b] as number) - (scores[a] as number));
  const meant = gold.filter(Boolean).length;
  let [hits, best, threshold] = [0, 0, Number.POSITIVE_INFINITY];
  for (const [place, n] of order.entries()) {
    if (gold[n] === true) hits += 1;
    const score = scores[n] as number;
    const next = order[place + 1];
    // Equal scores are on one side of every threshold.
    if (next !== undefined && scores[next] === score) continue;
    const f1 = (2 * hits) / (place + 1 + meant);
    if (f1 > best) [best, threshold] = [f1, score];
  }
  return threshold;
}
