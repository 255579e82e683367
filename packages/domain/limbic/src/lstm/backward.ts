import { featureCount } from '../features/feature-names.ts';
import type { Trace } from './forward.ts';
import { gateRows, hiddenSize, layout } from './shape.ts';

/** Room for the way back through one window; it can be used again and again. */
export interface BackwardRoom {
  readonly hidden: Float64Array;
  readonly cell: Float64Array;
  readonly gates: Float64Array;
}

/** Room for any window. */
export function backwardRoom(): BackwardRoom {
  return {
    hidden: new Float64Array(hiddenSize),
    cell: new Float64Array(hiddenSize),
    gates: new Float64Array(gateRows),
  };
}

/**
 * Adds to `gradient` what the loss of one window changes with each weight (backpropagation through time, Werbos 1990). `slope`: how the loss changes
 * with the value before the sigmoid; for cross-entropy it is weight · (score − label). The window is the one that left `trace`.
 */
export function addGradient(
  weights: Float32Array,
  windows: Float32Array,
  at: number,
  length: number,
  trace: Trace,
  slope: number,
  gradient: Float64Array,
  room: BackwardRoom,
): void {
  gradient[layout.headBias] = (gradient[layout.headBias] as number) + slope;
  if (length === 0) return;
  const last = length * hiddenSize;
  for (let n = 0; n < hiddenSize; n += 1) {
    gradient[layout.head + n] =
      (gradient[layout.head + n] as number) + slope * (trace.hidden[last + n] as number);
    room.hidden[n] = slope * (weights[layout.head + n] as number);
  }
  room.cell.fill(0);
  for (let step = length - 1; step >= 0; step -= 1) {
    backThroughCells(step, trace, room);
    backThroughGates(weights, windows, at + step * featureCount, step, trace, gradient, room);
  }
}

/** From the gradients of hidden state and cell to those of the gates before their functions; the cell's becomes that of the step before. */
function backThroughCells(step: number, { gates, cells }: Trace, room: BackwardRoom): void {
  const gate = step * gateRows;
  const before = step * hiddenSize;
  for (let n = 0; n < hiddenSize; n += 1) {
    const input = gates[gate + n] as number;
    const output = gates[gate + hiddenSize + n] as number;
    const forget = gates[gate + 2 * hiddenSize + n] as number;
    const candidate = gates[gate + 3 * hiddenSize + n] as number;
    const squashed = Math.tanh(cells[before + hiddenSize + n] as number);
    const hidden = room.hidden[n] as number;
    const cell = (room.cell[n] as number) + hidden * output * (1 - squashed * squashed);
    const kept = step === 0 ? 0 : (cells[before + n] as number);
    room.gates[n] = cell * candidate * input * (1 - input);
    room.gates[hiddenSize + n] = hidden * squashed * output * (1 - output);
    room.gates[2 * hiddenSize + n] = cell * kept * forget * (1 - forget);
    room.gates[3 * hiddenSize + n] = cell * input * (1 - candidate * candidate);
    room.cell[n] = cell * forget;
  }
}

/** From the gradients of the gates to those of the weights and of the hidden state before. */
function backThroughGates(
  weights: Float32Array,
  x: Float32Array,
  at: number,
  step: number,
  trace: Trace,
  gradient: Float64Array,
  room: BackwardRoom,
): void {
  const before = step * hiddenSize;
  const { hidden } = trace;
  room.hidden.fill(0);
  for (let row = 0; row < gateRows; row += 1) {
    const slope = room.gates[row] as number;
    gradient[layout.wb + row] = (gradient[layout.wb + row] as number) + slope;
    gradient[layout.rb + row] = (gradient[layout.rb + row] as number) + slope;
    const w = row * featureCount;
    for (let n = 0; n < featureCount; n += 1) {
      gradient[w + n] = (gradient[w + n] as number) + slope * (x[at + n] as number);
    }
    if (step === 0) continue;
    const r = layout.r + row * hiddenSize;
    for (let n = 0; n < hiddenSize; n += 1) {
      gradient[r + n] = (gradient[r + n] as number) + slope * (hidden[before + n] as number);
      room.hidden[n] = (room.hidden[n] as number) + slope * (weights[r + n] as number);
    }
  }
}
