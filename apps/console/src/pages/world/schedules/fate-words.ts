import type { AnswerOf } from '../../../api/client.ts';
import type { Shapes } from '../../../api/routes.gen.ts';
import type { Tone } from '../../../parts/badge.tsx';

/** What becomes of a time of a schedule. */
export type Fate = AnswerOf<'GET /schedules/calendar'>['items'][number]['fate'];

export const fateWords: Readonly<Record<Fate, string>> = {
  fired: 'ran',
  late: 'ran late',
  'catch-up': 'caught up',
  skipped: 'skipped',
  cancelled: 'cancelled',
  due: 'due',
  'will-run': 'will run',
  'will-skip': 'will be skipped',
};

export const fateTones: Readonly<Record<Fate, Tone>> = {
  fired: 'good',
  late: 'good',
  'catch-up': 'warn',
  skipped: 'warn',
  cancelled: 'soft',
  due: 'accent',
  'will-run': 'accent',
  'will-skip': 'soft',
};

export const stateTones: Readonly<Record<Shapes['Schedule']['state'], Tone>> = {
  active: 'good',
  paused: 'warn',
  ended: 'soft',
  cancelled: 'soft',
};

/** Hours and minutes of a local time such as `2026-11-23T09:00:00`. */
export function clockOf(local: string): string {
  return local.slice(11, 16);
}
