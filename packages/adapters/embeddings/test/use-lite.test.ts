import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildUseLite } from '../src/conversion/use-lite-graph.ts';
import { locateWeights, readUseLiteWeights } from '../src/conversion/use-lite-weights.ts';
import { createEmbedder, type Embedder } from '../src/embedder.ts';
import { USE_LITE } from '../src/model-description.ts';
import { openSentenceSession, type SentenceSession } from '../src/sentence-session.ts';
import { createUnigramTokenizer } from '../src/unigram-tokenizer.ts';
import { toUnit } from '../src/unit-vector.ts';
import { PARAPHRASES, SENTENCES, UNRELATED } from './sentences.ts';

function cosine(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
}

function mean(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0) / values.length;
}

describe('Universal Sentence Encoder lite', () => {
  let cacheDir: string;
  let embedder: Embedder;
  let exact: SentenceSession;
  let pieces: (text: string) => readonly number[];

  beforeAll(async () => {
    cacheDir = await mkdtemp(join(tmpdir(), 'salience-embeddings-'));
    embedder = createEmbedder({ cacheDir, cacheSize: 0 });
    const weights = await readUseLiteWeights(locateWeights());
    const file = join(cacheDir, 'float32.onnx');
    await writeFile(file, buildUseLite(weights, 'float32'));
    exact = await openSentenceSession(file, USE_LITE);
    const options = { lowerCase: true, reserved: 6, unknownId: 0 };
    const tokenizer = createUnigramTokenizer(weights.vocabulary, options);
    pieces = (text) => tokenizer.encode(text).ids;
  });

  afterAll(async () => {
    await embedder.close();
    await exact.release();
    await rm(cacheDir, { recursive: true });
  });

  it('converts to the vectors of the published graph', async () => {
    // First numbers that the published graph itself gives for these pieces.
    const first = await exact.run([728, 64, 16, 137, 1383, 69, 5969, 22, 9, 830, 1191, 826, 54]);
    const expected = [-0.0315725, -0.0561991, 0.0482586, -0.0553421, 0.0556356, -0.0558597];
    for (const [index, value] of expected.entries()) expect(toUnit(first)[index]).toBeCloseTo(value, 6);
    const second = await exact.run([30, 0, 1515, 28, 6112, 30, 0, 1179, 30, 0, 2303]);
    expect(toUnit(second)[1]).toBeCloseTo(-0.0692016, 6);
  });

  it('keeps the direction of every sentence in int8', async () => {
    expect(SENTENCES).toHaveLength(40);
    for (const text of SENTENCES) {
      const vector = toUnit(await exact.run(pieces(text)));
      expect(cosine(await embedder.embed(text), vector), text).toBeGreaterThan(0.99);
    }
  });

  it('gives unit vectors of the announced length', async () => {
    const vector = await embedder.embed('What is the weather like in Paris?');
    expect(vector).toHaveLength(embedder.dimensions);
    expect(Math.sqrt(cosine(vector, vector))).toBeCloseTo(1, 6);
  });

  it('gives the same bits again, in another order, from another session', async () => {
    const other = createEmbedder({ cacheDir, cacheSize: 0 });
    const forward = await Promise.all(SENTENCES.map((text) => embedder.embed(text)));
    const backward = await Promise.all(SENTENCES.toReversed().map((text) => other.embed(text)));
    expect(backward.reverse()).toEqual(forward);
    await other.close();
  });

  it('puts paraphrases nearer than unrelated sentences', async () => {
    const near = (pairs: readonly (readonly [string, string])[]) =>
      Promise.all(pairs.map(async ([a, b]) => cosine(await embedder.embed(a), await embedder.embed(b))));
    const margin = mean(await near(PARAPHRASES)) - mean(await near(UNRELATED));
    expect(margin).toBeGreaterThan(0.25);
  });

  it('reads a long text to its end, in parts', async () => {
    const cats = 'My cat sleeps on the sofa and dreams of fish. '.repeat(30);
    const taxes = 'The tax office wants the income statement of last year. '.repeat(30);
    const [both, cat, tax] = await Promise.all([
      embedder.embed(cats + taxes),
      embedder.embed(cats),
      embedder.embed(taxes),
    ]);
    expect(Math.sqrt(cosine(both, both))).toBeCloseTo(1, 6);
    expect(cosine(both, cat)).toBeGreaterThan(cosine(cat, tax) + 0.2);
    expect(cosine(both, tax)).toBeGreaterThan(cosine(cat, tax) + 0.2);
  });

  it('ignores casing and white space', async () => {
    expect(await embedder.embed('Hello   World\n')).toEqual(await embedder.embed('hello world'));
  });

  it.each(['', '   \n'])('refuses an empty text: %j', async (text) => {
    await expect(embedder.embed(text)).rejects.toMatchObject({ code: 'embeddings.empty-text' });
  });
});
