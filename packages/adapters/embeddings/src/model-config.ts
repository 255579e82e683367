import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf, SalienceError } from '@salience/errors';
import type { Calibration } from './calibration.ts';
import type { ModelDescription, Pooling, TokenizerDescription } from './model-description.ts';

type Fields = Readonly<Record<string, unknown>>;

const POOLINGS: readonly string[] = ['none', 'mean', 'first'] satisfies Pooling[];

/**
 * Reads `config.json` of a user's model folder; the README of this package documents its form. Throws
 * `embeddings.config-missing`, `embeddings.calibration-missing` and `embeddings.config-invalid`, each naming the field.
 */
export function readModelConfig(folder: string): ModelDescription {
  const file = join(folder, 'config.json');
  const reader = new FieldReader(parse(file), file);
  const markers = reader.counts('prefixIds').length + reader.counts('suffixIds').length;
  return {
    modelId: reader.text('modelId'),
    dimensions: reader.count('dimensions', 1),
    maxPieces: reader.count('maxPieces', markers + 1),
    lowerCase: reader.flag('lowerCase'),
    tokenizer: tokenizerOf(reader.part('tokenizer')),
    prefixIds: reader.counts('prefixIds'),
    suffixIds: reader.counts('suffixIds'),
    inputs: inputsOf(reader.part('inputs')),
    output: outputOf(reader.part('output')),
    calibration: calibrationOf(reader),
  };
}

function parse(file: string): Fields {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    throw new SalienceError(
      'embeddings.config-missing',
      `Expected ${file}, which describes the embedding model in that folder: ${messageOf(cause)}. ` +
        'Write one, or unset EMBEDDING_MODEL_DIR to use the model that Salience brings.',
      { cause },
    );
  }
  try {
    const value: unknown = JSON.parse(text);
    if (isFields(value)) return value;
  } catch (cause) {
    throw invalid(file, `is not JSON: ${messageOf(cause)}`, cause);
  }
  throw invalid(file, 'is not a JSON object');
}

function tokenizerOf(reader: FieldReader): TokenizerDescription {
  const kind = reader.text('kind');
  const file = reader.text('file');
  if (kind === 'wordpiece') return { kind, file };
  if (kind === 'unigram') {
    return { kind, file, reserved: reader.count('reserved', 0), unknownId: reader.count('unknownId', 0) };
  }
  throw reader.wrong('kind', '"unigram" or "wordpiece"');
}

function inputsOf(reader: FieldReader): ModelDescription['inputs'] {
  return {
    ids: reader.text('ids'),
    ...(reader.has('mask') && { mask: reader.text('mask') }),
    ...(reader.has('types') && { types: reader.text('types') }),
  };
}

function outputOf(reader: FieldReader): ModelDescription['output'] {
  const pooling = reader.text('pooling');
  if (!POOLINGS.includes(pooling)) throw reader.wrong('pooling', '"none", "mean" or "first"');
  return { name: reader.text('name'), pooling: pooling as Pooling };
}

function calibrationOf(reader: FieldReader): Calibration {
  if (!reader.has('calibration')) {
    throw new SalienceError(
      'embeddings.calibration-missing',
      `${reader.file} has no "calibration". Cosines of different models are not comparable, so each model brings its own ` +
        '{ sameTopicCosine, newTopicCosine, boundaryCosine }, measured on messages like yours.',
    );
  }
  const part = reader.part('calibration');
  return {
    sameTopicCosine: part.cosine('sameTopicCosine'),
    newTopicCosine: part.cosine('newTopicCosine'),
    boundaryCosine: part.cosine('boundaryCosine'),
  };
}

class FieldReader {
  readonly file: string;
  readonly #fields: Fields;
  readonly #path: string;

  constructor(fields: Fields, file: string, path = '') {
    this.#fields = fields;
    this.file = file;
    this.#path = path;
  }

  has(name: string): boolean {
    return this.#fields[name] !== undefined;
  }

  part(name: string): FieldReader {
    const value = this.#fields[name];
    if (!isFields(value)) throw this.wrong(name, 'an object');
    return new FieldReader(value, this.file, `${this.#path}${name}.`);
  }

  text(name: string): string {
    const value = this.#fields[name];
    if (typeof value !== 'string' || value === '') throw this.wrong(name, 'a text');
    return value;
  }

  flag(name: string): boolean {
    const value = this.#fields[name];
    if (typeof value !== 'boolean') throw this.wrong(name, 'true or false');
    return value;
  }

  count(name: string, least: number): number {
    const value = this.#fields[name];
    if (!isCount(value) || value < least) throw this.wrong(name, `a whole number of at least ${least}`);
    return value;
  }

  counts(name: string): number[] {
    const value = this.#fields[name] ?? [];
    if (!Array.isArray(value) || !value.every(isCount)) throw this.wrong(name, 'a list of ids');
    return value;
  }

  cosine(name: string): number {
    const value = this.#fields[name];
    if (typeof value !== 'number' || value < -1 || value > 1) throw this.wrong(name, 'a number from -1 to 1');
    return value;
  }

  wrong(name: string, expected: string): SalienceError {
    const received = JSON.stringify(this.#fields[name]) ?? 'nothing';
    return invalid(this.file, `needs ${expected} as "${this.#path}${name}" and has ${received.slice(0, 80)}`);
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function invalid(file: string, what: string, cause?: unknown): SalienceError {
  return new SalienceError('embeddings.config-invalid', `${file} ${what}. Correct the file.`, { cause });
}
