import { episodeBuildJob, experienceAssimilateJob, memoryImageJob } from '@salience/contracts';
import { createModels } from '@salience/models';
import { modelPorts, type Runtime, workQueue } from '@salience/runtime';
import type { Service } from '@salience/worker';
import { openEmbedding } from './embedding.ts';
import type { EpisodicEnv } from './env.ts';
import { createEpisodeBuilder } from './episode-builder.ts';
import { createExperienceAssimilator } from './experience-assimilator.ts';
import { createImageMaker } from './image-maker.ts';

/** Composes episodic from its parts. */
export async function start(runtime: Runtime<EpisodicEnv>): Promise<readonly Service[]> {
  const { clock, db, env, fault, log, queues, workerId: owner } = runtime;
  const models = createModels(env.models, modelPorts(runtime));
  await models.warmUp(['episode', 'concept', 'experience']);
  const { metrics } = runtime.telemetry;
  for (const loop of ['episodes', 'experiences', 'concepts']) metrics.loopProgressed(loop);
  const deps = { clock, db, embedding: openEmbedding(runtime), fault, log, metrics, models, queues };
  const {
    SALIENCE_CONCURRENCY: concurrency,
    SALIENCE_MEMORY_LEASE_MS: leaseMs,
    SALIENCE_SILENCE_MS: silenceMs,
  } = env;
  const memory = { owner, leaseMs, silenceMs };
  return [
    workQueue(runtime, episodeBuildJob, createEpisodeBuilder({ ...deps, ...memory }), { concurrency }),
    workQueue(runtime, experienceAssimilateJob, createExperienceAssimilator(deps), { concurrency }),
    // One at a time: each holds a whole memory.
    workQueue(runtime, memoryImageJob, createImageMaker(deps), { concurrency: 1 }),
  ];
}
