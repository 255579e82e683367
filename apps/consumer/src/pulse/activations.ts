import { type ActivationDetail, signalEventSchema } from '@salience/contracts';
import { listFeedback } from '@salience/database/feedback';
import {
  type ActivationRow,
  findActivation,
  findSignal,
  listModules,
  type ModuleRow,
} from '@salience/database/signals';
import { renderQuestion } from '@salience/escalation';
import { featureCount, featureNames } from '@salience/limbic';
import { z } from 'zod';
import type { ConsumerContext } from '../consumer-context.ts';
import type { Caller } from '../http/door.ts';
import { httpProblem } from '../http/problems.ts';
import { feedbackView } from '../turns/judged-turn.ts';
import { ownerZone } from './owner-zone.ts';
import { activationView, keptEvent } from './activation-view.ts';
import { activationsOfPlaces, judgementsOf } from './judgements.ts';

/** Judgements of one activation that are shown with it. */
const feedbackMax = 20;

/** The part of a stored window that is shown; what cannot be read is left out. */
const windowSchema = z.object({
  events: z.array(z.object({ event: signalEventSchema, burst: z.number(), surprise: z.number() })),
});

/** The last row of a matrix of features, by name: what the signal was for the score. */
function judgedFeatures(matrix: Buffer): Record<string, number> {
  const from = matrix.length - 4 * featureCount;
  if (from < 0) return {};
  return Object.fromEntries(featureNames.map((name, slot) => [name, matrix.readFloatLE(from + 4 * slot)]));
}

/** The activation with this id. Throws 404 where the agent has none. */
export async function knownActivation(
  { db }: ConsumerContext,
  { agent }: Caller,
  id: string,
): Promise<ActivationRow> {
  const row = await findActivation(db, agent.id, id);
  if (row !== undefined) return row;
  throw httpProblem(
    404,
    'activation.unknown',
    'This agent has no activation with this id. GET /activations lists them.',
  );
}

/** An activation with what was judged, and how. Throws 404 for one that the agent does not have. */
export async function activationDetail(
  context: ConsumerContext,
  caller: Caller,
  id: string,
): Promise<ActivationDetail> {
  const row = await knownActivation(context, caller, id);
  const [judged, question, feedback] = await Promise.all([
    firstJudgements(context, caller, row),
    wouldAsk(context, caller, row),
    listFeedback(context.db, caller.agent.id, { limit: feedbackMax, target: row.id }),
  ]);
  const window = windowSchema.safeParse(row.window).data?.events ?? [];
  return {
    ...activationView(row),
    values: row.values,
    would_ask: question,
    features: judgedFeatures(row.matrix),
    signals: [...row.signals],
    window: window.map(({ burst, event, surprise }) => ({ ...keptEvent(event), burst, surprise })),
    judged,
    feedback: feedback.map(feedbackView),
  };
}

/** How the signal that opened an activation was judged in its cluster. */
async function firstJudgements(context: ConsumerContext, caller: Caller, row: ActivationRow) {
  const [first] = row.signals;
  const found = first === undefined ? undefined : await findSignal(context.db, caller.agent.id, first);
  const places = (found?.places ?? []).filter(({ cluster }) => cluster === row.cluster);
  const opened = await activationsOfPlaces(context, caller, places);
  return judgementsOf(places, new Map(opened.map((one) => [one.id, one])));
}

/** The question of one that was not asked, while its module is there. */
async function wouldAsk(
  context: ConsumerContext,
  caller: Caller,
  row: ActivationRow,
): Promise<string | null> {
  if (row.question !== null || row.module === null) return null;
  const modules = await listModules(context.db, caller.agent.id);
  return questionOf(row, modules, await ownerZone(context, caller));
}

/** The question that an activation would ask; null where no module is left to ask it. */
export function questionOf(row: ActivationRow, modules: readonly ModuleRow[], zone: string): string | null {
  const module = modules.find(({ name }) => name === row.module);
  if (module === undefined) return null;
  const rendered = renderQuestion(module.fingerprint, row.latest, { zone, confidence: row.score });
  return rendered.reason === undefined ? rendered.question : null;
}
