/** What the innate skills keep: facts, lists, focus, schedules, associations. */
export type { AssociationRow, Associations } from '../queries/concepts.ts';
export { associate } from '../queries/concepts.ts';
export type { KeepFact } from '../queries/explicit-facts.ts';
export { keepFact } from '../queries/explicit-facts.ts';
export type { ThreadFocus } from '../queries/focus.ts';
export { clearFocus, loadFocus, setFocus } from '../queries/focus.ts';
export type { ListItem, ListSummary, PastListItem } from '../queries/lists.ts';
export {
  addListItems,
  changeListItems,
  deleteList,
  loadListHistory,
  loadListItems,
  loadLists,
  renameList,
} from '../queries/lists.ts';
export type { CalendarOccurrence, CalendarSchedule } from '../queries/calendar.ts';
export { readCalendar } from '../queries/calendar.ts';
export type { DueSchedule, MovedSchedule, PlannedSchedule } from '../queries/due-schedules.ts';
export {
  commitFates,
  deleteOldOccurrences,
  loadDueSchedules,
  resumeSchedule,
} from '../queries/due-schedules.ts';
export type { AskedRun, NewSchedule, OccurrenceRow, ScheduleRow } from '../queries/schedules.ts';
export {
  closeSchedule,
  createSchedule,
  listOccurrences,
  listSchedules,
  loadSchedule,
  pauseSchedule,
  runSchedule,
  scheduleByAction,
} from '../queries/schedules.ts';
