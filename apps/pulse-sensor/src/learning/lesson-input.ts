import type { Fingerprint } from '@salience/contracts';
import type { Lesson } from '@salience/database/signals';
import { labelsOfChoice } from '@salience/escalation';
import {
  type Labelled,
  labelOfFeedback,
  type LearnInput,
  type LimbicModel,
  type WindowSnapshot,
} from '@salience/limbic';
import { readModel } from '../judging/held-models.ts';

/** What training is given, as it can be sent to a thread. */
export function lessonInput(
  lesson: Lesson,
  { seed, zone }: { readonly seed: number; readonly zone: string },
): LearnInput {
  const champion: LimbicModel | undefined = lesson.model === null ? undefined : readModel(lesson.model).model;
  return {
    labelled: lesson.activations.flatMap(labelsOf),
    fingerprints: lesson.fingerprints.map(({ fingerprint }) => fingerprint as Fingerprint),
    champion,
    seed,
    zone,
  };
}

/** The labels of an activation: one, or of one that asked about several modules one for each that the answer is about. */
function labelsOf({
  at,
  candidates,
  choice,
  label,
  module,
  window,
}: Lesson['activations'][number]): Labelled[] {
  const base = { at: Date.parse(at) / 1_000, window: window as WindowSnapshot };
  const said = labelOfFeedback(2 * label - 1);
  if (module !== null) return [{ ...base, moduleId: module, ...said }];
  if (choice === null && said.label > 0) return [];
  return labelsOfChoice(candidates, said.label > 0 ? choice : null).map((one) => ({
    ...base,
    ...one,
    weight: said.weight,
  }));
}
