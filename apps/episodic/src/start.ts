import { conceptExtractJob, episodeBuildJob, experienceAssimilateJob } from '@salience/contracts';
import { createModels } from '@salience/llm';
import { modelPorts, type Runtime, workBundles, workQueue } from '@salience/runtime';
import type { Service } from '@salience/worker';
import { createConceptExtractor } from './concept-extractor.ts';
import { openEmbedding } from './embedding.ts';
import type { EpisodicEnv } from './env.ts';
import { createEpisodeBuilder } from './episode-builder.ts';
import { createExperienceAssimilator } from './experience-assimilator.ts';
import { createHandOn } from './hand-on.ts';

/** Composes episodic from its parts. */
export async function start(runtime: Runtime<EpisodicEnv>): Promise<readonly Service[]> {
  const { clock, db, env, fault, log, queues } = runtime;
  const models = createModels(env.models, modelPorts(runtime));
  await models.warmUp(['episode', 'concept', 'experience']);
  const { metrics } = runtime.telemetry;
  for (const loop of ['episodes', 'experiences', 'concepts']) metrics.loopProgressed(loop);
  const handOn = createHandOn(queues, log, metrics);
  const deps = { clock, db, embedding: openEmbedding(runtime), fault, handOn, log, metrics, models };
  const { SALIENCE_CONCURRENCY: concurrency } = env;
  return [
    workBundles(runtime, episodeBuildJob, createEpisodeBuilder(deps), { concurrency }),
    workQueue(runtime, conceptExtractJob, createConceptExtractor(deps), { concurrency }),
    workQueue(runtime, experienceAssimilateJob, createExperienceAssimilator(deps), { concurrency }),
  ];
}
