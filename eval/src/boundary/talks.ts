import { readFileSync } from 'node:fs';
import type { Embedder } from '@salience/embeddings';
import { dialogueRowSchema } from '../decisions/dialogue-rows.ts';

/** A dialogue or a room with people's marks and the vectors of what was said. */
export interface Talk {
  /** The set that it is of. */
  readonly kind: string;
  readonly texts: readonly string[];
  readonly vectors: readonly Float32Array[];
  /** Null: nobody has said. The first message is no decision. */
  readonly gold: readonly (0 | 1 | null)[];
}

/** Reads rows as `salience eval topic-switch` does, and embeds them. */
export async function readTalks(
  files: readonly string[],
  embedder: Pick<Embedder, 'embed'>,
): Promise<Talk[]> {
  const talks: Talk[] = [];
  for (const line of files.flatMap((file) => readFileSync(file, 'utf8').split('\n'))) {
    if (line === '') continue;
    const { boundary, set, utterances } = dialogueRowSchema.parse(JSON.parse(line));
    const texts = utterances.map(({ text }) => text);
    const vectors: Float32Array[] = [];
    for (const text of texts) vectors.push(await embedder.embed(text));
    talks.push({ kind: set, texts, vectors, gold: boundary });
  }
  return talks;
}

/** The fold of every talk: a fixed shuffle for each seed. */
export function foldsOf(talks: readonly Talk[], folds: number, seed: number): number[] {
  let state = seed * 2_654_435_761;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const order = talks.map((_, at) => ({ at, key: random() })).toSorted((a, b) => a.key - b.key);
  const fold: number[] = [];
  for (const [place, { at }] of order.entries()) fold[at] = place % folds;
  return fold;
}
