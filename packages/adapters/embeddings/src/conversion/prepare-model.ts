import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf, SalienceError } from '@salience/errors';
import { USE_LITE_ID } from '../calibration.ts';
import { buildUseLite } from './use-lite-graph.ts';
import { locateWeights, readUseLiteWeights } from './use-lite-weights.ts';

/** Where the converted model is kept, and where the weights to convert come from. */
export interface PrepareOptions {
  /** Folder for converted models; made if absent. Each model has a folder of its own in it. */
  readonly cacheDir: string;
  /** Folder with `model.json`, its shards and `vocab.json`; by default that of the installed package. */
  readonly weightsDir?: string | undefined;
}

/** A converted model that was checked byte by byte. */
export interface PreparedModel {
  readonly modelId: string;
  /** Holds `model.onnx`, `vocab.json` and `manifest.json`. */
  readonly folder: string;
  /** False when a sound model was already there. */
  readonly converted: boolean;
}

interface Manifest {
  readonly modelId: string;
  readonly converterVersion: number;
  readonly sha256: Readonly<Record<string, string>>;
}

/** Raised with every change of the converter that changes bytes; the model id must change along. */
const CONVERTER_VERSION = 1;
const MODEL_FILE = 'model.onnx';
const VOCABULARY_FILE = 'vocab.json';
const MANIFEST_FILE = 'manifest.json';
const ABANDONED_AFTER_MS = 3_600_000;

/**
 * Makes sure that the default model lies converted in `cacheDir`: checks it, and converts it (well under two
 * seconds) if it is absent, stale or damaged. Any number of processes may do so at once. Throws `embeddings.weights-missing`,
 * `embeddings.weights-damaged` and `embeddings.cache-unwritable`.
 */
export async function prepareEmbeddingModel(options: PrepareOptions): Promise<PreparedModel> {
  const folder = join(options.cacheDir, USE_LITE_ID);
  if (await isSound(folder)) return { modelId: USE_LITE_ID, folder, converted: false };
  const weights = await readUseLiteWeights(locateWeights(options.weightsDir));
  const files: Readonly<Record<string, Uint8Array>> = {
    [MODEL_FILE]: buildUseLite(weights, 'int8'),
    [VOCABULARY_FILE]: Buffer.from(JSON.stringify(weights.vocabulary)),
  };
  const manifest: Manifest = {
    modelId: USE_LITE_ID,
    converterVersion: CONVERTER_VERSION,
    sha256: Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, digest(bytes)])),
  };
  try {
    await mkdir(folder, { recursive: true });
    await removeAbandoned(folder);
    for (const [name, bytes] of Object.entries(files)) await place(folder, name, bytes);
    // Last, because it vouches for the others.
    await place(folder, MANIFEST_FILE, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`));
  } catch (cause) {
    throw new SalienceError(
      'embeddings.cache-unwritable',
      `The converted embedding model could not be written to ${folder}: ${messageOf(cause)}. Give a folder that this ` +
        'process may write, with 10 MB free.',
      { cause },
    );
  }
  return { modelId: USE_LITE_ID, folder, converted: true };
}

/** What lies in a cache of converted models. */
export type PreparedState = 'sound' | 'absent' | 'damaged';

/**
 * Looks, and changes nothing: `sound` when the default model lies converted in `cacheDir`, byte by byte; `damaged` when its
 * folder is there but not as this version would have written it.
 */
export async function inspectPreparedModel(
  cacheDir: string,
): Promise<{ readonly modelId: string; readonly folder: string; readonly state: PreparedState }> {
  const folder = join(cacheDir, USE_LITE_ID);
  if (await isSound(folder)) return { modelId: USE_LITE_ID, folder, state: 'sound' };
  const there = await stat(folder).then(
    () => true,
    () => false,
  );
  return { modelId: USE_LITE_ID, folder, state: there ? 'damaged' : 'absent' };
}

/** Whether manifest and files are there, belong to this converter and hold the bytes they were written with. */
async function isSound(folder: string): Promise<boolean> {
  try {
    const manifest = JSON.parse(
      await readFile(join(folder, MANIFEST_FILE), 'utf8'),
    ) as Partial<Manifest> | null;
    if (manifest?.modelId !== USE_LITE_ID || manifest.converterVersion !== CONVERTER_VERSION) return false;
    for (const name of [MODEL_FILE, VOCABULARY_FILE]) {
      if ((await fileDigest(join(folder, name))) !== manifest.sha256?.[name]) return false;
    }
    return true;
  } catch {
    // Absent, unreadable or garbled all mean the same here: convert, which reports what it cannot do.
    return false;
  }
}

/** Writes beside and renames, so that readers see the old file or the new one, never a part of one. */
async function place(folder: string, name: string, bytes: Uint8Array): Promise<void> {
  const temporary = join(folder, `${name}.${randomUUID()}.tmp`);
  try {
    await writeFile(temporary, bytes, { flush: true });
    await rename(temporary, join(folder, name));
  } catch (error) {
    await rm(temporary, { force: true });
    // Some systems refuse to replace a file that another process has open. Conversion gives the same bytes
    // everywhere, so a twin's file is as good as ours.
    if (!(await holds(join(folder, name), bytes))) throw error;
  }
}

async function holds(file: string, bytes: Uint8Array): Promise<boolean> {
  return readFile(file).then(
    (found) => found.equals(bytes),
    () => false,
  );
}

/** Removes what a conversion that was killed left behind; a running one is never that old. */
async function removeAbandoned(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.tmp'));
  for (const name of names) {
    const file = join(folder, name);
    const entry = await stat(file).catch(() => undefined);
    if (entry !== undefined && Date.now() - entry.mtimeMs > ABANDONED_AFTER_MS)
      await rm(file, { force: true });
  }
}

/** Read in small pieces: every process checks the model when it starts, and none needs its bytes twice in memory. */
async function fileDigest(file: string): Promise<string> {
  const sum = createHash('sha256');
  for await (const piece of createReadStream(file)) sum.update(piece as Buffer);
  return sum.digest('hex');
}

function digest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
