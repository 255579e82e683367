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
import { usageError } from '@salience/supervisor/home';
import { figure } from '../intervals.ts';
import type { Evaluation, EvaluationOptions, EvaluationTools, Evaluator } from './evaluator.ts';
import { type MeasuredMessage, topicFigures } from './topic-class-figures.ts';

const rowSchema = z.object({
  id: z.string().optional(),
  set: z.string().default('all'),
  text: z.string().min(1),
  label: z.string().min(1),
  oos: z.boolean().default(false),
  /** Rows of one group depend on each other: intervals draw them as a whole. */
  group: z.string().nullish(),
});
type Row = z.infer<typeof rowSchema>;

/** A row with its vector. */
interface Item {
  readonly row: Row;
  readonly vector: Float32Array;
  /** As the product stores it. */
  readonly taught: Uint8Array;
}

/** Rows of one set: what may be heard before, in order, and what is measured after it. */
interface Split {
  readonly heard: readonly Item[];
  readonly measured: readonly Item[];
}

/** How many messages of each topic were heard before: ten, or all that may be. */
const regimes = { tenShot: 10, all: Number.POSITIVE_INFINITY } as const;
type Regime = keyof typeof regimes;

/** What an agent knows after it heard some messages of each topic, made by the product's own learning. */
interface Learned {
  readonly topics: readonly KnownTopic[];
  readonly statistics: TopicStatistics | null;
}

function learn(items: readonly Item[], shots: number): Learned {
  const heard = firstOfEach(items, shots);
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

function firstOfEach(items: readonly Item[], shots: number): Item[] {
  const counts = new Map<string, number>();
  return items.filter(({ row }) => {
    const count = counts.get(row.label) ?? 0;
    counts.set(row.label, count + 1);
    return count < shots;
  });
}

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

function measure({ heard, measured }: Split, answers: ReadonlyMap<Item, Assigned>): object {
  const labels = new Set(heard.map(({ row }) => row.label));
  return topicFigures(
    measured.flatMap((item, n): MeasuredMessage[] => {
      const { row } = item;
      const answer = answers.get(item);
      if (answer === undefined) return [];
      // A topic that nobody has heard of is a new one, whatever it is called.
      const outside = row.oos || !labels.has(row.label);
      const { assigned, known, nearest } = answer;
      return [{ label: row.label, outside, nearest, assigned, known, group: row.group ?? n }];
    }),
  );
}

async function read(rows: readonly Row[], tools: EvaluationTools): Promise<Item[]> {
  const items: Item[] = [];
  for (const row of rows) {
    const vector = await tools.embed(row.text);
    items.push({ row, vector, taught: taughtBytes(vector) ?? new Uint8Array(0) });
  }
  return items;
}

/** Whether each row is held out: every third one of a label, and what is out of scope. */
function heldOutOf(rows: readonly Row[]): boolean[] {
  const places = new Map<string, number>();
  return rows.map(({ label, oos }) => {
    const place = places.get(label) ?? 0;
    places.set(label, place + 1);
    return oos || place % 3 === 2;
  });
}

function evaluateSet(split: Split, tools: EvaluationTools) {
  const learned = (regime: Regime) => learn(split.heard, regimes[regime]);
  const [tenShot, all] = [learned('tenShot'), learned('all')];
  const answers = (of: Learned) => new Map(split.measured.map((item) => [item, assign(item, of, tools)]));
  const [byTen, byAll] = [answers(tenShot), answers(all)];
  return {
    metrics: {
      topics: all.topics.length,
      heard: { tenShot: firstOfEach(split.heard, regimes.tenShot).length, all: split.heard.length },
      tenShot: measure(split, byTen),
      all: measure(split, byAll),
    },
    predict: (item: Item, heldOut: boolean) => ({
      id: item.row.id ?? null,
      heldOut,
      tenShot: byTen.get(item) ?? assign(item, tenShot, tools),
      all: byAll.get(item) ?? assign(item, all, tools),
    }),
  };
}

/** Every row of one file: it is measured where it is held out, and learned from where it is not. */
async function splitRows(rows: readonly Row[], tools: EvaluationTools) {
  const [items, heldOut] = [await read(rows, tools), heldOutOf(rows)];
  const { metrics, predict } = evaluateSet(
    {
      heard: items.filter((_, n) => heldOut[n] !== true),
      measured: items.filter((_, n) => heldOut[n] === true),
    },
    tools,
  );
  return { metrics, predictions: items.map((item, n) => predict(item, heldOut[n] === true)) };
}

/** Every row is measured after those of another file were heard. */
async function trainedRows(rows: readonly Row[], train: readonly Row[], tools: EvaluationTools) {
  const heard = await read(
    train.filter(({ oos }) => !oos),
    tools,
  );
  if (heard.length === 0)
    throw usageError(
      `The rows of --test are of the set "${rows[0]?.set ?? 'all'}", of which --train has no row with a topic.`,
    );
  const items = await read(rows, tools);
  const { metrics, predict } = evaluateSet({ heard, measured: items }, tools);
  return { metrics, predictions: items.map((item) => predict(item, true)) };
}

const splitNotes = {
  oneFile:
    'Every third row of a label is held out; out-of-scope rows always. tenShot: the first ten others of a label were heard.',
  twoFiles:
    'Every row of --test is measured after those of --train were heard; tenShot: the first ten of a label. A row whose label is not in --train is out of scope.',
};

/** Topic assignment on labelled messages, each set of the file on its own. */
export const topicClass: Evaluator = {
  rowSchema,
  takes: ['train'],
  async evaluate(rows, tools, { train }: EvaluationOptions = {}): Promise<Evaluation> {
    const all = rows as readonly Row[];
    const predictions: object[] = [];
    const sets: Record<string, object> = {};
    for (const set of new Set(all.map((row) => row.set))) {
      const places = all.flatMap((row, n) => (row.set === set ? [n] : []));
      const own = places.flatMap((n) => all[n] ?? []);
      const theirs = (train as readonly Row[] | undefined)?.filter((row) => row.set === set);
      const result =
        theirs === undefined ? await splitRows(own, tools) : await trainedRows(own, theirs, tools);
      sets[set] = result.metrics;
      for (const [k, n] of places.entries()) predictions[n] = { set, ...result.predictions[k] };
    }
    const split = train === undefined ? splitNotes.oneFile : splitNotes.twoFiles;
    return {
      predictions,
      metrics: {
        decision: 'topic-class',
        model: tools.modelId,
        split,
        sets,
        note: 'Intervals: bootstrap by group where rows have one, else by row.',
      },
    };
  },
};
