import type { ModelCalibration } from '../vectors.ts';
import type { Rehearsed } from './rehearse.ts';
import type { TopicStatistics } from './statistics.ts';

/** Shares of known messages that score less: hardly any, and one in eight. */
const lineShares = { newTopic: 0.015, sameTopic: 0.12 } as const;
/** Rehearsed messages of either kind from which the line of new topics is set by both; of fewer by the share of known ones. */
const rehearsedMin = 30;
/** The share of messages on new subjects at which both errors, a known one taken for new and a new one for known, are equally many. */
const freshShare = 0.02;
/** The least width of the two scales. */
const gapMin = { lines: 0.02, known: 0.1 } as const;

/** The scales of statistics, by how messages scored that learning had not heard. */
export function linesOf(rehearsed: Rehearsed): Pick<TopicStatistics, 'knownLines' | 'lines'> {
  const known = sorted(rehearsed.known);
  const fresh = sorted(rehearsed.fresh);
  const own = sorted(rehearsed.own);
  const newTopic =
    Math.min(known.length, fresh.length) < rehearsedMin
      ? at(known, lineShares.newTopic)
      : equalLine(known, fresh);
  return {
    // Topics of one message each tell nothing of how messages of one topic resemble each other.
    lines: inOrder(at(own, lineShares.newTopic) ?? 0.1, at(own, lineShares.sameTopic) ?? 0.3, gapMin.lines),
    knownLines:
      newTopic === undefined
        ? null
        : inOrder(newTopic, at(known, lineShares.sameTopic) ?? newTopic, gapMin.known),
  };
}

const sorted = (scores: readonly number[]) => scores.toSorted((a, b) => a - b);
const at = (scores: readonly number[], share: number): number | undefined =>
  scores[Math.floor(share * (scores.length - 1))];

function inOrder(newTopicCosine: number, sameTopicCosine: number, gap: number): ModelCalibration {
  return { newTopicCosine, sameTopicCosine: Math.max(sameTopicCosine, newTopicCosine + gap) };
}

/** The score below which as many known messages lie as fresh ones do above it, at their shares of all; both sorted. */
function equalLine(known: readonly number[], fresh: readonly number[]): number {
  let below = 0;
  for (const [n, score] of fresh.entries()) {
    if (score === fresh[n - 1]) continue;
    while (below < known.length && (known[below] as number) < score) below += 1;
    const taken = ((1 - freshShare) * below) / known.length;
    const missed = (freshShare * (fresh.length - n)) / fresh.length;
    if (taken >= missed) return score;
  }
  return fresh.at(-1) ?? 0;
}
