/** A map of confidences, as published: a version and the knots of a rising line. Plain JSON. */
export interface Recalibration {
  readonly version: number;
  /** By confidence, the lowest first; shares never fall. Empty: nothing is changed. */
  readonly knots: readonly { readonly confidence: number; readonly share: number }[];
}

/** A decision as calibration reads it. */
export interface Judged {
  /** The router's, 0 to 1. */
  readonly confidence: number;
  /** True when the mode taken was the one that was wanted. */
  readonly correct: boolean;
}

/** A block of a map holds so many decisions at least: fewer say little about a share. */
export const blockMin = 25;

interface Block {
  sum: number;
  hits: number;
  count: number;
}

/** Decisions in order of confidence, in groups of equal confidence of at least `blockMin`; what is left joins the last. */
function groupsOf(judged: readonly Judged[]): Block[] {
  const sorted = judged.toSorted((a, b) => a.confidence - b.confidence);
  const groups: Block[] = [];
  let open: Block = { sum: 0, hits: 0, count: 0 };
  for (const [at, { confidence, correct }] of sorted.entries()) {
    open.sum += confidence;
    open.hits += correct ? 1 : 0;
    open.count += 1;
    if (open.count < blockMin || sorted[at + 1]?.confidence === confidence) continue;
    groups.push(open);
    open = { sum: 0, hits: 0, count: 0 };
  }
  const last = groups.at(-1);
  if (open.count > 0 && last !== undefined) {
    last.sum += open.sum;
    last.hits += open.hits;
    last.count += open.count;
  }
  return groups;
}

/**
 * Fits a rising map from confidence to the share of correct decisions (isotonic regression by pooling adjacent violators; Ayer et al.,
 * 1955), in blocks of at least 25. Below 25 decisions the map changes nothing.
 */
export function fitRecalibration(judged: readonly Judged[], version: number): Recalibration {
  const blocks: Block[] = [];
  for (const group of groupsOf(judged)) {
    let block = group;
    for (let below = blocks.at(-1); below !== undefined; below = blocks.at(-1)) {
      if (below.hits * block.count < block.hits * below.count) break;
      blocks.pop();
      block = { sum: below.sum + block.sum, hits: below.hits + block.hits, count: below.count + block.count };
    }
    blocks.push(block);
  }
  const knots = blocks.map(({ count, hits, sum }) => ({ confidence: sum / count, share: hits / count }));
  return { version, knots };
}

/** The share of correct decisions that a confidence stands for: between two knots on the line, beyond them that of the nearest. */
export function recalibrated({ knots }: Recalibration, confidence: number): number {
  const above = knots.findIndex((knot) => knot.confidence >= confidence);
  const high = knots[above];
  const low = above === -1 ? knots.at(-1) : knots[above - 1];
  if (high === undefined) return low?.share ?? confidence;
  if (low === undefined) return high.share;
  const way = (confidence - low.confidence) / (high.confidence - low.confidence);
  return low.share + way * (high.share - low.share);
}
