import { createRequire } from 'node:module';
import { createEmbedder } from '../src/embedder.ts';

// Embeds, tells how, and closes nothing.
const [cacheDir = '', text = ''] = process.argv.slice(2);
const vector = await createEmbedder({ cacheDir }).embed(text);
const loaded = Object.keys(createRequire(import.meta.url).cache);
const runtimeHere = loaded.some((file) => file.includes('onnxruntime-node'));
process.stdout.write(JSON.stringify({ dimensions: vector.length, runtimeHere }));
