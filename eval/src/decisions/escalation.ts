import { fingerprintSchema, signalEventSchema } from '@salience/contracts';
import { openLimbicSession } from '@salience/embeddings';
import { tensorsOf } from '@salience/limbic';
import { z } from 'zod';
import { figuresOf, type FigureRow } from '../escalation/figures.ts';
import { type Declared, type EscalationRow, replay, type ScoredRow } from '../escalation/replay.ts';
import type { Evaluator } from './evaluator.ts';

const yesOrNo = z
  .union([z.literal(0), z.literal(1), z.boolean()])
  .transform((value): 0 | 1 => (value ? 1 : 0));
/** Seconds or milliseconds since 1970, or ISO 8601. */
const instant = z
  .union([z.number().min(0), z.iso.datetime({ offset: true }).transform((text) => Date.parse(text))])
  .transform((at) => (at > 1e11 ? at / 1_000 : at));
const signalRow = z.object({
  id: z.union([z.string(), z.number()]),
  at: instant,
  agent: z.string().default('agent'),
  module: z.string(),
  event: signalEventSchema,
  relevant: yesOrNo,
  feedback: yesOrNo.nullish().transform((value) => value ?? undefined),
});
const declaredRow = z.object({ fingerprint: fingerprintSchema, agent: z.string().optional() });
const rowSchema = z.union([declaredRow, signalRow]);
type Row = z.infer<typeof rowSchema>;

const labelsFirst = 50;
const daySeconds = 86_400;

const dayOf = ({ row: { agent, at } }: ScoredRow): string => `${agent} ${Math.floor(at / daySeconds)}`;

/** The rows of days after the day on which their module had its fiftieth label. */
function afterLabels(scored: readonly ScoredRow[]): ScoredRow[] {
  const since = new Map<string, string>();
  const key = ({ row: { agent, module } }: ScoredRow): string => JSON.stringify([agent, module]);
  return scored.filter((one) => {
    const known = since.get(key(one));
    if (known !== undefined) return dayOf(one) !== known;
    if (one.labels >= labelsFirst) since.set(key(one), dayOf(one));
    return false;
  });
}

function figureRow(one: ScoredRow): FigureRow {
  return {
    day: dayOf(one),
    relevant: one.row.relevant === 1,
    score: one.score,
    rule: one.rule,
    woke: one.decision.should_escalate,
  };
}

function metricsOf(scored: readonly ScoredRow[]) {
  const late = afterLabels(scored);
  return {
    rows: scored.length,
    labels: scored.filter(({ row }) => row.feedback !== undefined).length,
    afterLabels: late.length === 0 ? null : figuresOf(late.map(figureRow)),
    byLstm: late.filter(({ weight }) => weight === 1).length,
    all: figuresOf(scored.map(figureRow)),
  };
}

/** Whether a signal is worth a question to the agent: windows, rule, LSTM, learning from feedback and gate, as the product runs them. */
export const escalation: Evaluator = {
  rowSchema,
  async evaluate(rows) {
    const declared: Declared[] = [];
    const signals: EscalationRow[] = [];
    for (const row of rows as readonly Row[]) {
      if ('fingerprint' in row) declared.push(row);
      else signals.push(row);
    }
    const session = await openLimbicSession();
    try {
      const scored = await replay(signals, declared, ({ windows, lengths }, weights) =>
        session.score(windows, lengths, tensorsOf(weights)),
      );
      return {
        predictions: scored.map(({ row, score, rule, decision }) => ({
          id: row.id,
          score,
          decision: decision.should_escalate ? 'wake' : 'quiet',
          reason: decision.reason,
          rule,
        })),
        metrics: metricsOf(scored),
      };
    } finally {
      await session.release();
    }
  },
};
