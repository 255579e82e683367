import type { Embedder } from '@salience/embeddings';
import { CodeIndex, signCode } from '@salience/memory';
import { genericQuestions, genericStatements } from './generic-sentences.ts';

/** What all statements, and all questions, have in common for a model. */
export interface MeanVectors {
  readonly statements: Float32Array;
  readonly questions: Float32Array;
  /** The cosine of two codes from which on their texts are nearer than chance brings unrelated ones, -1..1. */
  readonly near: number;
}

/** How far from the usual cosine of unrelated texts nearness begins, in standard deviations (docs/adr/0031-drift.md). */
const nearDeviations = 2.8;

/**
 * The means of a model over the shipped sentences. A question's vector and a statement's are compared after each lost what its
 * kind of text always has; without that nearness in meaning is mostly nearness in form (docs/adr/0026-retrieval.md). The same
 * sentences, which have nothing to do with each other, say what nearness is for this model.
 */
export async function computeMeanVectors(
  embedder: Pick<Embedder, 'dimensions' | 'embed'>,
): Promise<MeanVectors> {
  const told = await vectorsOf(embedder, genericStatements);
  const asked = await vectorsOf(embedder, genericQuestions);
  const statements = meanOf(told, embedder.dimensions);
  const questions = meanOf(asked, embedder.dimensions);
  const index = new CodeIndex(embedder.dimensions);
  for (const [at, vector] of told.entries())
    index.add({ id: `${at}`, kind: 'told', code: signCode(vector, statements) });
  const cosines = asked.flatMap((vector) =>
    index.nearest(signCode(vector, questions), told.length).map(({ cosine }) => cosine),
  );
  const mean = cosines.reduce((sum, cosine) => sum + cosine, 0) / cosines.length;
  const variance = cosines.reduce((sum, cosine) => sum + (cosine - mean) ** 2, 0) / cosines.length;
  return { statements, questions, near: mean + nearDeviations * Math.sqrt(variance) };
}

async function vectorsOf(
  embedder: Pick<Embedder, 'embed'>,
  sentences: readonly string[],
): Promise<Float32Array[]> {
  const vectors: Float32Array[] = [];
  // One after another: the runtime has one thread.
  for (const sentence of sentences) vectors.push(await embedder.embed(sentence));
  return vectors;
}

function meanOf(vectors: readonly Float32Array[], dimensions: number): Float32Array {
  const mean = new Float32Array(dimensions);
  for (const vector of vectors) {
    for (let at = 0; at < mean.length; at += 1) {
      mean[at] = (mean[at] as number) + (vector[at] as number) / vectors.length;
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
