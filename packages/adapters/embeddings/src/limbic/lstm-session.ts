import { messageOf, SalienceError } from '@salience/errors';
import type { InferenceSession, Tensor } from 'onnxruntime-node';
import { importRuntime, type Runtime, sleepingThread } from '../runtime.ts';
import { buildLstmGraph, type LstmSizes } from './lstm-graph.ts';

/** The matrices of a model, as `tensorsOf` of @salience/limbic gives them; gates in the order of ONNX (i, o, f, c). */
export interface LstmWeights {
  /** `[4H, F]`. */
  readonly w: Float32Array;
  /** `[4H, H]`. */
  readonly r: Float32Array;
  /** `[8H]`. */
  readonly b: Float32Array;
  /** `[H]`. */
  readonly head: Float32Array;
  /** `[1]`. */
  readonly headBias: Float32Array;
}

/** One session for every module and every version of a model. */
export interface LimbicSession {
  /**
   * The scores of windows `[B, T, F]`, events first, with their lengths `[B]` (1 to T): `[B]`, each 0 to 1. Weights are given with each call: swapping a model is
   * passing others. Throws `embeddings.windows-invalid` and `embeddings.run-failed`.
   */
  score(windows: Float32Array, lengths: Int32Array, weights: LstmWeights): Promise<Float32Array>;
  /** Frees the memory of the session. */
  release(): Promise<void>;
}

/**
 * Opens the session, whose graph is made in memory. It runs on one thread that sleeps when idle. Throws
 * `embeddings.runtime-missing`.
 */
export async function openLimbicSession(
  sizes: LstmSizes = { features: 16, hidden: 64 },
): Promise<LimbicSession> {
  const runtime = await importRuntime();
  const session = await runtime.InferenceSession.create(buildLstmGraph(sizes), sleepingThread);
  const known = new WeakMap<Float32Array, Record<string, Tensor>>();
  return {
    async score(windows, lengths, weights) {
      if (lengths.length === 0) return new Float32Array();
      const steps = stepsOf(windows, lengths, sizes);
      return await run(session, () => {
        let fixed = known.get(weights.w);
        if (fixed === undefined) known.set(weights.w, (fixed = weightTensors(runtime, weights, sizes)));
        const shape = [lengths.length, steps, sizes.features];
        return {
          windows: new runtime.Tensor('float32', windows, shape),
          lengths: new runtime.Tensor('int32', lengths, [lengths.length]),
          ...fixed,
        };
      });
    },
    release: () => session.release(),
  };
}

function stepsOf(windows: Float32Array, lengths: Int32Array, { features }: LstmSizes): number {
  const steps = windows.length / (lengths.length * features);
  if (Number.isInteger(steps) && lengths.every((length) => length >= 1 && length <= steps)) return steps;
  throw new SalienceError(
    'embeddings.windows-invalid',
    `Expected ${lengths.length} windows of ${features} features with 1 event or more each, got ${windows.length} values and lengths ` +
      `${lengths.slice(0, 8).join()}. Stack windows that hold an event.`,
    { kind: 'bug' },
  );
}

function weightTensors(
  runtime: Runtime,
  { w, r, b, head, headBias }: LstmWeights,
  { features, hidden }: LstmSizes,
): Record<string, Tensor> {
  const tensor = (values: Float32Array, shape: readonly number[]) =>
    new runtime.Tensor('float32', values, shape);
  return {
    w: tensor(w, [1, 4 * hidden, features]),
    r: tensor(r, [1, 4 * hidden, hidden]),
    b: tensor(b, [1, 8 * hidden]),
    head: tensor(head, [hidden, 1]),
    head_bias: tensor(headBias, [1]),
  };
}

async function run(session: InferenceSession, feeds: () => Record<string, Tensor>): Promise<Float32Array> {
  try {
    const { scores } = await session.run(feeds());
    if (!(scores?.data instanceof Float32Array)) throw new TypeError('the output is not float32');
    return scores.data;
  } catch (cause) {
    throw new SalienceError(
      'embeddings.run-failed',
      `The LSTM could not run: ${messageOf(cause)}. Check that the weights are whole; a version before can be promoted again.`,
      { cause },
    );
  }
}
