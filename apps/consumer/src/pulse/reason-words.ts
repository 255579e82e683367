import type { EscalationReason } from '@salience/contracts';

/** What a sentence about a judgement is made of. `score`: null where it was not scored. */
export interface JudgedReason {
  readonly reason: EscalationReason;
  readonly score: number | null;
  readonly threshold: number;
}

const sentences: Readonly<Record<EscalationReason, (judged: JudgedReason) => string>> = {
  woke: (judged) => `Its score ${compared(judged, 'reaches')}, so the agent is asked.`,
  ambiguous: () => 'Several modules of its cluster may be meant, so one question asks about all of them.',
  outscored: () => 'Another module of its cluster fits better, and asks instead.',
  below_threshold: (judged) => `Its score ${compared(judged, 'is below')}.`,
  template_missing: () => 'The module has no question for a signal of this kind.',
  template_error: () => 'The question of the module could not be filled in for this signal.',
  not_finite: () => 'Its score is no number, which counts as a no.',
  own_doing: () => 'The agent did this itself.',
  flood: () => 'Too many signals came at once: it was counted, and not judged.',
  breaker: () => 'The latest wakes of the module were of no use, so it is shown and not asked.',
  budget: () => 'The limit of the day was reached, so it is told in the digest of the day.',
  explored: (judged) =>
    `Its score ${compared(judged, 'is below')}; it is one of the few that are shown for a look.`,
  stale: () => 'It came too late to be worth a question.',
  paused: () => 'The module was paused.',
  considered: () => 'It does little for what the agent pursues, so it is told in the digest of the day.',
  skipped: () => 'It does nothing for what the agent pursues, so it is shown and not asked.',
};

/** Why a signal woke the agent or did not, in one sentence. */
export function escalationReasonWords(judged: JudgedReason): string {
  return sentences[judged.reason](judged);
}

function compared({ score, threshold }: JudgedReason, how: string): string {
  if (score === null || !Number.isFinite(score)) return `${how} the threshold ${rounded(threshold, 2)}`;
  // Two numbers that differ must not look alike.
  const digits = score !== threshold && rounded(score, 2) === rounded(threshold, 2) ? 4 : 2;
  return `${rounded(score, digits)} ${how} the threshold ${rounded(threshold, digits)}`;
}

function rounded(value: number, digits: number): string {
  return String(Number(value.toFixed(digits)));
}
