/**
 * Makes the directions of likeness that the shipped router policy weighs, from the sentences in `likeness/` and nothing
 * else. Usage: node train-likeness.ts --models FOLDER > ../packages/domain/router/src/likeness/directions.ts
 *
 * Each sentence counts as it stands and as people write who care for capitals and full stops; every mode weighs the same. Softmax
 * regression with a ridge, fitted until nothing moves; the same model folder gives the same file.
 */
import { parseArgs } from 'node:util';
import { createEmbedder, prepareEmbeddingModel } from '@salience/embeddings';
import { readExamples } from './likeness/examples.ts';
import { type Example, fitSoftmax } from './likeness/fit-softmax.ts';

const kinds = ['ACT', 'RESPOND', 'ACKNOWLEDGE'] as const;
/** Pulls weights towards 0; a third or three times as much changes no figure by a point. */
const ridge = 6e-4;
const asks = /^(?:who|what|where|when|why|how|which|is|are|do|does|did|can|could|would|will|should)\b/i;

function written(sentence: string): string {
  const text = sentence.charAt(0).toUpperCase() + sentence.slice(1).replace(/\bi\b/g, 'I');
  return /[.?!]$/.test(text) ? text : `${text}${asks.test(text) ? '?' : '.'}`;
}

const { values } = parseArgs({ options: { models: { type: 'string' } } });
if (values.models === undefined)
  throw new Error('Expected --models FOLDER, where the embedding model is kept.');
await prepareEmbeddingModel({ cacheDir: values.models });
const embedder = createEmbedder({ cacheDir: values.models });
const set: Example[] = [];
for (const [kind, mode] of kinds.entries()) {
  const sentences = readExamples(mode);
  for (const sentence of sentences) {
    for (const text of [sentence, written(sentence)]) {
      set.push({
        vector: await embedder.embed(text),
        kind,
        weight: 1 / (2 * kinds.length * sentences.length),
      });
    }
  }
}
await embedder.close();

const fitted = fitSoftmax(set, { kinds: kinds.length, dimensions: embedder.dimensions, ridge });
const parts = fitted.map(({ weights, bias }, kind) => {
  const scale = Math.max(...weights.map(Math.abs)) / 127;
  const bytes = Int8Array.from(weights, (weight) => Math.round(weight / scale));
  const name = (kinds[kind] as string).toLowerCase();
  return `  ${name}: {\n    scale: ${scale.toPrecision(8)},\n    bias: ${bias.toFixed(6)},\n    weights:\n      '${Buffer.from(bytes.buffer).toString('base64')}',\n  },\n`;
});
process.stdout.write(
  `/** Made by eval/train-likeness.ts from sentences written for this project; one direction of ${embedder.dimensions} weights a mode, as signed bytes. */\n` +
    `export const likenessDirections = {\n  modelId: '${embedder.modelId}',\n  language: 'en',\n${parts.join('')}} as const;\n`,
);
process.stderr.write(`${set.length} vectors\n`);
