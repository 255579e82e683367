import { featureCount } from '../features/feature-names.ts';
import { gateRows, hiddenSize, layout } from './shape.ts';
import { requireWindows } from './weights.ts';

/** What a run over one window left behind, for the way back. */
export interface Trace {
  /** After each step, `[T, 4H]`: the gates behind their functions, in the order i, o, f, c. */
  readonly gates: Float64Array;
  /** Before the first and after each step, `[T + 1, H]`. */
  readonly cells: Float64Array;
  readonly hidden: Float64Array;
}

/** A trace for windows of up to `rows` events; it can be used again and again. */
export function emptyTrace(rows: number): Trace {
  return {
    gates: new Float64Array(rows * gateRows),
    cells: new Float64Array((rows + 1) * hiddenSize),
    hidden: new Float64Array((rows + 1) * hiddenSize),
  };
}

/** The logistic function. */
export function sigmoid(value: number): number {
  return 1 / (1 + Math.exp(-value));
}

/**
 * The scores of windows `[B, T, F]` (events first, padding behind them) with their lengths `[B]`: `[B]`, each 0 to 1. LSTM of Hochreiter
 * and Schmidhuber with forget gates, as the operator LSTM of ONNX defines it; the last hidden state goes through one linear layer and a
 * sigmoid. What a session of onnxruntime is checked against, and what scores without one. A window of length 0 has the score of the head's bias.
 */
export function forward(weights: Float32Array, windows: Float32Array, lengths: Int32Array): Float32Array {
  const rows = requireWindows(windows, lengths);
  const trace = emptyTrace(rows);
  return Float32Array.from(lengths, (length, n) =>
    sigmoid(runWindow(weights, windows, n * rows * featureCount, length, trace)),
  );
}

/** Runs one window, of `length` events from `at` on, and answers the value before the sigmoid. */
export function runWindow(
  weights: Float32Array,
  windows: Float32Array,
  at: number,
  length: number,
  trace: Trace,
): number {
  for (let step = 0; step < length; step += 1) {
    runGates(weights, windows, at + step * featureCount, step, trace);
    runCells(step, trace);
  }
  return headOf(weights, trace.hidden, length * hiddenSize);
}

function runGates(weights: Float32Array, x: Float32Array, at: number, step: number, trace: Trace): void {
  const { gates, hidden } = trace;
  const from = step * hiddenSize;
  for (let row = 0; row < gateRows; row += 1) {
    let a = (weights[layout.wb + row] as number) + (weights[layout.rb + row] as number);
    let [b, c, d] = [0, 0, 0];
    let w = row * featureCount;
    for (let n = 0; n < featureCount; n += 4, w += 4) {
      a += (weights[w] as number) * (x[at + n] as number);
      b += (weights[w + 1] as number) * (x[at + n + 1] as number);
      c += (weights[w + 2] as number) * (x[at + n + 2] as number);
      d += (weights[w + 3] as number) * (x[at + n + 3] as number);
    }
    if (step > 0) {
      w = layout.r + row * hiddenSize;
      for (let n = 0; n < hiddenSize; n += 4, w += 4) {
        a += (weights[w] as number) * (hidden[from + n] as number);
        b += (weights[w + 1] as number) * (hidden[from + n + 1] as number);
        c += (weights[w + 2] as number) * (hidden[from + n + 2] as number);
        d += (weights[w + 3] as number) * (hidden[from + n + 3] as number);
      }
    }
    const sum = a + b + (c + d);
    gates[step * gateRows + row] = row < 3 * hiddenSize ? sigmoid(sum) : Math.tanh(sum);
  }
}

function runCells(step: number, { gates, cells, hidden }: Trace): void {
  const gate = step * gateRows;
  const before = step * hiddenSize;
  const after = before + hiddenSize;
  for (let n = 0; n < hiddenSize; n += 1) {
    const input = gates[gate + n] as number;
    const output = gates[gate + hiddenSize + n] as number;
    const forget = gates[gate + 2 * hiddenSize + n] as number;
    const candidate = gates[gate + 3 * hiddenSize + n] as number;
    const kept = step === 0 ? 0 : forget * (cells[before + n] as number);
    const cell = kept + input * candidate;
    cells[after + n] = cell;
    hidden[after + n] = output * Math.tanh(cell);
  }
}

function headOf(weights: Float32Array, hidden: Float64Array, at: number): number {
  let sum = weights[layout.headBias] as number;
  if (at === 0) return sum;
  for (let n = 0; n < hiddenSize; n += 1)
    sum += (weights[layout.head + n] as number) * (hidden[at + n] as number);
  return sum;
}
