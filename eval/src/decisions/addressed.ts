import {
  buildSignals,
  coldSnapshot,
  decide,
  extractCues,
  freshRouterState,
  readLikeness,
  readRoom,
  type RoutingResult,
  shippedPolicy,
} from '@salience/router';
import { z } from 'zod';
import type { EvaluationTools, Evaluator } from './evaluator.ts';
import { classFigures, confusionOf, groupsOf, type Judged } from './figures.ts';

const rowSchema = z.object({
  id: z.union([z.string(), z.number()]).optional(),
  /** Rows of one group (a room on a day) depend on each other: intervals draw them as a whole. */
  group: z.string().nullish(),
  agent: z.string(),
  speaker: z.string(),
  text: z.string(),
  context: z.array(z.object({ speaker: z.string(), text: z.string() })).default([]),
  /** Rows without a label are decided and not counted. */
  gold: z.enum(['ENGAGE', 'IGNORE']).optional(),
});
type Row = z.infer<typeof rowSchema>;

interface Decided {
  readonly row: Row;
  readonly result: RoutingResult;
}

async function decideRow(row: Row, tools: EvaluationTools): Promise<RoutingResult> {
  const cues = extractCues(row.text);
  const vector = row.text.trim() === '' ? undefined : await tools.embed(row.text);
  const lines = row.context.map((line) => ({ ...line, own: line.speaker === row.agent }));
  const people = new Set([...lines.filter((line) => !line.own).map((line) => line.speaker), row.speaker]);
  const signals = buildSignals(cues, {
    ...coldSnapshot,
    workingMemoryTurns: lines.length,
    likeness: readLikeness({ vector, modelId: tools.modelId, cues }),
    // A public channel is a room even while one person talks in it.
    speakerCount: Math.max(2, people.size),
    room: readRoom({ agentNames: [row.agent], speaker: row.speaker, text: row.text, lines }),
  });
  return decide(signals, shippedPolicy, freshRouterState);
}

const engaged = (result: RoutingResult) => (result.mode === 'IGNORE' ? 'IGNORE' : 'ENGAGE');

/** How far staying silent is from the best mode that does not; above 0 means that the agent engages. */
function lead({ scores }: RoutingResult): number {
  const { IGNORE: silent, ...speaking } = scores;
  return Math.max(...Object.values(speaking)) - silent;
}

function metricsOf(decided: readonly Decided[]) {
  const judged = decided.flatMap(({ row, result }): Judged[] =>
    row.gold === undefined
      ? []
      : [{ gold: row.gold, decided: engaged(result), ...(row.group ? { group: row.group } : {}) }],
  );
  return {
    policy: shippedPolicy.name,
    version: shippedPolicy.version,
    rows: decided.length,
    n: judged.length,
    groups: new Set(groupsOf(judged)).size,
    addressed: classFigures(judged, 'ENGAGE'),
    confusion: confusionOf(judged),
  };
}

/** Whether the agent takes a message in a room of many as meant for it: every mode but IGNORE says that it does. */
export const addressed: Evaluator = {
  rowSchema,
  async evaluate(rows, tools) {
    const decided: Decided[] = [];
    for (const row of rows as readonly Row[]) decided.push({ row, result: await decideRow(row, tools) });
    return {
      predictions: decided.map(({ row, result }) => ({
        id: row.id,
        prediction: engaged(result),
        score: lead(result),
        mode: result.mode,
        scores: result.scores,
      })),
      metrics: metricsOf(decided),
    };
  },
};
