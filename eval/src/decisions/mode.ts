import { shippedPolicy } from '@salience/router';
import { clarifyFigures } from './clarify-figures.ts';
import { messageDecider } from './context-signals.ts';
import type { Evaluator } from './evaluator.ts';
import { modeFigures } from './mode-figures.ts';
import { type DecidedRow, type ModeRow, modeRowSchema } from './mode-rows.ts';

/** What a message deserves after what was said before it and before any tie-breaker; scores of all modes with each row. */
export const mode: Evaluator = {
  rowSchema: modeRowSchema,
  async evaluate(rows, tools) {
    const decideRow = messageDecider(tools);
    const decided: DecidedRow[] = [];
    for (const row of rows as readonly ModeRow[]) decided.push({ row, result: await decideRow(row) });
    return {
      predictions: decided.map(({ row, result }) => ({
        id: row.id,
        prediction: result.mode,
        scores: result.scores,
        margin: result.margin,
        tiebreak: result.needsTiebreak,
      })),
      metrics: {
        policy: shippedPolicy.name,
        version: shippedPolicy.version,
        rows: decided.length,
        ...modeFigures(decided),
        ...clarifyFigures(decided),
        note: 'Intervals: bootstrap by group where rows have one, else by row.',
      },
    };
  },
};
