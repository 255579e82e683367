import { boundaryModels, freshBoundaryState, stepBoundary } from '@salience/topics';
import { z } from 'zod';
import type { Evaluation, EvaluationTools, Evaluator } from './evaluator.ts';
import { confusionOf, figure, scoresOf } from './metrics.ts';

const rowSchema = z.object({
  id: z.string().optional(),
  set: z.string().optional(),
  utterances: z.array(z.object({ text: z.string() })).min(1),
  boundary: z.array(z.union([z.literal(0), z.literal(1)])),
});
type Row = z.infer<typeof rowSchema>;

/** One message a minute, so that no silence decides. */
const stepMs = 60_000;

/** Every utterance decided by the shipped detector from what came before it and itself alone. */
async function decide(row: Row, tools: EvaluationTools) {
  let state = freshBoundaryState;
  const [boundary, scores, reasons]: [number[], number[], string[]] = [[], [], []];
  for (const [index, { text }] of row.utterances.entries()) {
    const vector = text.trim() === '' ? null : await tools.embed(text);
    const event = { text, vector, now: index * stepMs, calibration: tools.calibration };
    const result = stepBoundary(state, event);
    state = result.next;
    boundary.push(result.boundary ? 1 : 0);
    scores.push(figure(result.probability));
    reasons.push(result.reason);
  }
  return { id: row.id ?? null, boundary, scores, reasons };
}

type Prediction = Awaited<ReturnType<typeof decide>>;

function measure(rows: readonly Row[], predictions: readonly Prediction[]): object {
  // The first utterance of a dialogue is no decision.
  const gold = rows.flatMap((row) => row.boundary.slice(1).map((value) => value === 1));
  const said = predictions.flatMap((prediction) => prediction.boundary.slice(1).map((value) => value === 1));
  const confusion = confusionOf(gold, said);
  const always = confusionOf(
    gold,
    gold.map(() => true),
  );
  return {
    dialogues: rows.length,
    decisions: gold.length,
    switches: gold.filter(Boolean).length,
    ...scoresOf(confusion),
    confusion,
    reference: { alwaysSwitchF1: scoresOf(always).f1 },
  };
}

/** The boundary detector on dialogues with people's marks. */
export const topicSwitch: Evaluator = {
  rowSchema: rowSchema.refine((row) => row.boundary.length === row.utterances.length, {
    error: 'expected as many entries in boundary as in utterances',
  }),
  async evaluate(rows, tools): Promise<Evaluation> {
    const dialogues = rows as readonly Row[];
    const predictions: Prediction[] = [];
    for (const row of dialogues) predictions.push(await decide(row, tools));
    const { version, withVectors } = boundaryModels;
    const metrics = {
      decision: 'topic-switch',
      model: tools.modelId,
      weights: { version, threshold: withVectors.threshold },
      ...measure(dialogues, predictions),
      note: 'Online: utterance i from 0..i. The shipped weights were fitted on small talk; on rows they were fitted on this is no held-out figure, eval/train-topic-boundary.ts prints that.',
    };
    return { predictions, metrics };
  },
};
