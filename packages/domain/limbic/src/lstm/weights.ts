import { SalienceError } from '@salience/errors';
import { featureCount, featureSchema, slotOf } from '../features/feature-names.ts';
import { seeded } from './random.ts';
import { hiddenSize, layout, tensorsOf, weightCount } from './shape.ts';

/** Version of the stored form; it names the features that the weights were trained for. */
export const weightsSchema = `limbic-lstm.v1 ${featureSchema}`;

/** Hidden values that look at the evidence of the last event and at nothing else when training begins, by how steeply they rise with it. */
const evidenceSlopes = [0.5, 0.75, 1, 1.5, 2, 3] as const;
/** A gate with this bias is open; with its negative, closed. */
const openGate = 4;

/**
 * Weights to start from: uniform in ±1/√H, as recurrent layers are usually begun; the forget gate is open (bias 1), so that a gradient
 * reaches the first events of a window. A few hidden values begin as plain curves of the evidence of the last event, and the rest begin with a small say:
 * what labels say must not drown in what a few thousand made-up windows cannot average out.
 */
export function initialWeights(seed: number): Float32Array {
  const random = seeded(seed);
  const bound = 1 / Math.sqrt(hiddenSize);
  const weights = Float32Array.from({ length: weightCount }, () => (2 * random.next() - 1) * bound);
  const { wb, rb, head, headBias } = tensorViews(weights);
  wb.fill(1, 2 * hiddenSize, 3 * hiddenSize);
  headBias[0] = 0;
  for (let n = evidenceSlopes.length; n < hiddenSize; n += 1) head[n] = 0.5 * (head[n] as number);
  for (const [n, slope] of evidenceSlopes.entries()) {
    for (const [gate, bias] of [openGate, openGate, -openGate, 0].entries()) {
      const row = gate * hiddenSize + n;
      weights.fill(0, layout.w + row * featureCount, layout.w + (row + 1) * featureCount);
      weights.fill(0, layout.r + row * hiddenSize, layout.r + (row + 1) * hiddenSize);
      wb[row] = bias;
      rb[row] = 0;
    }
    weights[layout.w + (3 * hiddenSize + n) * featureCount + slotOf('evidence')] = slope;
    head[n] = 1;
  }
  return weights;
}

function tensorViews(weights: Float32Array) {
  const { head, headBias } = tensorsOf(weights);
  return {
    wb: weights.subarray(layout.wb, layout.rb),
    rb: weights.subarray(layout.rb, layout.head),
    head,
    headBias,
  };
}

/** The bytes of weights: the schema in UTF-8, a zero, then each value as float32 in little-endian order. Same weights, same bytes. */
export function encodeWeights(weights: Float32Array): Uint8Array {
  requireWeights(weights);
  const head = new TextEncoder().encode(`${weightsSchema}\0`);
  const bytes = new Uint8Array(head.length + 4 * weights.length);
  bytes.set(head);
  const view = new DataView(bytes.buffer);
  for (const [n, value] of weights.entries()) view.setFloat32(head.length + 4 * n, value, true);
  return bytes;
}

/** The weights of bytes that `encodeWeights` made. Throws `limbic.weights-unreadable` for anything else, also of another version. */
export function decodeWeights(bytes: Uint8Array): Float32Array {
  const end = bytes.indexOf(0);
  const schema = end < 0 ? '' : new TextDecoder().decode(bytes.subarray(0, Math.min(end, 100)));
  if (schema !== weightsSchema || bytes.length !== end + 1 + 4 * weightCount) {
    throw new SalienceError(
      'limbic.weights-unreadable',
      `Expected weights of "${weightsSchema}" with ${weightCount} values, got "${schema}" with ${bytes.length} bytes in all. ` +
        'Roll back to a version that this program made, or train again.',
    );
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset + end + 1);
  const weights = Float32Array.from({ length: weightCount }, (_, n) => view.getFloat32(4 * n, true));
  requireWeights(weights);
  return weights;
}

/** Throws `limbic.weights-invalid` unless there are as many finite weights as the model has. */
export function requireWeights(weights: Float32Array): void {
  if (weights.length === weightCount && weights.every(Number.isFinite)) return;
  throw new SalienceError(
    'limbic.weights-invalid',
    `Expected ${weightCount} finite weights, got ${weights.length}, ${weights.filter((value) => !Number.isFinite(value)).length} of them not finite. ` +
      'Keep the version before.',
    { kind: 'bug' },
  );
}

/** Throws `limbic.windows-invalid` unless `windows` is `[B, T, F]` for `lengths` `[B]`, each 0 to T. Answers T. */
export function requireWindows(windows: Float32Array, lengths: Int32Array): number {
  const rows = windows.length / (lengths.length * featureCount);
  if (
    lengths.length === 0 ||
    (Number.isInteger(rows) && lengths.every((length) => length >= 0 && length <= rows))
  )
    return lengths.length === 0 ? 0 : rows;
  throw new SalienceError(
    'limbic.windows-invalid',
    `Expected ${lengths.length} windows of ${featureCount} features with lengths inside of them, got ${windows.length} values and lengths ${lengths.slice(0, 8).join()}. ` +
      'Stack them by stackWindows.',
    { kind: 'bug' },
  );
}
