import { OnnxGraph } from './onnx-graph.ts';
import { quantiseColumns, quantiseRows } from './quantise.ts';
import type { UseLiteWeights } from './use-lite-weights.ts';

/** How the numbers of the converted model are stored. `float32` exists to check the other one against. */
export type Precision = 'int8' | 'float32';

/** Longest input of the model, in pieces; its position signal is fixed to it. */
export const MAX_PIECES = 128;
/** Length of the model's vectors. */
export const DIMENSIONS = 512;

const PIECES = 8002;
const NARROW = 256;
const WIDE = 512;
const INNER = 1536;
const HEADS = 4;
const EPSILON = 1e-6;

/** What the two layers of the encoder differ in. */
interface LayerPlan {
  readonly path: string;
  readonly width: number;
}

const LAYERS: readonly LayerPlan[] = [
  { path: 'Layer_0/TransformerLayer', width: NARROW },
  { path: 'Layer_1/TransformerLayer', width: WIDE },
];

/**
 * Rebuilds Universal Sentence Encoder lite (two transformer layers, mean over pieces, one tanh layer) as an ONNX
 * file. Input `ids` is int64 `[1, length]`, one sentence without padding; output `vector` is float `[1, 512]`,
 * not yet of unit length. The same weights give the same bytes.
 */
export function buildUseLite(weights: UseLiteWeights, precision: Precision): Uint8Array {
  const build = new Encoder(weights, precision);
  let states = build.input('ids');
  for (const layer of LAYERS) states = build.layer(layer, states);
  build.sentence(states, 'vector');
  return build.graph.toModel({
    name: `use-lite-${precision}`,
    inputs: [{ name: 'ids', type: 'int64', shape: [1, 'length'] }],
    outputs: [{ name: 'vector', type: 'float', shape: [1, DIMENSIONS] }],
  });
}

class Encoder {
  readonly graph = new OnnxGraph();
  readonly #weights: UseLiteWeights;
  readonly #precision: Precision;

  constructor(weights: UseLiteWeights, precision: Precision) {
    this.#weights = weights;
    this.#precision = precision;
  }

  /** Embeddings with positions. The published graph adds the embedding twice; so do we. */
  input(ids: string): string {
    const embedded = this.#lookUp(ids);
    const timing = this.graph.constant(this.#timing(), [MAX_PIECES, NARROW]);
    const length = this.graph.node('Shape', [ids], { start: 1 });
    const positions = this.graph.node('Slice', [
      timing,
      this.graph.integers(0),
      length,
      this.graph.integers(0),
    ]);
    const doubled = this.graph.node('Add', [embedded, embedded]);
    return this.graph.node('Add', [doubled, positions]);
  }

  /** Attention, then the feed-forward pair, each on normalised states and added to what came in. */
  layer(plan: LayerPlan, states: string): string {
    const residual =
      plan.width === WIDE
        ? states
        : this.#dense(
            states,
            `${plan.path}/dense/kernel/ConcatPartitions/concat`,
            `${plan.path}/dense/bias/ConcatPartitions/concat`,
            plan.width,
            WIDE,
          );
    const attended = this.graph.node('Add', [this.#attention(plan, states), residual]);
    const normal = this.#normalise(`${plan.path}/FFN/layer_prepostprocess`, attended, WIDE);
    const stack = `TransformerStack/${plan.path}/FFN`;
    const bias = `${plan.path}/FFN`;
    const inner = this.#dense(
      normal,
      `${stack}/conv1/Tensordot/Reshape_1`,
      `Encode/${bias}/conv1/bias/ConcatPartitions/concat`,
      WIDE,
      INNER,
    );
    const outer = this.#dense(
      this.graph.node('Relu', [inner]),
      `${stack}/conv2/Tensordot/Reshape_1`,
      `Encode/${bias}/conv2/bias/ConcatPartitions/concat`,
      INNER,
      WIDE,
    );
    return this.graph.node('Add', [outer, attended]);
  }

  /** The mean of all pieces through the last layer, which stays exact: it is small and decides every number. */
  sentence(states: string, output: string): void {
    const mean = this.graph.node('ReduceMean', [states], { axes: [1], keepdims: 0 });
    const weight = this.#weights.tensor('hidden_layers/tanh_layer_0/weights', WIDE, DIMENSIONS);
    const bias = this.#weights.tensor('hidden_layers/tanh_layer_0/bias', DIMENSIONS);
    const product = this.graph.node('MatMul', [mean, this.graph.constant(weight, [WIDE, DIMENSIONS])]);
    const sum = this.graph.node('Add', [product, this.graph.constant(bias, [DIMENSIONS])]);
    this.graph.node('Tanh', [sum], {}, output);
  }

