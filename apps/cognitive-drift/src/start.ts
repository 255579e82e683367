import { createEmbedder } from '@salience/embeddings';
import { messageOf } from '@salience/errors';
import { createModels, type Models } from '@salience/models';
import { createRecall } from '@salience/recall';
import { modelPorts, openQuiet, type Quiet, type Runtime, timeZoneOf, workLoop } from '@salience/runtime';
import type { Service } from '@salience/worker';
import { biographyLoop, profileLoop } from './biography-services.ts';
import { createDrift } from './drift.ts';
import type { DriftDeps } from './drift-deps.ts';
import type { CognitiveDriftEnv } from './env.ts';

/** How long a chore's lease lasts without renewal, in milliseconds. */
const leaseMs = 10_000;

/** Composes cognitive-drift: drift, autobiographies and tool profiles. */
export async function start(runtime: Runtime<CognitiveDriftEnv>): Promise<readonly Service[]> {
  const { clock, db, env, queues } = runtime;
  const models = createModels(env.models, modelPorts(runtime));
  await models.warmUp(['drift', 'biography']);
  const opened = await openQuiet({ clock, db, queues, quietMs: env.SALIENCE_DRIFT_QUIET_MS });
  const { quiet } = opened;
  runtime.use('accepted signals', () => opened.close());
  const parts = { models, quiet, timeZone: timeZoneOf(env), lookMs: env.SALIENCE_DRIFT_LOOK_MS, leaseMs };
  return [
    ...(env.SALIENCE_DRIFT === 'on' ? [driftLoop(runtime, models, quiet)] : []),
    biographyLoop(runtime, parts),
    profileLoop(runtime, parts),
  ];
}

/** The drift loop. Any number of replicas may run it. */
function driftLoop(runtime: Runtime<CognitiveDriftEnv>, models: Models, quiet: Quiet): Service {
  const { clock, db, env, fault, log, queues, telemetry, workerId } = runtime;
  const run = createDrift({
    clock,
    db,
    fault,
    log,
    metrics: telemetry.metrics,
    models,
    queues,
    quiet,
    owner: workerId,
    draw: Math.random,
    timeZone: timeZoneOf(env),
    tokensMax: env.SALIENCE_DRIFT_TOKENS,
    codeOf: codesOf(runtime),
  });
  return workLoop(runtime, { name: 'drift', everyMs: env.SALIENCE_DRIFT_LOOK_MS, run });
}

/** Sign codes of thoughts. The model is loaded for the first one; a thought without a code is found by its words. */
function codesOf(runtime: Runtime<CognitiveDriftEnv>): DriftDeps['codeOf'] {
  const { db, env, log } = runtime;
  if (env.SALIENCE_EMBEDDER === 'off') return () => Promise.resolve(undefined);
  const embedder = createEmbedder({
    cacheDir: env.SALIENCE_MODEL_CACHE,
    modelDir: env.EMBEDDING_MODEL_DIR,
    onRun: () => runtime.telemetry.metrics.embedderRuns.inc({}),
  });
  runtime.use('embedder', () => embedder.close());
  const onTrouble = (error: unknown): void =>
    log.warn({ cause: messageOf(error) }, 'a thought is kept without its code');
  const recall = createRecall({ db, embedder, onTrouble });
  return async (text) => {
    try {
      return await recall.codeOf(await embedder.embed(text));
    } catch (error) {
      onTrouble(error);
      return undefined;
    }
  };
}
