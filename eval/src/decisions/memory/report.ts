import { meanFigures, type RetrievalFigures } from '@salience/memory';
import { type Bounds, boundsOf, figure, weightedMean } from '../../intervals.ts';
import type { AskedQuestion } from './ask-questions.ts';

/** Bounds of figures that are told by a depth or a size. */
type BoundsBy = Readonly<Record<string, Bounds | null>>;

/** The figures of some questions with their bounds. */
export interface FiguresLine extends RetrievalFigures {
  readonly questions: number;
  readonly turnRecallInterval: BoundsBy;
  readonly sessionRecallInterval: BoundsBy;
  readonly ndcgAt10Interval: Bounds | null;
  readonly mrrInterval: Bounds | null;
  readonly evidenceInterval: BoundsBy;
}

/** Means over all counted questions, and by category and by conversation. */
export interface MemoryReport {
  readonly all: FiguresLine;
  readonly byCategory: Readonly<Record<string, FiguresLine>>;
  readonly byConversation: Readonly<Record<string, FiguresLine>>;
  /** How intervals are made. */
  readonly note: string;
}

/** Averages what was asked; questions without an answer in the rows are left out. */
export function reportOf(asked: readonly AskedQuestion[]): MemoryReport {
  const counted = asked.filter(({ scored }) => scored);
  return {
    all: lineOf(counted),
    byCategory: grouped(counted, ({ category }) => category),
    byConversation: grouped(counted, ({ conv }) => conv),
    note: `Intervals: bootstrap by conversation from ${conversationsMin} of them on, else by question.`,
  };
}

function grouped(
  asked: readonly AskedQuestion[],
  key: (one: AskedQuestion) => string,
): Record<string, FiguresLine> {
  const groups = [...Map.groupBy(asked, key)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(groups.map(([name, some]) => [name, lineOf(some)]));
}

/** Fewer conversations say too little of how conversations differ for bounds that rest on it. */
const conversationsMin = 5;

function lineOf(asked: readonly AskedQuestion[]): FiguresLine {
  const mean = meanFigures(asked.map(({ figures }) => figures));
  const rounded = (values: Readonly<Record<string, number>>) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, figure(value)]));
  const bounds = boundsOfLine(asked);
  const boundsBy = (part: 'turnRecall' | 'sessionRecall' | 'evidence'): BoundsBy =>
    Object.fromEntries(Object.keys(mean[part]).map((depth) => [depth, bounds[`${part} ${depth}`] ?? null]));
  return {
    questions: asked.length,
    turnRecall: rounded(mean.turnRecall),
    turnRecallInterval: boundsBy('turnRecall'),
    sessionRecall: rounded(mean.sessionRecall),
    sessionRecallInterval: boundsBy('sessionRecall'),
    ndcgAt10: figure(mean.ndcgAt10),
    ndcgAt10Interval: bounds['ndcgAt10'] ?? null,
    mrr: figure(mean.mrr),
    mrrInterval: bounds['mrr'] ?? null,
    evidence: rounded(mean.evidence),
    evidenceInterval: boundsBy('evidence'),
  };
}

/** Bounds of every figure, flat. */
function boundsOfLine(asked: readonly AskedQuestion[]): Readonly<Record<string, Bounds | undefined>> {
  const flat = asked.map(({ figures: { evidence, mrr, ndcgAt10, sessionRecall, turnRecall } }) => ({
    ...prefixed('turnRecall', turnRecall),
    ...prefixed('sessionRecall', sessionRecall),
    ...prefixed('evidence', evidence),
    ndcgAt10,
    mrr,
  }));
  const names = Object.keys(flat[0] ?? {});
  const columns = names.map((name) =>
    flat.map((values: Readonly<Record<string, number>>) => values[name] ?? 0),
  );
  const conversations = asked.map(({ conv }) => conv);
  const groups = new Set(conversations).size < conversationsMin ? [...asked.keys()] : conversations;
  return boundsOf(groups, (weights) =>
    Object.fromEntries(names.map((name, n) => [name, weightedMean(columns[n] ?? [], weights)])),
  );
}

function prefixed(name: string, values: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(values).map(([depth, value]) => [`${name} ${depth}`, value]));
}

/** The report for a person: a line for each category and conversation, figures in per cent. */
export function tableOf({ all, byCategory, byConversation }: MemoryReport): {
  readonly headings: readonly string[];
  readonly rows: readonly (readonly string[])[];
} {
  const depths = Object.keys(all.turnRecall);
  const tokens = Object.keys(all.evidence);
  const headings = [
    '',
    'questions',
    ...depths.map((k) => `turn R@${k}`),
    ...depths.map((k) => `session R@${k}`),
    'nDCG@10',
    'MRR',
    ...tokens.map((n) => `in ${n}`),
  ];
  const lines = [['all', all] as const, ...Object.entries(byCategory), ...Object.entries(byConversation)];
  const rows = lines.map(([name, line]) => [
    name,
    String(line.questions),
    ...depths.map((k) => percent(line.turnRecall[k])),
    ...depths.map((k) => percent(line.sessionRecall[k])),
    percent(line.ndcgAt10),
    percent(line.mrr),
    ...tokens.map((n) => percent(line.evidence[n])),
  ]);
  return { headings, rows };
}

function percent(share: number | undefined): string {
  return (100 * (share ?? 0)).toFixed(1);
}
