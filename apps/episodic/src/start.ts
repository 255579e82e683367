import { episodeBuildJob } from '@salience/contracts';
import { createModels } from '@salience/llm';
import { modelPorts, type Runtime, workBundles } from '@salience/runtime';
import type { Service } from '@salience/worker';
import type { EpisodicEnv } from './env.ts';
import { createEpisodeBuilder } from './episode-builder.ts';

/** Composes episodic from its parts. */
export async function start(runtime: Runtime<EpisodicEnv>): Promise<readonly Service[]> {
  const { clock, db, env, fault, log } = runtime;
  const models = createModels(env.models, modelPorts(runtime));
  await models.warmUp(['episode']);
  const builder = createEpisodeBuilder({
    clock,
    db,
    fault,
    log,
    metrics: runtime.telemetry.metrics,
    models,
  });
  return [workBundles(runtime, episodeBuildJob, builder, { concurrency: env.SALIENCE_CONCURRENCY })];
}
