import { z } from 'zod';

/** The states of a task. `completed`, `rejected`, `failed` and `dead` are ends; `dead`: it was tried too often, or broke its workers. */
export const taskStates = [
  'scheduled',
  'running',
  'awaiting_review',
  'retry_wait',
  'completed',
  'rejected',
  'failed',
  'dead',
] as const;
export const taskStateSchema = z.enum(taskStates);
export type TaskState = z.infer<typeof taskStateSchema>;

/** What a task waits for a person for: that its message is taken in, a step of its plan that is a person's, or a call of a tool. */
const reviewKinds = ['message', 'step', 'call'] as const;
export const reviewKindSchema = z.enum(reviewKinds);
export type ReviewKind = z.infer<typeof reviewKindSchema>;

/** The states of a step of a task. `asked`: a person is asked. */
const taskStepStates = ['running', 'asked', 'done', 'failed', 'refused'] as const;
export const taskStepStateSchema = z.enum(taskStepStates);
export type TaskStepState = z.infer<typeof taskStepStateSchema>;

/** Where a task came from. */
export const taskSources = ['mail', 'hook', 'api', 'skill'] as const;
export const taskSourceSchema = z.enum(taskSources);
export type TaskSource = z.infer<typeof taskSourceSchema>;

/** Tries of one step, the first included. */
export const taskAttemptsMax = 3;

/** The signal that a task may move on: it came in, its turn ended, a person answered. A hint: the sweep finds what it was about. */
export const taskSignal = 'tasks';
