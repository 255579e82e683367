import { createModels } from '@salience/models';
import { modelPorts, openQuiet, type Runtime, workLoop } from '@salience/runtime';
import type { Service } from '@salience/worker';
import type { RoutingRegulatorEnv } from '../env.ts';
import { createReviewer } from './reviewer.ts';

/** A model call with one repair of its answer, in milliseconds. */
const stallMs = 300_000;

/** The loop that reviews decisions; none, with a line in the log that says so, where there is no language model or no call to spend. */
export async function reflectionLoop(runtime: Runtime<RoutingRegulatorEnv>): Promise<readonly Service[]> {
  const { clock, db, env, fault, log, queues, telemetry, workerId } = runtime;
  const models = createModels(env.models, modelPorts(runtime));
  const { offline } = models.describe('reflect');
  telemetry.metrics.reviewerOffline.set({}, offline ? 1 : 0);
  if (offline || env.SALIENCE_REVIEWS_PER_DAY === 0) {
    const why = offline ? 'no language model is set for reflect' : 'SALIENCE_REVIEWS_PER_DAY is 0';
    log.info({ why }, 'decisions are not reviewed');
    return [];
  }
  await models.warmUp(['reflect']);
  const opened = await openQuiet({ clock, db, queues, quietMs: env.SALIENCE_REVIEW_QUIET_MS });
  runtime.use('accepted signals', () => opened.close());
  const run = createReviewer({
    clock,
    db,
    fault,
    log,
    metrics: telemetry.metrics,
    models,
    quiet: opened.quiet,
    owner: workerId,
    callsMax: env.SALIENCE_REVIEWS_PER_DAY,
  });
  return [workLoop(runtime, { name: 'reflection', everyMs: env.SALIENCE_LEARNING_MS, run, stallMs })];
}
