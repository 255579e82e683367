import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OnnxGraph } from '../src/conversion/onnx-graph.ts';
import { createEmbedder } from '../src/embedder.ts';

const VOCABULARY = ['[UNK]', '[CLS]', '[SEP]', 'red', 'blue', 'green'];
const ROWS = [
  [0, 0, 0, 1],
  [0, 0, 0, 0],
  [0, 0, 0, 0],
  [1, 0, 0, 0],
  [0, 1, 0, 0],
  [0, 0, 1, 0],
].flat();

const CONFIG = {
  modelId: 'colours-1',
  dimensions: 4,
  maxPieces: 5,
  lowerCase: true,
  tokenizer: { kind: 'wordpiece', file: 'vocab.txt' },
  prefixIds: [1],
  suffixIds: [2],
  inputs: { ids: 'input_ids', mask: 'attention_mask' },
  output: { name: 'states', pooling: 'mean' },
  calibration: { sameTopicCosine: 0.7, newTopicCosine: 0.5, boundaryCosine: 0.4 },
};

/** A model with a vector a piece: it looks pieces up in a table and multiplies by the mask. */
function colourModel(): Uint8Array {
  const graph = new OnnxGraph();
  const rows = graph.node('Gather', [graph.constant(Float32Array.from(ROWS), [6, 4]), 'input_ids']);
  const mask = graph.node('Cast', ['attention_mask'], { to: 1 });
  const column = graph.node('Unsqueeze', [mask, graph.integers(2)]);
  graph.node('Mul', [rows, column], {}, 'states');
  const shape = [1, 'length'];
  return graph.toModel({
    name: 'colours',
    inputs: [
      { name: 'input_ids', type: 'int64', shape },
      { name: 'attention_mask', type: 'int64', shape },
    ],
    outputs: [{ name: 'states', type: 'float', shape: [1, 'length', 4] }],
  });
}

describe('a model of the user', () => {
  let modelDir: string;
  const open = () => createEmbedder({ modelDir, cacheDir: join(modelDir, 'unused') });
  const configure = (change: object = {}) =>
    writeFile(join(modelDir, 'config.json'), JSON.stringify({ ...CONFIG, ...change }));

  beforeEach(async () => {
    modelDir = await mkdtemp(join(tmpdir(), 'salience-own-'));
    await configure();
    await writeFile(join(modelDir, 'vocab.txt'), VOCABULARY.join('\n'));
    await writeFile(join(modelDir, 'model.onnx'), colourModel());
  });
  afterEach(() => rm(modelDir, { recursive: true }));

  it('brings its id, dimensions and calibration, and is pooled as described', async () => {
    const embedder = open();
    expect(embedder).toMatchObject({ modelId: 'colours-1', dimensions: 4, calibration: CONFIG.calibration });
    const vector = await embedder.embed('Red blue');
    expect([...vector]).toEqual([Math.SQRT1_2, Math.SQRT1_2, 0, 0].map(Math.fround));
    await embedder.close();
  });

  it('is given no more pieces than it takes, markers included', async () => {
    const embedder = open();
    // Three pieces fit between the markers: two parts of three, each red and blue in other shares.
    const vector = await embedder.embed('red red blue blue blue red');
    expect(vector[0]).toBeCloseTo(Math.SQRT1_2, 6);
    expect(vector[1]).toBeCloseTo(Math.SQRT1_2, 6);
    await embedder.close();
  });

  it('must have the dimensions it claims', async () => {
    await configure({ dimensions: 3 });
    await expect(open().embed('red')).rejects.toMatchObject({ code: 'embeddings.wrong-dimensions' });
  });

  it('must have the inputs it claims', async () => {
    await configure({ inputs: { ids: 'input_ids' } });
    await expect(open().warm()).rejects.toMatchObject({
      code: 'embeddings.config-invalid',
      message: expect.stringContaining('attention_mask'),
    });
  });

  it('is reported when damaged, and used once repaired', async () => {
    const embedder = open();
    await writeFile(join(modelDir, 'model.onnx'), 'not a model');
    await expect(embedder.embed('red')).rejects.toMatchObject({ code: 'embeddings.model-damaged' });
    await writeFile(join(modelDir, 'model.onnx'), colourModel());
    expect(await embedder.embed('red')).toEqual(Float32Array.of(1, 0, 0, 0));
    await embedder.close();
  });

  it('is reported when its vocabulary is missing', async () => {
    await rm(join(modelDir, 'vocab.txt'));
    await expect(open().warm()).rejects.toMatchObject({
      code: 'embeddings.model-damaged',
      message: expect.stringContaining('vocab.txt'),
    });
  });

  it('finishes what was asked before it closes, and then refuses', async () => {
    const embedder = open();
    const asked = Promise.all([embedder.embed('red'), embedder.embed('red'), embedder.embed('green')]);
    await embedder.close();
    expect((await asked)[1]).toEqual(Float32Array.of(1, 0, 0, 0));
    await expect(embedder.embed('blue')).rejects.toMatchObject({ code: 'embeddings.closed' });
    await embedder.close();
  });

  it('hands each caller a vector of its own', async () => {
    const embedder = open();
    (await embedder.embed('red')).fill(7);
    expect(await embedder.embed('red')).toEqual(Float32Array.of(1, 0, 0, 0));
    await embedder.close();
  });
});
