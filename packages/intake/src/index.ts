export { grantInWords } from './grant-in-words.ts';
export { type InletMessage, type IntakePorts, takeInMessage } from './take-in-message.ts';
export { inboundInWords, taskInWords, type ToldTask } from './why.ts';
