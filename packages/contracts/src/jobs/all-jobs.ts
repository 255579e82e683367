import type { JobContract } from './define-job.ts';
import { episodeBuildJob } from './episode-build.ts';
import { experienceAssimilateJob } from './experience-assimilate.ts';
import { limbicTrainJob } from './limbic-train.ts';
import { memoryChunkJob } from './memory-chunk.ts';
import { memoryImageJob } from './memory-image.ts';
import { turnDigestJob } from './turn-digest.ts';

/** Every job there is, by name. Queues are created from it; the outbox relay looks contracts up in it. */
export const allJobs: Readonly<Record<string, JobContract>> = Object.freeze({
  [episodeBuildJob.name]: episodeBuildJob,
  [experienceAssimilateJob.name]: experienceAssimilateJob,
  [limbicTrainJob.name]: limbicTrainJob,
  [memoryChunkJob.name]: memoryChunkJob,
  [memoryImageJob.name]: memoryImageJob,
  [turnDigestJob.name]: turnDigestJob,
});

/** The names of all queues, sorted. */
export const queueNames: readonly string[] = [
  ...new Set(Object.values(allJobs).map((job) => job.queue)),
].sort();
