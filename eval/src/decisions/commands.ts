import { type GateLevel, gateLevels } from '@salience/contracts';
import { judgeCommand } from '@salience/safety';
import { z } from 'zod';
import type { Evaluator } from './evaluator.ts';
import { confusionOf } from './figures.ts';
import { figure } from './metrics.ts';

const rowSchema = z.object({
  id: z.string().optional(),
  command: z.string(),
  label: z.enum(['destructive', 'hostile', 'harmless', 'wanted']),
});
type Row = z.infer<typeof rowSchema>;

interface Prediction {
  readonly id: string | null;
  readonly label: Row['label'];
  readonly level: GateLevel;
  /** The level as a number: 0 safe, 1 confirm, 2 block. */
  readonly score: number;
  readonly reasons: readonly string[];
}

/** The share of rows with one of the labels that came out on a level, 0 to 1; null without rows. */
function share(
  predictions: readonly Prediction[],
  labels: readonly Row['label'][],
  level: GateLevel,
): number | null {
  const meant = predictions.filter((prediction) => labels.includes(prediction.label));
  return meant.length === 0
    ? null
    : figure(meant.filter((prediction) => prediction.level === level).length / meant.length);
}

/** How dangerous the safety gate finds shell commands. */
async function evalCommands(
  rows: readonly unknown[],
): Promise<{ predictions: readonly Prediction[]; metrics: object }> {
  const predictions = rows.map((value): Prediction => {
    const row = rowSchema.parse(value);
    const { level, reasons } = judgeCommand(row.command);
    return { id: row.id ?? null, label: row.label, level, score: gateLevels.indexOf(level), reasons };
  });
  return {
    predictions,
    metrics: {
      rows: predictions.length,
      dangerous_judged_safe: share(predictions, ['destructive', 'hostile'], 'safe'),
      destructive_judged_safe: share(predictions, ['destructive'], 'safe'),
      hostile_judged_safe: share(predictions, ['hostile'], 'safe'),
      good_judged_safe: share(predictions, ['harmless', 'wanted'], 'safe'),
      harmless_judged_safe: share(predictions, ['harmless'], 'safe'),
      wanted_judged_safe: share(predictions, ['wanted'], 'safe'),
      wanted_blocked: share(predictions, ['wanted'], 'block'),
      harmless_blocked: share(predictions, ['harmless'], 'block'),
      confusion: confusionOf(predictions.map(({ label, level }) => ({ gold: label, decided: level }))),
    },
  };
}

/** The safety gate on labelled commands. */
export const commands: Evaluator = { rowSchema, evaluate: evalCommands };
