import type { CycleAction } from '@salience/regulation';

type Change = Exclude<CycleAction, { kind: 'wait' }>;

/** Why a cycle did something, in a few words. */
export function causeOf(action: Change): string {
  if (action.kind === 'publish') return 'what people said of decisions speaks for this step';
  const { verdict } = action.settlement;
  if (action.kind === 'revert')
    return verdict === 'worse'
      ? 'what was said since speaks against it'
      : 'all decisions together no longer speak for it';
  return verdict === 'better'
    ? 'what was said since speaks for it'
    : 'it stays without proof, because all decisions together speak for it, and is watched until it is a week old';
}

const outcomes = { publish: 'published', revert: 'reverted', confirm: 'confirmed' } as const;

/** What a cycle did, in a word: the version that it made, else why it made none. */
export function outcomeOf(actions: readonly CycleAction[]): string {
  const last = actions.at(-1);
  if (last === undefined) return 'nothing';
  return last.kind === 'wait' ? last.why : outcomes[last.kind];
}
