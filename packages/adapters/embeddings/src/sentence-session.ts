import { messageOf, SalienceError } from '@salience/errors';
import type { InferenceSession, Tensor } from 'onnxruntime-node';
import type { ModelDescription } from './model-description.ts';
import { importRuntime, type Runtime, sleepingThread } from './runtime.ts';

/** A loaded model that turns the ids of one sentence into its vector. */
export interface SentenceSession {
  /**
   * The pooled output for one input, not of unit length. One sentence a run: in int8 the values of a batch share a
   * scale, so a vector would depend on its neighbours. Throws `embeddings.wrong-dimensions` and `embeddings.run-failed`.
   */
  run(ids: readonly number[]): Promise<Float32Array>;
  /** Frees the memory of the model. */
  release(): Promise<void>;
}

/**
 * Loads an ONNX file on one thread that sleeps when idle: results do not depend on the number of cores, and the
 * many processes of one machine do not fight for them. Throws `embeddings.runtime-missing` and `embeddings.model-damaged`.
 */
export async function openSentenceSession(
  file: string,
  description: ModelDescription,
): Promise<SentenceSession> {
  const runtime = await importRuntime();
  const session = await createSession(runtime, file);
  checkPorts(session, description, file);
  return {
    async run(ids) {
      const all = [...description.prefixIds, ...ids, ...description.suffixIds];
      const output = await runOnce(session, feeds(runtime, description, all), description.output.name);
      return pool(output, description, all.length);
    },
    release: () => session.release(),
  };
}

async function createSession(runtime: Runtime, file: string): Promise<InferenceSession> {
  try {
    return await runtime.InferenceSession.create(file, sleepingThread);
  } catch (cause) {
    throw new SalienceError(
      'embeddings.model-damaged',
      `Expected a readable ONNX model at ${file}: ${messageOf(cause)}. Replace the file, or remove its folder if ` +
        'Salience made it: it is made again.',
      { cause },
    );
  }
}

function checkPorts(session: InferenceSession, { inputs, output }: ModelDescription, file: string): void {
  const wanted = Object.values(inputs);
  const missing = wanted.filter((name) => !session.inputNames.includes(name));
  const unfed = session.inputNames.filter((name) => !wanted.includes(name));
  if (missing.length === 0 && unfed.length === 0 && session.outputNames.includes(output.name)) return;
  throw new SalienceError(
    'embeddings.config-invalid',
    `The model ${file} has inputs [${session.inputNames.join()}] and outputs [${session.outputNames.join()}], ` +
      `but its config.json names inputs [${wanted.join()}] and output ${output.name}. Correct config.json.`,
  );
}

function feeds(
  runtime: Runtime,
  { inputs }: ModelDescription,
  ids: readonly number[],
): Record<string, Tensor> {
  const shape = [1, ids.length];
  const tensor = (values: BigInt64Array) => new runtime.Tensor('int64', values, shape);
  const result: Record<string, Tensor> = { [inputs.ids]: tensor(BigInt64Array.from(ids, BigInt)) };
  if (inputs.mask !== undefined) result[inputs.mask] = tensor(new BigInt64Array(ids.length).fill(1n));
  if (inputs.types !== undefined) result[inputs.types] = tensor(new BigInt64Array(ids.length));
  return result;
}

async function runOnce(
  session: InferenceSession,
  input: Record<string, Tensor>,
  output: string,
): Promise<Float32Array> {
  try {
    const results = await session.run(input, [output]);
    const data = results[output]?.data;
    if (!(data instanceof Float32Array)) throw new TypeError(`output ${output} is not float32`);
    return data;
  } catch (cause) {
    throw new SalienceError(
      'embeddings.run-failed',
      `The embedding model could not run: ${messageOf(cause)}. Check that model, tokenizer and config.json belong together.`,
      { cause },
    );
  }
}

function pool(
  data: Float32Array,
  { dimensions, output, modelId }: ModelDescription,
  length: number,
): Float32Array {
  const expected = output.pooling === 'none' ? dimensions : dimensions * length;
  if (data.length !== expected) {
    throw new SalienceError(
      'embeddings.wrong-dimensions',
      `The model ${modelId} is described with ${dimensions} dimensions and pooling "${output.pooling}", which makes ` +
        `${expected} numbers for ${length} pieces, but it gave ${data.length}. Correct config.json of the model.`,
      { data: { expected, received: data.length } },
    );
  }
  if (output.pooling !== 'mean') return data.slice(0, dimensions);
  const mean = new Float32Array(dimensions);
  for (let i = 0; i < data.length; i += 1) {
    const at = i % dimensions;
    mean[at] = (mean[at] ?? 0) + (data[i] ?? 0) / length;
  }
  return mean;
}
