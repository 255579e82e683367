/** A label that one module gets: 1, it was relevant; 0, it was not. */
export interface ChoiceLabel {
  readonly moduleId: string;
  readonly label: 0 | 1;
}

/**
 * What the answer to a broad question teaches: 1 for the module that was chosen, 0 for the rest that were listed. `chosen` null: none of them, 0 for
 * all. A choice that was not listed teaches nothing.
 */
export function labelsOfChoice(listed: readonly string[], chosen: string | null): ChoiceLabel[] {
  if (chosen !== null && !listed.includes(chosen)) return [];
  return listed.map((moduleId) => ({ moduleId, label: moduleId === chosen ? 1 : 0 }));
}
