import { modeSchema } from '@salience/contracts';
import {
  buildSignals,
  coldSnapshot,
  decide,
  extractCues,
  freshRouterState,
  readLikeness,
  type RoutingResult,
  shippedPolicy,
} from '@salience/router';
import { z } from 'zod';
import type { EvaluationTools, Evaluator } from './evaluator.ts';
import { classFigures, confusionOf, type Judged, macroF1 } from './figures.ts';

const rowSchema = z.object({
  id: z.union([z.string(), z.number()]).optional(),
  set: z.string().default('rows'),
  text: z.string(),
  /** Every mode that is acceptable, the best first; rows without a label are decided and not counted. */
  gold: z.array(modeSchema).optional(),
  strict: z.boolean().default(true),
});
type Row = z.infer<typeof rowSchema>;

interface Decided {
  readonly row: Row;
  readonly result: RoutingResult;
}

/** Texts repeat in such sets; each is embedded and decided once. */
function decider(tools: EvaluationTools): (text: string) => Promise<RoutingResult> {
  const known = new Map<string, RoutingResult>();
  return async (text) => {
    const seen = known.get(text);
    if (seen !== undefined) return seen;
    const cues = extractCues(text);
    const vector = text.trim() === '' ? undefined : await tools.embed(text);
    const likeness = readLikeness({ vector, modelId: tools.modelId, cues });
    const result = decide(buildSignals(cues, { ...coldSnapshot, likeness }), shippedPolicy, freshRouterState);
    known.set(text, result);
    return result;
  };
}

/** An acceptable decision counts as its own right answer, any other against the best one. */
function judge({ row, result }: Decided): Judged {
  const gold = row.gold ?? [];
  return { gold: gold.includes(result.mode) ? result.mode : (gold[0] ?? result.mode), decided: result.mode };
}

function figures(decided: readonly Decided[]) {
  const judged = decided.map(judge);
  const names = [...new Set(judged.map((one) => one.gold))].toSorted();
  return {
    n: judged.length,
    macroF1: macroF1(judged),
    acceptable: judged.filter((one) => one.gold === one.decided).length / judged.length,
    tiebreaks: decided.filter(({ result }) => result.needsTiebreak).length / judged.length,
    modes: Object.fromEntries(names.map((name) => [name, classFigures(judged, name)])),
    confusion: confusionOf(judged),
  };
}

function metricsOf(decided: readonly Decided[]) {
  const labelled = decided.filter(({ row }) => row.gold !== undefined && row.gold.length > 0);
  const sets = Map.groupBy(labelled, ({ row }) => row.set);
  const bySet = Object.fromEntries(
    [...sets].map(([name, ofSet]) => {
      const strict = ofSet.filter(({ row }) => row.strict);
      return [name, { all: figures(ofSet), ...(strict.length === 0 ? {} : { strict: figures(strict) }) }];
    }),
  );
  return { policy: shippedPolicy.name, version: shippedPolicy.version, rows: decided.length, sets: bySet };
}

/** What a message deserves, in a cold conversation and before any tie-breaker; scores of all modes with each row. */
export const mode: Evaluator = {
  rowSchema,
  async evaluate(rows, tools) {
    const decideText = decider(tools);
    const decided: Decided[] = [];
    for (const row of rows as readonly Row[]) decided.push({ row, result: await decideText(row.text) });
    return {
      predictions: decided.map(({ row, result }) => ({
        id: row.id,
        prediction: result.mode,
        scores: result.scores,
        margin: result.margin,
        tiebreak: result.needsTiebreak,
      })),
      metrics: metricsOf(decided),
    };
  },
};
