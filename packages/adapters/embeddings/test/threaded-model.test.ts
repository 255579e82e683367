import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepareEmbeddingModel } from '../src/conversion/prepare-model.ts';
import { USE_LITE } from '../src/model-description.ts';
import { loadSentenceModel } from '../src/sentence-model.ts';
import { loadInThread } from '../src/threaded-model.ts';
import { SENTENCES } from './sentences.ts';

describe('a model in a thread', () => {
  let cacheDir: string;
  let folder: string;
  beforeAll(async () => {
    cacheDir = await mkdtemp(join(tmpdir(), 'salience-thread-'));
    ({ folder } = await prepareEmbeddingModel({ cacheDir }));
  });
  afterAll(() => rm(cacheDir, { recursive: true }));

  it('gives the bits of the same model without one', async () => {
    const here = await loadSentenceModel(folder, USE_LITE);
    const there = await loadInThread(folder, USE_LITE);
    for (const text of [...SENTENCES, SENTENCES.join(' ')])
      expect(Buffer.from((await there.embed(text)).buffer)).toEqual(
        Buffer.from((await here.embed(text)).buffer),
      );
    await Promise.all([here.release(), there.release()]);
  });

  it('fails the call in which the thread ends, and starts it again for the next', async () => {
    const model = await loadInThread(folder, USE_LITE);
    const before = await model.embed('hello');
    // No text: a bug ends the thread.
    await expect(model.embed(1 as unknown as string)).rejects.toMatchObject({
      code: 'embeddings.thread-ended',
      kind: 'retryable',
    });
    expect(await model.embed('hello')).toEqual(before);
    await model.release();
  });

  it('gives up a thread that says nothing, instead of waiting for ever', async () => {
    // Loading takes longer than this.
    await expect(loadInThread(folder, USE_LITE, 1)).rejects.toMatchObject({
      code: 'embeddings.thread-ended',
      kind: 'retryable',
      message: expect.stringContaining('no answer within 1 ms'),
    });
  });

  it('runs outside the main thread and keeps no process alive', async () => {
    const child = join(import.meta.dirname, 'embed-child.ts');
    const { stdout } = await promisify(execFile)(process.execPath, [child, cacheDir, 'hello']);
    expect(JSON.parse(stdout)).toEqual({ dimensions: 512, runtimeHere: false });
  });
});
