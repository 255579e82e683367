import { OnnxGraph } from '../conversion/onnx-graph.ts';

/** The sizes of a model: features of an event, and values of the hidden state. */
export interface LstmSizes {
  readonly features: number;
  readonly hidden: number;
}

/**
 * A graph that scores windows by an LSTM whose weights are inputs, so that one session serves every model of these sizes. Inputs: `windows` float
 * `[B, T, F]`, `lengths` int32 `[B]`, `w` `[1, 4H, F]`, `r` `[1, 4H, H]`, `b` `[1, 8H]`, `head` `[H, 1]`, `head_bias` `[1]`; gates in the order of ONNX
 * (i, o, f, c). Output: `scores` float `[B, 1]`. What stands behind the length of a window has no effect.
 */
export function buildLstmGraph({ features, hidden }: LstmSizes): Uint8Array {
  const graph = new OnnxGraph();
  const stepsFirst = graph.node('Transpose', ['windows'], { perm: [1, 0, 2] });
  // Outputs: the hidden states of all steps, the last one of each window, its cell.
  const [, last] = graph.node3('LSTM', [stepsFirst, 'w', 'r', 'b', 'lengths'], { hidden_size: hidden });
  const states = graph.node('Squeeze', [last, graph.integers(0)]);
  const value = graph.node('Add', [graph.node('MatMul', [states, 'head']), 'head_bias']);
  graph.node('Sigmoid', [value], {}, 'scores');
  return graph.toModel({
    name: 'limbic-lstm',
    inputs: [
      { name: 'windows', type: 'float', shape: ['batch', 'steps', features] },
      { name: 'lengths', type: 'int32', shape: ['batch'] },
      { name: 'w', type: 'float', shape: [1, 4 * hidden, features] },
      { name: 'r', type: 'float', shape: [1, 4 * hidden, hidden] },
      { name: 'b', type: 'float', shape: [1, 8 * hidden] },
      { name: 'head', type: 'float', shape: [hidden, 1] },
      { name: 'head_bias', type: 'float', shape: [1] },
    ],
    outputs: [{ name: 'scores', type: 'float', shape: ['batch', 1] }],
  });
}
