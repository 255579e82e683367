import type { Shapes } from '../../../api/routes.gen.ts';
import type { Tone } from '../../../parts/badge.tsx';

type Reason = Shapes['Judgement']['reason'];

/** Where signals come from, in words. */
export const sourceWords = {
  filesystem: 'Files',
  network: 'Web page',
  mail: 'Mail',
  hook: 'Hook',
  time: 'Clock',
  task: 'Task',
  memory: 'Memory',
  host: 'Machine',
} as const;

const words: Readonly<Record<Reason, { readonly word: string; readonly tone: Tone }>> = {
  woke: { word: 'woke', tone: 'good' },
  ambiguous: { word: 'woke', tone: 'good' },
  outscored: { word: 'another', tone: 'soft' },
  below_threshold: { word: 'below', tone: 'soft' },
  template_missing: { word: 'no question', tone: 'warn' },
  template_error: { word: 'no question', tone: 'bad' },
  not_finite: { word: 'no score', tone: 'bad' },
  own_doing: { word: 'own', tone: 'soft' },
  flood: { word: 'flood', tone: 'warn' },
  breaker: { word: 'held back', tone: 'warn' },
  budget: { word: 'budget', tone: 'warn' },
  explored: { word: 'for a look', tone: 'accent' },
  stale: { word: 'too late', tone: 'soft' },
  paused: { word: 'paused', tone: 'soft' },
  considered: { word: 'digest', tone: 'accent' },
  skipped: { word: 'aside', tone: 'soft' },
};

/** What became of a signal, in a word. Undefined: nobody judged it, or not yet. */
export function outcomeOf(
  reason: Reason | undefined,
  own: boolean,
): { readonly word: string; readonly tone: Tone } {
  if (reason !== undefined) return words[reason];
  return { word: own ? 'own' : 'not judged', tone: 'soft' };
}

/** The states of an activation in words. */
export const activationWords = {
  open: 'collects signals',
  asked: 'asked',
  told: 'told in the digest',
  shown: 'shown for a look',
  dropped: 'dropped',
} as const;
