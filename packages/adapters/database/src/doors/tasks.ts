/** Tasks, what came in, and what leaves by mail. */
export type * from '../queries/tasks.ts';
export {
  addTask,
  cancelTask,
  findTask,
  listTasks,
  loadDueTasks,
  loadEndedTasks,
  moveTask,
  retryTask,
  sweepAgendas,
  taskOfRun,
  taskStanding,
} from '../queries/tasks.ts';
export type { ClaimedLetter, LetterRow } from '../queries/letters.ts';
export {
  beginLetter,
  claimLetters,
  expireLetters,
  listLetters,
  settleLetter,
  writeLetter,
} from '../queries/letters.ts';
export { inspectTasks, type TaskFacts } from '../queries/task-diagnosis.ts';
export type { PulseEventRow } from '../queries/pulse-events.ts';
export {
  askedTicks,
  deleteOldPulseEvents,
  listPulseEvents,
  notePulseEvent,
  tickOf,
} from '../queries/pulse-events.ts';
