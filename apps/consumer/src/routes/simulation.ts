import { setImmediate as breath } from 'node:timers/promises';
import { simulationRequestSchema, type SimulationView, simulationViewSchema } from '@salience/contracts';
import { listSignals, type SignalRow } from '@salience/database/signals';
import { thresholdOf, withoutCredentials } from '@salience/escalation';
import type { z } from 'zod';
import type { ConsumerContext } from '../consumer-context.ts';
import type { Caller } from '../http/door.ts';
import { callerRoute } from '../http/route.ts';
import { keptEvent } from '../pulse/activation-view.ts';
import { findModule, readModule, readThreshold } from '../pulse/modules.ts';
import { ownerZone } from '../pulse/owner-zone.ts';
import {
  endSimulation,
  type Simulation,
  simulated,
  startSimulation,
  type StoredSignal,
} from '../pulse/simulate.ts';

const dayMs = 86_400_000;
/** Signals that are read at most, in one query, and folded before other requests have their turn. */
const signalsMax = 10_000;
const pageMax = 1_000;
const stepMax = 500;

/** POST /pulse/simulate: what a module would have done with the signals that are stored. */
export const postPulseSimulate = callerRoute({
  method: 'POST',
  path: '/pulse/simulate',
  needs: 'person',
  does: 'Tell how often a module would have woken the agent with the signals that are stored; nothing is written',
  more: 'For a module of the agent ("module") or a fingerprint that nobody has registered ("fingerprint"). Scores are those of the rule alone: what a model has learned, other modules of the cluster and the limits of the day count for nothing.',
  tag: 'Operation',
  body: simulationRequestSchema,
  answers: { 200: { is: 'What it would have done.', json: simulationViewSchema } },
  problems: { 404: ['module.unknown'], 422: ['module.invalid', 'module.threshold'] },
  handle: async (context, { body, caller, response }) => {
    const terms = await termsOf(context, caller, body);
    const now = await context.clock.now();
    const { signals, since } = await storedSince(context, caller, now, body.days);
    let simulation = startSimulation(terms);
    for (let at = 0; at < signals.length; at += stepMax) {
      simulation = simulated(simulation, signals.slice(at, at + stepMax));
      await breath();
    }
    response.json(simulationView(endSimulation(simulation), since, now));
  },
});

async function termsOf(
  context: ConsumerContext,
  caller: Caller,
  { fingerprint: written, module: name, threshold: asked }: z.output<typeof simulationRequestSchema>,
) {
  const module = name === undefined ? undefined : await findModule(context, caller, name);
  const fingerprint = module?.fingerprint ?? readModule(written);
  const { threshold } = thresholdOf({
    module: asked === undefined ? module?.threshold : readThreshold(asked),
    agent: caller.agent.settings.pulse?.threshold,
    declared: fingerprint.default_threshold,
  });
  return {
    fingerprint: withoutCredentials(fingerprint),
    threshold,
    zone: await ownerZone(context, caller),
  };
}

/** The signals of the last days, oldest first, and since when they are all there. */
async function storedSince(
  { db }: ConsumerContext,
  { agent }: Caller,
  now: Date,
  days: number,
): Promise<{ readonly signals: readonly StoredSignal[]; readonly since: Date }> {
  const since = new Date(now.getTime() - days * dayMs);
  const rows: SignalRow[] = [];
  for (;;) {
    const last = rows.at(-1);
    const after = last === undefined ? undefined : { at: last.takenAt, id: last.id };
    const page = await listSignals(db, agent.id, { limit: pageMax, after });
    const recent = page.filter(({ takenAt }) => takenAt >= since);
    rows.push(...recent);
    if (recent.length < pageMax) return { signals: rows.map(storedSignal).toReversed(), since };
    if (rows.length >= signalsMax)
      return { signals: rows.map(storedSignal).toReversed(), since: rows.at(-1)?.takenAt ?? since };
  }
}

function storedSignal(row: SignalRow): StoredSignal {
  const { deltaType: delta_type, features, id, location, magnitude, own, source, takenAt } = row;
  const timestamp = row.at.getTime() / 1_000;
  return {
    id,
    own,
    takenAt: takenAt.getTime(),
    event: { source, location, delta_type, magnitude, timestamp, features },
  };
}

function simulationView(
  { fingerprint, latest, passed, routed, signals, threshold, wakes }: Simulation,
  since: Date,
  now: Date,
): SimulationView {
  const days = (now.getTime() - since.getTime()) / dayMs;
  return {
    module: fingerprint.module_id,
    threshold,
    since: since.toISOString(),
    days,
    signals,
    routed,
    passed,
    wakes,
    // Of a part of a day nothing is extrapolated.
    wakes_per_day: wakes / Math.max(1, days),
    examples: latest.toReversed().map(({ question, score, signal }) => ({
      ...keptEvent(signal.event),
      signal_id: signal.id,
      score,
      question,
    })),
  };
}
