/** The queue that both processes name. */
export const queueName = 'chat';

/** The channel that replies come back on. */
export const replyChannel = 'chat-replies';

/** A message on its way to the worker. */
export interface TurnJob {
  readonly id: string;
  readonly conversationId: string;
  readonly text: string;
}

/** A reply on its way back; `error` in place of a text when the worker failed. */
export interface TurnReply {
  readonly id: string;
  readonly text?: string;
  readonly error?: string;
}
