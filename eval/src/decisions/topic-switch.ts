import { boundaryModels, freshBoundaryState, stepBoundary } from '@salience/topics';
import { figure } from '../intervals.ts';
import type { Evaluation, EvaluationOptions, EvaluationTools, Evaluator } from './evaluator.ts';
import { type DialogueRow, dialogueRowSchema } from './dialogue-rows.ts';
import { type DecidedDialogue, f1Of, switchFigures } from './topic-switch-figures.ts';

/** A dialogue with the vectors of its utterances; null for one without words. */
interface Heard {
  readonly row: DialogueRow;
  readonly vectors: readonly (Float32Array | null)[];
}

/** One message a minute, so that no silence decides. */
const stepMs = 60_000;

/** Thresholds of the operating curve. */
const curve = Array.from({ length: 15 }, (_, n) => figure(0.1 + 0.05 * n));

async function hear(row: DialogueRow, tools: EvaluationTools): Promise<Heard> {
  const vectors: (Float32Array | null)[] = [];
  for (const { text } of row.utterances) vectors.push(text.trim() === '' ? null : await tools.embed(text));
  return { row, vectors };
}

/** What the detector makes of every utterance, from what came before it and itself alone; undefined: at the shipped operating point. */
function decide({ row, vectors }: Heard, tools: EvaluationTools, threshold: number | undefined) {
  let state = freshBoundaryState;
  return row.utterances.map(({ text }, index) => {
    const { calibration, modelId } = tools;
    const vector = vectors[index] ?? null;
    const result = stepBoundary(state, {
      text,
      vector,
      now: index * stepMs,
      calibration,
      modelId,
      threshold,
    });
    state = result.next;
    return result;
  });
}

type Decided = ReturnType<typeof decide>;

function dialogueOf({ row }: Heard, said: readonly boolean[]): DecidedDialogue {
  return {
    set: row.set,
    texts: row.utterances.map(({ text }) => text),
    gold: row.boundary.map((value) => value === 1),
    scored: row.boundary.map((value) => value !== null),
    said,
  };
}

/** F1 of every set at other operating points. What a message leaves behind does not depend on where the line of a boundary is drawn. */
function operatingCurve(heard: readonly Heard[], tools: EvaluationTools): object[] {
  const decided = heard.map((one) => decide(one, tools, 1));
  return curve.map((threshold) => {
    const dialogues = heard.map((one, n) =>
      dialogueOf(
        one,
        (decided[n] ?? []).map(({ boundary, probability }) => boundary || probability >= threshold),
      ),
    );
    const sets = Map.groupBy(dialogues, ({ set }) => set);
    return { threshold, f1: Object.fromEntries(Array.from(sets, ([set, own]) => [set, f1Of(own)])) };
  });
}

function predictionOf({ row }: Heard, decided: Decided) {
  return {
    id: row.id ?? null,
    set: row.set,
    boundary: decided.map(({ boundary }) => (boundary ? 1 : 0)),
    scores: decided.map(({ probability }) => figure(probability)),
    reasons: decided.map(({ reason }) => reason),
  };
}

/** The boundary detector on dialogues and rooms with people's marks. */
export const topicSwitch: Evaluator = {
  rowSchema: dialogueRowSchema,
  takes: ['threshold'],
  async evaluate(rows, tools, { threshold }: EvaluationOptions = {}): Promise<Evaluation> {
    const heard: Heard[] = [];
    for (const row of rows as readonly DialogueRow[]) heard.push(await hear(row, tools));
    const decided = heard.map((one) => decide(one, tools, threshold));
    const dialogues = heard.map((one, n) =>
      dialogueOf(
        one,
        (decided[n] ?? []).map(({ boundary }) => boundary),
      ),
    );
    const { version, withDirections } = boundaryModels;
    const sets = Map.groupBy(dialogues, ({ set }) => set);
    const metrics = {
      decision: 'topic-switch',
      model: tools.modelId,
      weights: { version, threshold: threshold ?? withDirections.threshold },
      ...switchFigures(dialogues),
      sets: Object.fromEntries(Array.from(sets, ([set, own]) => [set, switchFigures(own)])),
      curve: operatingCurve(heard, tools),
      note: 'Online: utterance i from 0..i. On rows that the shipped weights were fitted on this is no held-out figure, eval/train-topic-boundary.ts prints that. Pk and WindowDiff: means over dialogues, low is good. Word overlap: the best threshold on these very rows. Intervals: bootstrap by dialogue.',
    };
    return { predictions: heard.map((one, n) => predictionOf(one, decided[n] ?? [])), metrics };
  },
};
