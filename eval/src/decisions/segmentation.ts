/**
 * How far a division of a dialogue into topics is from people's: both lists say of each utterance whether it opens a topic, the first entry
 * counts for nothing. Both measures look through a window of half the mean length of people's topics, at least 2 utterances, and are the share of
 * its places at which the two divisions differ, 0 to 1, low is good; 0 where the window fits nowhere.
 */
export function segmentationErrors(
  gold: readonly boolean[],
  said: readonly boolean[],
): { readonly pk: number; readonly windowDiff: number } {
  const [right, own] = [openedUpTo(gold), openedUpTo(said)];
  const size = Math.min(windowOf(gold), Math.max(1, gold.length - 1));
  const places = Math.max(0, gold.length - size);
  let [apart, otherCount] = [0, 0];
  for (let from = 0; from < places; from += 1) {
    const within = (opened: Int32Array) => (opened[from + size] as number) - (opened[from] as number);
    const [meant, seen] = [within(right), within(own)];
    // Pk asks only whether both ends are on one topic, WindowDiff how many topics open between them.
    if ((meant === 0) !== (seen === 0)) apart += 1;
    if (meant !== seen) otherCount += 1;
  }
  return places === 0 ? { pk: 0, windowDiff: 0 } : { pk: apart / places, windowDiff: otherCount / places };
}

function windowOf(gold: readonly boolean[]): number {
  const topics = 1 + gold.slice(1).filter(Boolean).length;
  return Math.max(2, Math.round(gold.length / topics / 2));
}

/** How many topics have been opened up to each utterance, after the first one. */
function openedUpTo(opens: readonly boolean[]): Int32Array {
  const counts = new Int32Array(opens.length);
  for (let n = 1; n < opens.length; n += 1)
    counts[n] = (counts[n - 1] as number) + (opens[n] === true ? 1 : 0);
  return counts;
}
