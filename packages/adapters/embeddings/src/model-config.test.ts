import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readModelConfig } from './model-config.ts';

const CONFIG = {
  modelId: 'own-1',
  dimensions: 4,
  maxPieces: 16,
  lowerCase: true,
  tokenizer: { kind: 'wordpiece', file: 'vocab.txt' },
  prefixIds: [2],
  suffixIds: [3],
  inputs: { ids: 'input_ids', mask: 'attention_mask' },
  output: { name: 'last_hidden_state', pooling: 'mean' },
  calibration: { sameTopicCosine: 0.7, newTopicCosine: 0.5, boundaryCosine: 0.4 },
};

describe('config.json of a model of the user', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'salience-config-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const write = (value: unknown) => writeFile(join(folder, 'config.json'), JSON.stringify(value));

  it('is read as it is written', async () => {
    await write(CONFIG);
    expect(readModelConfig(folder)).toEqual(CONFIG);
  });

  it('must bring a calibration', async () => {
    await write({ ...CONFIG, calibration: undefined });
    expect(() => readModelConfig(folder)).toThrow(
      expect.objectContaining({ code: 'embeddings.calibration-missing' }),
    );
  });

  it.each([
    ['dimensions', { dimensions: 0 }],
    ['tokenizer.kind', { tokenizer: { kind: 'bpe', file: 'x' } }],
    ['output.pooling', { output: { name: 'y', pooling: 'max' } }],
    [
      'calibration.newTopicCosine',
      { calibration: { sameTopicCosine: 0.7, newTopicCosine: 2, boundaryCosine: 0 } },
    ],
  ])('names the wrong field: %s', async (field, change) => {
    await write({ ...CONFIG, ...change });
    expect(() => readModelConfig(folder)).toThrow(
      expect.objectContaining({
        code: 'embeddings.config-invalid',
        message: expect.stringContaining(`"${field}"`),
      }),
    );
  });

  it('says so when it is absent', () => {
    expect(() => readModelConfig(join(folder, 'nowhere'))).toThrow(
      expect.objectContaining({ code: 'embeddings.config-missing' }),
    );
  });
});
