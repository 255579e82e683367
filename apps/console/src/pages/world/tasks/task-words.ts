import type { Shapes } from '../../../api/routes.gen.ts';
import type { Tone } from '../../../parts/badge.tsx';

type State = Shapes['Task']['state'];
type StepState = Shapes['TaskDetail']['steps'][number]['state'];

/** The states of a task in words. */
export const stateWords: Readonly<Record<State, string>> = {
  scheduled: 'scheduled',
  running: 'running',
  awaiting_review: 'waits for you',
  retry_wait: 'tried again later',
  completed: 'done',
  rejected: 'turned away',
  failed: 'failed',
  dead: 'given up',
};

export const stateTones: Readonly<Record<State, Tone>> = {
  scheduled: 'soft',
  running: 'accent',
  awaiting_review: 'warn',
  retry_wait: 'warn',
  completed: 'good',
  rejected: 'soft',
  failed: 'bad',
  dead: 'bad',
};

export const stepTones: Readonly<Record<StepState, Tone>> = {
  running: 'accent',
  asked: 'warn',
  done: 'good',
  failed: 'bad',
  refused: 'bad',
};
