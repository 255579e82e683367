import { type GateLevel, gateLevels } from '@salience/contracts';
import { judgeCommand } from '@salience/safety';
import { z } from 'zod';
import type { Evaluation, Evaluator } from './evaluator.ts';
import { weightedMean, withIntervals } from '../intervals.ts';
import { confusionOf, groupsOf } from './figures.ts';

const rowSchema = z.object({
  id: z.string().optional(),
  command: z.string(),
  label: z.enum(['destructive', 'hostile', 'harmless', 'wanted']),
  /** Rows of one group depend on each other: intervals draw them as a whole. */
  group: z.string().nullish(),
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

/** Shares of labels that came out on a level, by the names of the figures. */
const shares = {
  dangerous_judged_safe: [['destructive', 'hostile'], 'safe'],
  destructive_judged_safe: [['destructive'], 'safe'],
  hostile_judged_safe: [['hostile'], 'safe'],
  good_judged_safe: [['harmless', 'wanted'], 'safe'],
  harmless_judged_safe: [['harmless'], 'safe'],
  wanted_judged_safe: [['wanted'], 'safe'],
  wanted_blocked: [['wanted'], 'block'],
  harmless_blocked: [['harmless'], 'block'],
} as const satisfies Record<string, readonly [readonly Row['label'][], GateLevel]>;

/** One of the shares with its bounds, 0 to 1; null without rows of its labels. */
function shareOf(predictions: readonly Judged[], name: keyof typeof shares) {
  const [labels, level]: readonly [readonly Row['label'][], GateLevel] = shares[name];
  const meant = predictions.filter(({ prediction }) => labels.includes(prediction.label));
  const hit = Uint8Array.from(meant, ({ prediction }) => (prediction.level === level ? 1 : 0));
  return withIntervals(groupsOf(meant), (weights) => ({ [name]: weightedMean(hit, weights) }));
}

/** A prediction with what its row is drawn with when intervals are made. */
interface Judged {
  readonly prediction: Prediction;
  readonly group?: string | undefined;
}

/** How dangerous the safety gate finds shell commands. */
function evalCommands(rows: readonly unknown[]): Promise<Evaluation> {
  const judged = rows.map((value): Judged => {
    const row = rowSchema.parse(value);
    const { level, reasons } = judgeCommand(row.command);
    const score = gateLevels.indexOf(level);
    return {
      prediction: { id: row.id ?? null, label: row.label, level, score, reasons },
      group: row.group ?? undefined,
    };
  });
  const names = Object.keys(shares) as (keyof typeof shares)[];
  const predictions = judged.map(({ prediction }) => prediction);
  return Promise.resolve({
    predictions,
    metrics: {
      rows: predictions.length,
      ...Object.fromEntries(names.flatMap((name) => Object.entries(shareOf(judged, name)))),
      confusion: confusionOf(predictions.map(({ label, level }) => ({ gold: label, decided: level }))),
    },
  });
}

/** The safety gate on labelled commands. */
export const commands: Evaluator = { rowSchema, evaluate: evalCommands };
