import type { Embedder } from '@salience/embeddings';
import { CodeIndex, signCode } from '@salience/memory';
import { genericQuestions, genericStatements } from './generic-sentences.ts';

/** The mean vectors of statements and of questions for a model. */
export interface MeanVectors {
  readonly statements: Float32Array;
  readonly questions: Float32Array;
  /** The minimum cosine of two codes whose texts are nearer than unrelated ones, -1..1. */
  readonly near: number;
}

/** Where nearness begins, in standard deviations above the mean cosine of unrelated texts (docs/adr/0031-drift.md). */
const nearDeviations = 2.8;

/**
 * Computes the mean vectors over the shipped sentences. The mean is subtracted from each question and each statement before they are
 * compared; otherwise nearness mostly means similar form (docs/adr/0026-retrieval.md). The sentences are unrelated, so their cosines
 * also show what nearness is for this model.
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
