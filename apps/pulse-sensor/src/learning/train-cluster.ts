import { createHash } from 'node:crypto';
import { type Fingerprint, type limbicTrainJob, type PayloadOf, senseSignal } from '@salience/contracts';
import { loadLesson, saveLimbicModel } from '@salience/database/signals';
import { withoutCredentials } from '@salience/escalation';
import { encodeWeights, weightsSchema } from '@salience/limbic';
import { done, type JobHandler } from '@salience/queues';
import { hint } from '@salience/runtime';
import type { StoredHeads } from '../judging/held-models.ts';
import type { WakeDeps } from '../waking/wake-due.ts';
import { learnInThread } from './learn-in-thread.ts';
import { learnedThresholds } from './learned-thresholds.ts';
import { lessonInput } from './lesson-input.ts';

/** Labels that are learned from, the latest ones, and signals whose scores are looked at. */
const labelsMax = 2_000;
const scoresMax = 5_000;

/**
 * Makes the handler that trains a model of a cluster on all of its labels. It is kept whatever comes of it, and scores from then on if it was promoted: by
 * compare-and-set against the model that it was measured against, so that of two trainings at once one counts.
 */
export function createTraining(deps: WakeDeps): JobHandler<PayloadOf<typeof limbicTrainJob>> {
  return async ({ agentId, cluster }, { signal }) => {
    const { book, clock, db, fault, log, metrics, queues } = deps;
    const found = await loadLesson(db, { agentId, cluster, limit: labelsMax, scores: scoresMax });
    if (found === null || found.labels <= found.trained) return done();
    const lesson = { ...found, fingerprints: found.fingerprints.map(known) };
    const zone = (await book.of(agentId))?.zone ?? 'UTC';
    const version = lesson.latest + 1;
    const input = lessonInput(lesson, { seed: seedOf(`${agentId} ${cluster} ${version}`), zone });
    const learned = await learnInThread(input, signal);
    const now = await clock.now();
    const { weights, ...head } = learned.challenger;
    const { moved, reasons, thresholds } = learnedThresholds(lesson, input, learned.challenger, now);
    const heads: StoredHeads = { head, thresholds, moved };
    const bytes = encodeWeights(weights);
    await fault('pulse.model-trained');
    const saved = await saveLimbicModel(db, {
      agentId,
      cluster,
      from: lesson.version,
      version,
      sha256: createHash('sha256').update(bytes).update(JSON.stringify(heads)).digest('hex'),
      schema: weightsSchema,
      weights: Buffer.from(bytes).toString('base64'),
      heads,
      metrics: { ...learned.metrics, thresholds: reasons },
      promoted: learned.promoted,
      reason: learned.reason,
      trained: lesson.labels,
      now,
    });
    await fault('pulse.model-saved');
    metrics.trainings.inc({ outcome: saved === 'stale' ? 'stale' : learned.promoted ? 'promoted' : 'kept' });
    log.info(
      {
        agentId,
        cluster,
        version,
        labels: lesson.labels,
        promoted: learned.promoted,
        reason: learned.reason,
        saved,
      },
      'a model was trained',
    );
    if (learned.promoted) hint({ log, queues }, senseSignal, cluster);
    return done();
  };
}

/** A fingerprint as signals are judged by it. */
function known<T extends { readonly fingerprint: unknown }>(stored: T): T {
  return { ...stored, fingerprint: withoutCredentials(stored.fingerprint as Fingerprint) };
}

/** A seed by the name of what is trained: the same training again gives the same model. */
function seedOf(name: string): number {
  return createHash('sha256').update(name).digest().readUInt32BE();
}