  #lookUp(ids: string): string {
    const table = this.#weights.tensor('Embeddings_en', PIECES, NARROW);
    if (this.#precision === 'float32') {
      return this.graph.node('Gather', [this.graph.constant(table, [PIECES, NARROW]), ids]);
    }
    const { values, scales } = quantiseRows(table, PIECES, NARROW);
    const rows = this.graph.node('Gather', [this.graph.constant(values, [PIECES, NARROW]), ids]);
    const rowScales = this.graph.node('Gather', [this.graph.constant(scales, [PIECES, 1]), ids]);
    return this.graph.node('Mul', [this.graph.node('Cast', [rows], { to: 1 }), rowScales]);
  }

  /** Sines in the first half, cosines in the second, over the published frequencies. */
  #timing(): Float32Array {
    const half = NARROW / 2;
    const frequencies = this.#weights.tensor('TimingSignal/ExpandDims_1', 1, half);
    const table = new Float32Array(MAX_PIECES * NARROW);
    for (let position = 0; position < MAX_PIECES; position += 1) {
      for (let i = 0; i < half; i += 1) {
        const angle = Math.fround(position * (frequencies[i] ?? 0));
        table[position * NARROW + i] = Math.sin(angle);
        table[position * NARROW + half + i] = Math.cos(angle);
      }
    }
    return table;
  }

  #attention({ path, width }: LayerPlan, states: string): string {
    const graph = this.graph;
    const head = width / HEADS;
    const normal = this.#normalise(`Encode/${path}/layer_prepostprocess`, states, width);
    const at = `${path}/MultiheadAttention`;
    const joined = this.#dense(
      normal,
      `${at}/qkv_transform_single/kernel/part_0`,
      `${at}/qkv_transform_single/bias/ConcatPartitions/concat`,
      width,
      3 * width,
    );
    const [query, key, value] = graph.node3('Split', [joined, graph.integers(width, width, width)], {
      axis: 2,
    });
    const shape = graph.integers(0, 0, HEADS, head);
    const heads = (states3: string, perm: readonly number[]) =>
      graph.node('Transpose', [graph.node('Reshape', [states3, shape])], { perm });
    const scale = graph.constant(Float32Array.of(1 / Math.sqrt(head)), [1]);
    const scaled = graph.node('Mul', [heads(query, [0, 2, 1, 3]), scale]);
    const scores = graph.node('MatMul', [scaled, heads(key, [0, 2, 3, 1])]);
    const shares = graph.node('Softmax', [scores], { axis: -1 });
    const mixed = graph.node('MatMul', [shares, heads(value, [0, 2, 1, 3])]);
    const apart = graph.node('Transpose', [mixed], { perm: [0, 2, 1, 3] });
    const together = graph.node('Reshape', [apart, graph.integers(0, 0, width)]);
    return this.#dense(
      together,
      `${at}/output_transform_single/kernel/part_0`,
      `${at}/output_transform_single/bias/ConcatPartitions/concat`,
      width,
      WIDE,
    );
  }

  #normalise(path: string, states: string, width: number): string {
    const scale = this.#weights.tensor(`${path}/layer_norm/layer_norm_scale/ConcatPartitions/concat`, width);
    const bias = this.#weights.tensor(`${path}/layer_norm/layer_norm_bias/ConcatPartitions/concat`, width);
    return this.graph.node(
      'LayerNormalization',
      [states, this.graph.constant(scale, [width]), this.graph.constant(bias, [width])],
      { axis: -1, epsilon: { float: EPSILON } },
    );
  }

  /** `states · kernel + bias`; in int8 the runtime fuses these operators into one product. */
  #dense(states: string, kernelName: string, biasName: string, rows: number, columns: number): string {
    const graph = this.graph;
    const kernel = this.#weights.tensor(kernelName, rows, columns);
    const bias = graph.constant(this.#weights.tensor(biasName, columns), [columns]);
    if (this.#precision === 'float32') {
      return graph.node('Add', [
        graph.node('MatMul', [states, graph.constant(kernel, [rows, columns])]),
        bias,
      ]);
    }
    const { values, scales } = quantiseColumns(kernel, rows, columns);
    const [input, inputScale, inputZero] = graph.node3('DynamicQuantizeLinear', [states]);
    const weightZero = graph.constant(new Int8Array(columns), [columns]);
    const sums = graph.node('MatMulInteger', [
      input,
      graph.constant(values, [rows, columns]),
      inputZero,
      weightZero,
    ]);
    const scale = graph.node('Mul', [inputScale, graph.constant(scales, [columns])]);
    return graph.node('Add', [graph.node('Mul', [graph.node('Cast', [sums], { to: 1 }), scale]), bias]);
  }
}
