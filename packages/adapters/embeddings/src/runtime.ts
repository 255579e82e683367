import { messageOf, SalienceError } from '@salience/errors';
import type { InferenceSession } from 'onnxruntime-node';

/** The module onnxruntime-node. */
export type Runtime = typeof import('onnxruntime-node');

/**
 * One thread that sleeps when idle: results do not depend on the number of cores, and the many processes of one machine do not fight
 * for them.
 */
export const sleepingThread: InferenceSession.SessionOptions = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  executionMode: 'sequential',
  graphOptimizationLevel: 'all',
  logSeverityLevel: 3,
  extra: { session: { intra_op: { allow_spinning: '0' }, inter_op: { allow_spinning: '0' } } },
};

/** Imported when first needed: processes that never run a model do not pay for the native library. Throws `embeddings.runtime-missing`. */
export async function importRuntime(): Promise<Runtime> {
  try {
    return await import('onnxruntime-node');
  } catch (cause) {
    throw new SalienceError(
      'embeddings.runtime-missing',
      `The package onnxruntime-node could not be loaded on ${process.platform}-${process.arch}: ${messageOf(cause)}. ` +
        'Install it where this program is installed; it brings its own binaries.',
      { cause },
    );
  }
}
