import {
  addTaught,
  assignTopic,
  centreOf,
  isShortOrAnaphoric,
  type KnownTopic,
  learnStatistics,
  rankTopics,
  samplesMin,
  type TopicQuestion,
  taughtBytes,
  taughtNumbers,
  taughtVector,
  type TopicStatistics,
  wordStems,
} from '@salience/topics';
import { z } from 'zod';
import type { Evaluation, EvaluationTools, Evaluator } from './evaluator.ts';
import { auroc, confusionOf, figure, scoresOf } from './metrics.ts';

const rowSchema = z.object({
  id: z.string().optional(),
  set: z.string().default('all'),
  text: z.string().min(1),
  label: z.string().min(1),
  oos: z.boolean().default(false),
});
type Row = z.infer<typeof rowSchema>;

/** A row with its vector and what it is for: every third one of a label is held out, what is out of scope always. */
interface Item {
  readonly row: Row;
  readonly vector: Float32Array;
  /** As the product stores it. */
  readonly taught: Uint8Array;
  readonly place: number;
  readonly heldOut: boolean;
}

/** How many messages of each topic were heard before: ten, or all that are not held out. */
const regimes = { tenShot: 10, all: Number.POSITIVE_INFINITY } as const;
type Regime = keyof typeof regimes;

/** What an agent knows after it heard some messages of each topic, made by the product's own learning. */
interface Learned {
  readonly topics: readonly KnownTopic[];
  readonly statistics: TopicStatistics | null;
}

function learn(items: readonly Item[], shots: number): Learned {
  const heard = items.filter(({ heldOut, place, row }) => !heldOut && !row.oos && placeHeard(place) < shots);
  const topics = Map.groupBy(heard, ({ row }) => row.label);
  const known = Array.from(topics, ([label, messages]): KnownTopic => {
    const sum = messages.map(({ taught }) => taughtNumbers(taught)).reduce(addTaught, new Float64Array(0));
    return {
      id: label,
      name: label,
      centroid: centreOf(sum),
      lastSeenAt: 0,
      avgSalience: 0.5,
    };
  });
  const samples = heard.map(({ row, taught }) => ({
    topicId: row.label,
    vector: taughtVector(taught),
    stems: wordStems(row.text),
  }));
  return { topics: known, statistics: samples.length < samplesMin ? null : driven(learnStatistics(samples)) };
}

/** Two of three are heard, so the third heard one has place 3. */
const placeHeard = (place: number) => place - Math.floor((place + 1) / 3);

function driven<T>(work: Generator<void, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

/** A row as the product assigns it with no conversation around it. */
function assign({ row, vector }: Item, { topics, statistics }: Learned, tools: EvaluationTools) {
  const question: TopicQuestion = {
    text: row.text,
    vector,
    modelCalibration: tools.calibration,
    topics,
    currentTopicId: null,
    isShortOrAnaphoric: isShortOrAnaphoric(row.text),
    statistics,
    now: 0,
  };
  const ranked = rankTopics(question);
  const answer = assignTopic(question);
  return {
    nearest: ranked[0]?.topic.id ?? null,
    assigned: answer.kind === 'existing' ? answer.topicId : null,
    opensTopic: answer.kind === 'new',
    confidence: figure(answer.confidence),
    known: figure(Math.max(-10, ...ranked.map(({ similarity }) => similarity))),
    scores: ranked.slice(0, 5).map(({ topic, rank }) => [topic.id, figure(rank)] as const),
  };
}

type Assigned = ReturnType<typeof assign>;

function measure(items: readonly Item[], answers: readonly Assigned[]): object {
  const held = items.flatMap((item, n) => {
    const answer = answers[n];
    return item.heldOut && answer !== undefined ? [{ row: item.row, answer }] : [];
  });
  const inScope = held.filter(({ row }) => !row.oos);
  const right = inScope.filter(({ row, answer }) => answer.nearest === row.label).length;
  const exact = inScope.filter(({ row, answer }) => answer.assigned === row.label).length;
  const outside = held.map(({ row }) => row.oos);
  const confusion = confusionOf(
    outside,
    held.map(({ answer }) => answer.assigned === null),
  );
  return {
    held: inScope.length,
    accuracy: figure(right / inScope.length),
    assignedRight: figure(exact / inScope.length),
    outOfScope: outside.some(Boolean)
      ? {
          rows: held.length - inScope.length,
          auroc: figure(
            auroc(
              outside,
              held.map(({ answer }) => -answer.known),
            ),
          ),
          newTopic: { ...scoresOf(confusion), confusion },
        }
      : null,
  };
}

async function read(rows: readonly Row[], tools: EvaluationTools): Promise<Item[]> {
  const places = new Map<string, number>();
  const items: Item[] = [];
  for (const row of rows) {
    const place = places.get(row.label) ?? 0;
    places.set(row.label, place + 1);
    const vector = await tools.embed(row.text);
    const taught = taughtBytes(vector) ?? new Uint8Array(0);
    items.push({ row, place, vector, taught, heldOut: row.oos || place % 3 === 2 });
  }
  return items;
}

function evaluateSet(items: readonly Item[], tools: EvaluationTools) {
  const answers = (regime: Regime): Assigned[] => {
    const learned = learn(items, regimes[regime]);
    return items.map((item) => assign(item, learned, tools));
  };
  const [tenShot, all] = [answers('tenShot'), answers('all')];
  const labels = new Set(items.flatMap(({ row }) => (row.oos ? [] : [row.label])));
  return {
    metrics: { topics: labels.size, tenShot: measure(items, tenShot), all: measure(items, all) },
    predictions: items.map(({ row, heldOut }, n) => ({
      id: row.id ?? null,
      heldOut,
      tenShot: tenShot[n],
      all: all[n],
    })),
  };
}

/** Topic assignment on labelled messages, each set of the file on its own. */
export const topicClass: Evaluator = {
  rowSchema,
  async evaluate(rows, tools): Promise<Evaluation> {
    const all = rows as readonly Row[];
    const predictions: object[] = [];
    const sets: Record<string, object> = {};
    for (const set of new Set(all.map((row) => row.set))) {
      const places = all.flatMap((row, n) => (row.set === set ? [n] : []));
      const items = await read(
        places.flatMap((n) => all[n] ?? []),
        tools,
      );
      const result = evaluateSet(items, tools);
      sets[set] = result.metrics;
      for (const [k, n] of places.entries()) predictions[n] = { set, ...result.predictions[k] };
    }
    const split =
      'Every third row of a label is held out; out-of-scope rows always. tenShot: the first ten others of a label were heard.';
    return { predictions, metrics: { decision: 'topic-class', model: tools.modelId, split, sets } };
  },
};
