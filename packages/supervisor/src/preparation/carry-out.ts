import { prepareEmbeddingModel } from '@salience/embeddings';
import { isSalienceError, messageOf } from '@salience/errors';
import { readPreparationTask } from '../env.ts';
import { checkRedis } from '../up/check-redis.ts';
import { prepareGivenDatabase, prepareOwnDatabase } from '../up/prepare-database.ts';
import type { PreparationReport, PreparationTask } from './task.ts';

/** Does the step that this process was started for, and writes its result to standard output. */
export async function carryOutPreparation(): Promise<void> {
  const report = await resultOf(readPreparationTask());
  process.stdout.write(`${JSON.stringify(report)}\n`);
}

async function resultOf(task: PreparationTask): Promise<PreparationReport> {
  try {
    return { done: await doIt(task) };
  } catch (error) {
    if (!isSalienceError(error)) throw error;
    return { failed: { code: error.code, message: messageOf(error) } };
  }
}

function doIt(task: PreparationTask): Promise<unknown> {
  if (task.kind === 'model') return prepareEmbeddingModel(task);
  if (task.kind === 'redis') return checkRedis(task.url);
  const prepare = task.kind === 'own-database' ? prepareOwnDatabase : prepareGivenDatabase;
  return prepare(task.home, task.url, task.postgresQueues);
}
