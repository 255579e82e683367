// People who talk to an agent and react to the mode they got. They know nothing of what routes or of what reads them.
export { type Fit, fitOf, type Misfit } from '../personas/fit.ts';
export {
  type Answered,
  liveDays,
  type LivedDay,
  type LivedOptions,
  type LivedTurn,
  type LivedWorld,
} from '../personas/live-days.ts';
export type { Message } from '../personas/message.ts';
export { messagesOfRows, readModeRows } from '../personas/mode-rows.ts';
export { createPeople, type People, type PeopleOptions, type Talk } from '../personas/people.ts';
export { crowdOf, type PersonaName } from '../personas/personas.ts';
export { stockMessages } from '../personas/stock.ts';
