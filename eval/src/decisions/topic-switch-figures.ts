import { figure, weightedMean, withIntervals } from '../intervals.ts';
import { binaryFigures, confusionOf, scoresOf } from './metrics.ts';
import { segmentationErrors } from './segmentation.ts';
import { bestThreshold, newWordShares } from './word-overlap.ts';

/** A dialogue with people's marks and the detector's, of each utterance. */
export interface DecidedDialogue {
  readonly set: string;
  readonly texts: readonly string[];
  readonly gold: readonly boolean[];
  /** Whether people have marked it; what is not marked was heard and is not counted. */
  readonly scored: readonly boolean[];
  readonly said: readonly boolean[];
}

/** What is counted of the decisions of dialogues, in a row: the first utterance of a dialogue is none. */
function decisionsOf<T>(
  dialogues: readonly DecidedDialogue[],
  of: (dialogue: DecidedDialogue) => readonly T[],
): T[] {
  return dialogues.flatMap((dialogue) => of(dialogue).filter((_, n) => n > 0 && dialogue.scored[n] === true));
}

/** F1 of boundaries alone, 0 to 1. */
export function f1Of(dialogues: readonly DecidedDialogue[]): number {
  return scoresOf(
    confusionOf(
      decisionsOf(dialogues, ({ gold }) => gold),
      decisionsOf(dialogues, ({ said }) => said),
    ),
  ).f1;
}

/** Everything by which some dialogues are judged, with bounds by dialogue, and what simple references come to on the same ones. */
export function switchFigures(dialogues: readonly DecidedDialogue[]) {
  const gold = decisionsOf(dialogues, (one) => one.gold);
  const said = decisionsOf(dialogues, (one) => one.said);
  const places = new Map(dialogues.map((one, n) => [one, n]));
  const groups = decisionsOf(dialogues, (one) => one.gold.map(() => places.get(one) ?? 0));
  return {
    dialogues: dialogues.length,
    decisions: gold.length,
    switches: gold.filter(Boolean).length,
    ...binaryFigures(groups, gold, said),
    ...divisionFigures(dialogues, ({ said: own }) => own),
    reference: {
      alwaysSwitchF1: scoresOf(
        confusionOf(
          gold,
          gold.map(() => true),
        ),
      ).f1,
      neverSwitch: divisionFigures(dialogues, (one) => one.gold.map(() => false)),
      wordOverlap: wordOverlap(dialogues, gold, groups),
    },
  };
}

function divisionFigures(
  dialogues: readonly DecidedDialogue[],
  said: (dialogue: DecidedDialogue) => readonly boolean[],
) {
  const errors = dialogues.map((one) => {
    const counted = (marks: readonly boolean[]) => marks.filter((_, n) => one.scored[n] === true);
    return segmentationErrors(counted(one.gold), counted(said(one)));
  });
  const [pks, diffs] = [errors.map(({ pk }) => pk), errors.map(({ windowDiff }) => windowDiff)];
  return withIntervals([...dialogues.keys()], (weights) => ({
    pk: weightedMean(pks, weights),
    windowDiff: weightedMean(diffs, weights),
  }));
}

function wordOverlap(
  dialogues: readonly DecidedDialogue[],
  gold: readonly boolean[],
  groups: readonly number[],
) {
  const shares = new Map(dialogues.map((one) => [one, newWordShares(one.texts)]));
  const sharesOf = (one: DecidedDialogue) => shares.get(one) ?? [];
  const scores = decisionsOf(dialogues, sharesOf);
  const threshold = bestThreshold(gold, scores);
  const { confusion: _counts, ...figures } = binaryFigures(
    groups,
    gold,
    scores.map((score) => score >= threshold),
  );
  return {
    ...figures,
    ...divisionFigures(dialogues, (one) => sharesOf(one).map((share) => share >= threshold)),
    threshold: figure(threshold),
  };
}
