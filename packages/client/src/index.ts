export { ApiError } from './http/api-error.ts';
export type { RetryOptions } from './http/retry.ts';
export type {
  AnswerOf,
  ArgumentsOf,
  InputOf,
  PathOf,
  RequestOptions,
  RouteCalls,
  RouteOptions,
} from './http/routes.ts';
export type { AnswerOptions, Approval, ApprovalFilter, Approvals } from './parts/approvals.ts';
export type {
  ForgetPreview,
  ForgetRequest,
  ItemsFilter,
  Memory,
  SearchOptions,
} from './parts/memory.ts';
export type { Remembered, RememberOptions } from './parts/remember.ts';
export type { AcceptedEvent, Answer, AskOptions, Message, SendOptions } from './parts/messages.ts';
export type { EndedTurn, ListOptions, Threads } from './parts/threads.ts';
export type { Routes, Shapes } from './routes.gen.ts';
export type { EndlessOptions } from './streams/follow-endless.ts';
export type { FollowOptions } from './streams/follow-turn.ts';
export type { TurnEvent } from './streams/turn-progress.ts';
export {
  createClient,
  type Client,
  type ClientOptions,
  type LiveEvent,
  type Messages,
  type Notice,
  type Turns,
} from './create-client.ts';
