/**
 * Fits the weights of memory search on candidates that the search itself found, each with its factors:
 *
 *   salience eval memory --turns TURNS --queries QUERIES --out OURS
 *   node eval/tune-retrieval.ts --turns TURNS --queries QUERIES --ours OURS
 *
 * One conversation after the other is left out: weights are fitted on the others and judged on it, against plain BM25. Then the
 * shipped weights are judged, whole and without each factor. Prints one line of JSON; changes nothing.
 */
import { parseArgs } from 'node:util';
import { meanFigures, retrievalWeights } from '@salience/memory';
import { compare, compared, paired } from './src/memory/compare.ts';
import { ablations, fitWeights, reranked } from './src/memory/fit-weights.ts';
import { answerByWords } from './src/memory/reference.ts';
import { type AnsweredQuestion, type QuestionRow, readJsonLines, type TurnRow } from './src/memory/rows.ts';

const { values } = parseArgs({
  options: { turns: { type: 'string' }, queries: { type: 'string' }, ours: { type: 'string' } },
});
if (values.turns === undefined || values.queries === undefined || values.ours === undefined) {
  process.stderr.write('usage: node eval/tune-retrieval.ts --turns FILE --queries FILE --ours FILE\n');
  process.exit(2);
}
const questions = readJsonLines<AnsweredQuestion>(values.ours).filter(({ scored }) => scored);
const reference = answerByWords(
  readJsonLines<TurnRow>(values.turns),
  readJsonLines<QuestionRow>(values.queries),
);
const shipped = retrievalWeights.factors;

const conversations = [...new Set(questions.map(({ conv }) => conv))];
const heldOut: AnsweredQuestion[] = [];
const folds = conversations.map((conv) => {
  const fitted = fitWeights(
    questions.filter((one) => one.conv !== conv),
    shipped,
  );
  const judged = reranked(
    questions.filter((one) => one.conv === conv),
    fitted,
  );
  heldOut.push(...judged);
  process.stderr.write(`left out ${conv}: ${JSON.stringify(fitted)}\n`);
  return { leftOut: conv, weights: fitted, figures: against(judged) };
});
const whole = reranked(questions, shipped);
const own = shown(whole);
process.stdout.write(
  `${JSON.stringify({
    heldOut: { all: against(heldOut), ...byCategory(heldOut) },
    folds,
    fittedOnAll: fitWeights(questions, shipped),
    shipped: { weights: shipped, all: against(whole), ...byCategory(whole) },
    withoutFactor: Object.fromEntries(
      ablations(questions, shipped).map(({ factor, without }) => [factor, losses(without)]),
    ),
  })}\n`,
);

function against(judged: readonly AnsweredQuestion[]): object {
  const keys = new Set(judged.map(({ conv, question }) => `${conv} ${question}`));
  const others = reference.filter(({ conv, question }) => keys.has(`${conv} ${question}`));
  const lines = compare(paired(others, judged));
  return Object.fromEntries(
    (['recall@10', 'nDCG@10', 'in 1000'] as const).map((name) => {
      const { reference: theirs, ours, difference } = lines[name];
      return [
        name,
        { bm25: one(theirs), ours: one(ours), gain: one(difference.mean), low: one(difference.low) },
      ];
    }),
  );
}

function byCategory(judged: readonly AnsweredQuestion[]): Record<string, object> {
  return Object.fromEntries(
    [...Map.groupBy(judged, ({ category }) => category)].map(([name, some]) => [name, against(some)]),
  );
}

function shown(judged: readonly AnsweredQuestion[]) {
  const mean = meanFigures(judged.map(({ figures }) => figures));
  return (name: keyof typeof compared) => 100 * compared[name](mean);
}

/** Points that are lost, by figure; negative where leaving it out helps. */
function losses(without: ReturnType<typeof meanFigures>): Record<string, number> {
  return Object.fromEntries(
    (['recall@10', 'nDCG@10', 'in 1000'] as const).map((name) => [
      name,
      one(own(name) - 100 * compared[name](without)),
    ]),
  );
}

function one(value: number): number {
  return Math.round(value * 10) / 10;
}
