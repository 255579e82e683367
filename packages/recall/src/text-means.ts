import type { Embedder } from '@salience/embeddings';
import { genericQuestions, genericStatements } from './generic-sentences.ts';

/** What all statements, and all questions, have in common for a model. */
export interface TextMeans {
  readonly statements: Float32Array;
  readonly questions: Float32Array;
}

/**
 * The means of a model over the shipped sentences. A question's vector and a statement's are compared after each lost what its
 * kind of text always has; without that nearness in meaning is mostly nearness in form (docs/adr/0026-retrieval.md).
 */
export async function textMeans(embedder: Pick<Embedder, 'dimensions' | 'embed'>): Promise<TextMeans> {
  const statements = await meanOf(embedder, genericStatements);
  return { statements, questions: await meanOf(embedder, genericQuestions) };
}

async function meanOf(
  embedder: Pick<Embedder, 'dimensions' | 'embed'>,
  sentences: readonly string[],
): Promise<Float32Array> {
  const mean = new Float32Array(embedder.dimensions);
  for (const sentence of sentences) {
    const vector = await embedder.embed(sentence);
    for (let at = 0; at < mean.length; at += 1) {
      mean[at] = (mean[at] as number) + (vector[at] as number) / sentences.length;
    }
  }
  return mean;
}

/** True for a text that asks rather than tells. */
export function isQuestion(text: string): boolean {
  const trimmed = text.trim();
  return (
    trimmed.endsWith('?') ||
    /^(?:who|whom|whose|what|which|when|where|why|how|do|does|did|is|are|was|were|can|could|would|will|has|have|had)\b/iu.test(
      trimmed,
    )
  );
}
