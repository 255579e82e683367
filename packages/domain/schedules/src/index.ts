export { fateAhead, fateInWords, slotsAhead } from './calendar.ts';
export type { Fate, FatePlan, Reason } from './fates.ts';
export { type PlannedSchedule, planRestored, planSchedule } from './plan-schedule.ts';
export { type FirstTimes, readTimes, upcoming } from './read-times.ts';
export { ruleInWords } from './rule-words.ts';
export { type Slots, slotsOf } from './slots.ts';
