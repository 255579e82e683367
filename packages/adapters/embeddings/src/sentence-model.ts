import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf, SalienceError } from '@salience/errors';
import type { ModelDescription, TokenizerDescription } from './model-description.ts';
import { openSentenceSession } from './sentence-session.ts';
import { splitPieces } from './split-pieces.ts';
import type { Tokenizer } from './tokenizer.ts';
import { createUnigramTokenizer, type VocabularyEntry } from './unigram-tokenizer.ts';
import { meanDirection, toUnit } from './unit-vector.ts';
import { createWordpieceTokenizer } from './wordpiece-tokenizer.ts';

/** A model in memory: whole texts in, unit vectors out. Not for concurrent use. */
export interface SentenceModel {
  /** The unit vector of a text; of a long one, the direction of the mean of its parts. */
  embed(text: string): Promise<Float32Array>;
  /** Frees the memory of the model. */
  release(): Promise<void>;
}

// What lies beyond does not change the vector. It bounds one text to some eighty runs; a mean of more parts
// says nothing more about the text.
const MAX_CHARACTERS = 32_768;

/** Loads vocabulary and graph of a model folder. Throws `embeddings.model-damaged` and what opening a session throws. */
export async function loadSentenceModel(
  folder: string,
  description: ModelDescription,
): Promise<SentenceModel> {
  const tokenizer = await loadTokenizer(folder, description);
  const session = await openSentenceSession(join(folder, 'model.onnx'), description);
  const room = description.maxPieces - description.prefixIds.length - description.suffixIds.length;
  return {
    async embed(text) {
      const parts = splitPieces(tokenizer.encode(text.slice(0, MAX_CHARACTERS)), room);
      if (parts.length === 0) throw emptyText();
      const vectors: Float32Array[] = [];
      for (const part of parts) vectors.push(toUnit(await session.run(part)));
      return meanDirection(vectors);
    },
    release: () => session.release(),
  };
}

/** The error for a text without content: it has no direction, and a made-up one would match something. */
export function emptyText(): SalienceError {
  return new SalienceError(
    'embeddings.empty-text',
    'Expected a text to embed, got one without any visible character. Decide about empty messages before embedding them.',
  );
}

async function loadTokenizer(folder: string, { tokenizer, lowerCase }: ModelDescription): Promise<Tokenizer> {
  const file = join(folder, tokenizer.file);
  try {
    return makeTokenizer(await readFile(file, 'utf8'), tokenizer, lowerCase);
  } catch (cause) {
    throw new SalienceError(
      'embeddings.model-damaged',
      `Expected the ${tokenizer.kind} vocabulary of the embedding model at ${file}: ${messageOf(cause)}. Restore the file.`,
      { cause },
    );
  }
}

function makeTokenizer(text: string, description: TokenizerDescription, lowerCase: boolean): Tokenizer {
  if (description.kind === 'wordpiece')
    return createWordpieceTokenizer(text.trimEnd().split(/\r?\n/), lowerCase);
  const entries: unknown = JSON.parse(text);
  if (!Array.isArray(entries) || !entries.every(isVocabularyEntry)) {
    throw new TypeError('expected a list of [piece, log probability]');
  }
  return createUnigramTokenizer(entries, { ...description, lowerCase });
}

function isVocabularyEntry(value: unknown): value is VocabularyEntry {
  return Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'number';
}
