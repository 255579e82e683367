import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { USE_LITE_ID } from '../src/calibration.ts';
import { prepareEmbeddingModel } from '../src/conversion/prepare-model.ts';
import { createEmbedder } from '../src/embedder.ts';

const FILES = ['manifest.json', 'model.onnx', 'vocab.json'];

describe('preparing the default model', () => {
  let cacheDir: string;
  beforeEach(async () => {
    cacheDir = await mkdtemp(join(tmpdir(), 'salience-prepare-'));
  });
  afterEach(() => rm(cacheDir, { recursive: true }));

  it('converts once, leaves nothing else behind and is then needed no more', async () => {
    expect(await prepareEmbeddingModel({ cacheDir })).toMatchObject({
      modelId: USE_LITE_ID,
      converted: true,
    });
    expect(await prepareEmbeddingModel({ cacheDir })).toMatchObject({ converted: false });
    expect((await readdir(join(cacheDir, USE_LITE_ID))).sort()).toEqual(FILES);
    // An app bundled elsewhere has no weights in reach: the prepared folder is enough.
    const embedder = createEmbedder({ cacheDir, weightsDir: join(cacheDir, 'nowhere') });
    expect(await embedder.embed('hello')).toHaveLength(embedder.dimensions);
    await embedder.close();
  });

  it.each([
    ['a truncated model', (folder: string) => truncate(join(folder, 'model.onnx'), 1000)],
    ['a changed vocabulary', (folder: string) => writeFile(join(folder, 'vocab.json'), '[]')],
    ['a garbled manifest', (folder: string) => writeFile(join(folder, 'manifest.json'), '{')],
    ['a lost file', (folder: string) => rm(join(folder, 'model.onnx'))],
    [
      'another version of the converter',
      async (folder: string) => {
        const file = join(folder, 'manifest.json');
        const manifest: object = JSON.parse(await readFile(file, 'utf8'));
        await writeFile(file, JSON.stringify({ ...manifest, converterVersion: 0 }));
      },
    ],
  ])('rebuilds after %s', async (_name, damage) => {
    const { folder } = await prepareEmbeddingModel({ cacheDir });
    const sound = await readFile(join(folder, 'model.onnx'));
    await damage(folder);
    expect(await prepareEmbeddingModel({ cacheDir })).toMatchObject({ converted: true });
    expect((await readFile(join(folder, 'model.onnx'))).equals(sound)).toBe(true);
    expect(await prepareEmbeddingModel({ cacheDir })).toMatchObject({ converted: false });
  });

  it('may be done by two processes at once', async () => {
    const children = [0, 1].map(() =>
      fork(join(import.meta.dirname, 'prepare-in-child.ts'), { execArgv: [] }),
    );
    await Promise.all(children.map((child) => once(child, 'message')));
    const answers = await Promise.all(children.map((child) => prepareIn(child, cacheDir)));
    expect(answers.some(({ converted }) => converted)).toBe(true);
    expect((await readdir(join(cacheDir, USE_LITE_ID))).sort()).toEqual(FILES);
    expect(await prepareEmbeddingModel({ cacheDir })).toMatchObject({ converted: false });
  });

  it('says what to do when the weights are not there', async () => {
    const weightsDir = join(cacheDir, 'nowhere');
    await expect(prepareEmbeddingModel({ cacheDir, weightsDir })).rejects.toMatchObject({
      code: 'embeddings.weights-missing',
      message: expect.stringContaining(weightsDir),
    });
  });

  it('refuses weights it was not written for', async () => {
    const weightsDir = join(cacheDir, 'weights');
    await mkdir(weightsDir);
    const group = { paths: ['shard'], weights: [{ name: 'x', shape: [2], dtype: 'float32' }] };
    await writeFile(join(weightsDir, 'model.json'), JSON.stringify({ weightsManifest: [group] }));
    await writeFile(join(weightsDir, 'vocab.json'), '[]');
    await writeFile(join(weightsDir, 'shard'), 'four');
    await expect(prepareEmbeddingModel({ cacheDir, weightsDir })).rejects.toMatchObject({
      code: 'embeddings.weights-damaged',
      message: expect.stringContaining('8 bytes'),
    });
  });

  it('says so when the folder cannot be written', async () => {
    const file = join(cacheDir, 'file');
    await writeFile(file, '');
    await expect(prepareEmbeddingModel({ cacheDir: file })).rejects.toMatchObject({
      code: 'embeddings.cache-unwritable',
    });
  });
});

async function prepareIn(child: ChildProcess, cacheDir: string): Promise<{ converted: boolean }> {
  const answer = once(child, 'message');
  child.send(cacheDir);
  const [message] = await answer;
  return message as { converted: boolean };
}
