import type { TextCues } from '../cues/extract-cues.ts';
import { likenessDirections } from './directions.ts';

/** How much a message is like those that deserve an action, an answer or a nod: 0 to 1, together 1, or all 0. */
export interface Likeness {
  readonly act: number;
  readonly respond: number;
  readonly acknowledge: number;
}

/** Nothing is known about a message's likeness: its words alone decide. */
export const noLikeness: Likeness = { act: 0, respond: 0, acknowledge: 0 };

/** What likeness is read from. */
export interface LikenessInput {
  /** The message's raw unit vector; undefined when the embedder was away. */
  readonly vector: Float32Array | undefined;
  readonly modelId: string;
  readonly cues: Pick<TextCues, 'languages' | 'tokenCount'>;
}

interface Direction {
  readonly weights: Float64Array;
  readonly bias: number;
}

function decode({ scale, bias, weights }: { scale: number; bias: number; weights: string }): Direction {
  const bytes = Int8Array.from(atob(weights), (letter) => (letter.charCodeAt(0) << 24) >> 24);
  return { weights: Float64Array.from(bytes, (byte) => byte * scale), bias };
}

const { modelId: knownModel, language } = likenessDirections;
const act = decode(likenessDirections.act);
const respond = decode(likenessDirections.respond);
const acknowledge = decode(likenessDirections.acknowledge);

function along(direction: Direction, vector: Float32Array): number {
  let sum = direction.bias;
  for (let index = 0; index < vector.length; index += 1) {
    sum += (direction.weights[index] as number) * (vector[index] as number);
  }
  return sum;
}

/** Four decimals: a signal is stored exactly as it is used, and more would not matter. */
const rounded = (value: number) => Math.round(value * 1e4) / 1e4;

/** A few names and nouns may be in any language; a longer text without one English function word is in another. */
const unknownWords = 4;

/** False for a text that has no likeness: without words, or in another language than the directions'. */
export function readable({ languages, tokenCount }: LikenessInput['cues']): boolean {
  if (tokenCount === 0) return false;
  return languages.length === 0 ? tokenCount <= unknownWords : languages.includes(language);
}

/** True for the embedding model that the directions belong to. */
export function isLikenessModel(modelId: string): boolean {
  return modelId === knownModel;
}

/**
 * Reads what a message is like from its vector, by one direction for each of three modes. Directions belong to one embedding
 * model and one language; a vector of another model, a text in another language and one without words have no likeness.
 */
export function readLikeness(input: LikenessInput): Likeness {
  const { vector, modelId, cues } = input;
  if (vector === undefined || !isLikenessModel(modelId) || vector.length !== act.weights.length)
    return noLikeness;
  if (!readable(cues)) return noLikeness;
  const sums = [along(act, vector), along(respond, vector), along(acknowledge, vector)] as const;
  const most = Math.max(...sums);
  const [a, r, k] = sums.map((sum) => Math.exp(sum - most)) as [number, number, number];
  const all = a + r + k;
  return { act: rounded(a / all), respond: rounded(r / all), acknowledge: rounded(k / all) };
}
