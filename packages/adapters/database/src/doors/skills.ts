/** What the innate skills keep: facts, lists, focus, reminders, associations. */
export type { AssociationRow, Associations } from '../queries/concepts.ts';
export { associate } from '../queries/concepts.ts';
export type { KeepFact } from '../queries/explicit-facts.ts';
export { keepFact } from '../queries/explicit-facts.ts';
export type { ThreadFocus } from '../queries/focus.ts';
export { clearFocus, loadFocus, setFocus } from '../queries/focus.ts';
export type { ListItem, ListSummary } from '../queries/lists.ts';
export { addListItems, changeListItems, loadListItems, loadLists } from '../queries/lists.ts';
export type { ReminderRow, ScheduleReminder } from '../queries/reminders.ts';
export {
  cancelReminder,
  createReminder,
  fireReminders,
  listReminders,
  scheduleReminder,
} from '../queries/reminders.ts';
