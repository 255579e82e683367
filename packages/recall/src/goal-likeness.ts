import type { Embedder } from '@salience/embeddings';
import { calibrated, cosine } from '@salience/topics';

/** Goals whose meaning an action is compared with at most: the first ones, and others count by their words. */
const goalsMax = 50;
/** Characters of a text whose meaning is read. */
const charsMax = 2_000;

/** What comparing actions with goals takes. */
export interface GoalLikenessOptions {
  /** Unset: only words count. Its cache keeps the vectors of goals, by model and text. */
  readonly embedder?: Pick<Embedder, 'calibration' | 'embed'> | undefined;
  /** Called with the reason when only words count for once. */
  readonly onTrouble: (error: unknown) => void;
}

/**
 * How like goals are to an action in what they mean, by the goal's id: from 0, where the model's lines say that two texts have nothing to do with each other,
 * to 1, where they are about the same. Undefined where only words can count: without an embedder, while it fails, without goals. Never rejects.
 */
export type GoalLikeness = (
  action: string,
  goals: readonly { readonly id: number; readonly goal: string }[],
) => Promise<ReadonlyMap<number, number> | undefined>;

/** Makes the comparison. The vectors of goals are computed once as long as their words stay; an action costs one run of the model. */
export function createGoalLikeness({ embedder, onTrouble }: GoalLikenessOptions): GoalLikeness {
  return async (action, goals) => {
    const compared = goals.slice(0, goalsMax).filter(({ goal }) => goal.trim() !== '');
    if (embedder === undefined || compared.length === 0 || action.trim() === '') return undefined;
    try {
      const vectorOf = (text: string) => embedder.embed(text.trim().slice(0, charsMax));
      const meant = await vectorOf(action);
      const likenesses = new Map<number, number>();
      for (const { goal, id } of compared) {
        const near = calibrated(cosine(meant, await vectorOf(goal)), embedder.calibration);
        likenesses.set(id, Math.min(1, Math.max(0, near)));
      }
      return likenesses;
    } catch (error) {
      onTrouble(error);
      return undefined;
    }
  };
}
