import { meanFigures, type RetrievalFigures } from '@salience/memory';
import { figure } from '../metrics.ts';
import type { AskedQuestion } from './ask-questions.ts';

/** The figures of some questions. */
export interface FiguresLine extends RetrievalFigures {
  readonly questions: number;
}

/** Means over all counted questions, and by category and by conversation. */
export interface MemoryReport {
  readonly all: FiguresLine;
  readonly byCategory: Readonly<Record<string, FiguresLine>>;
  readonly byConversation: Readonly<Record<string, FiguresLine>>;
}

/** Averages what was asked; questions without an answer in the rows are left out. */
export function reportOf(asked: readonly AskedQuestion[]): MemoryReport {
  const counted = asked.filter(({ scored }) => scored);
  return {
    all: lineOf(counted),
    byCategory: grouped(counted, ({ category }) => category),
    byConversation: grouped(counted, ({ conv }) => conv),
  };
}

function grouped(
  asked: readonly AskedQuestion[],
  key: (one: AskedQuestion) => string,
): Record<string, FiguresLine> {
  const groups = [...Map.groupBy(asked, key)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(groups.map(([name, some]) => [name, lineOf(some)]));
}

function lineOf(asked: readonly AskedQuestion[]): FiguresLine {
  const mean = meanFigures(asked.map(({ figures }) => figures));
  const rounded = (values: Readonly<Record<string, number>>) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, figure(value)]));
  return {
    questions: asked.length,
    turnRecall: rounded(mean.turnRecall),
    sessionRecall: rounded(mean.sessionRecall),
    ndcgAt10: figure(mean.ndcgAt10),
    mrr: figure(mean.mrr),
    evidence: rounded(mean.evidence),
  };
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
