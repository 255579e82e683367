/** Scores next to each other that are worth the same: from `low` to `high`, `sum` useful ones of `count`. */
export interface ScoreBlock {
  readonly low: number;
  readonly high: number;
  readonly sum: number;
  readonly count: number;
}

/**
 * Scores and labels as blocks in which a higher score is worth more, the lowest first: the isotonic least-squares fit, by pooling adjacent violators
 * (Ayer et al., 1955). Equal scores are in one block.
 */
export function isotonicBlocks(
  pairs: readonly { readonly score: number; readonly label: number }[],
): ScoreBlock[] {
  const blocks: ScoreBlock[] = [];
  for (const { label, score } of [...pairs].sort((a, b) => a.score - b.score)) {
    let block: ScoreBlock = { low: score, high: score, sum: label, count: 1 };
    for (let below = blocks.at(-1); below !== undefined && isPooled(below, block); below = blocks.at(-1)) {
      blocks.pop();
      block = {
        low: below.low,
        high: block.high,
        sum: below.sum + block.sum,
        count: below.count + block.count,
      };
    }
    blocks.push(block);
  }
  return blocks;
}

function isPooled(below: ScoreBlock, block: ScoreBlock): boolean {
  return below.high === block.low || below.sum * block.count >= block.sum * below.count;
}
