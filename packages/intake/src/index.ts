export { handRules, type HearDeps, type Heard, hearMessage, type SaidMessage } from './hear-message.ts';
export { type Mind, Minds } from './minds.ts';
export { grantInWords } from './grant-in-words.ts';
export { type InletMessage, type IntakePorts, takeInMessage } from './take-in-message.ts';
export { inboundInWords, taskInWords, type ToldTask } from './why.ts';
