/** Confidence after an observation: half the way from `current` to `observed`, both taken as 0 to 1. */
export function reinforce(current: number, observed: number): number {
  const from = bounded(current);
  return from + (bounded(observed) - from) * 0.5;
}

/**
 * How sure the topic of a message is in its thread, 0..1: half of it is what the thread had come to be sure of where the message stays on
 * the thread's topic. On another topic, or without one before, it is what the message alone says.
 */
export function confidenceInThread(
  thread: { readonly topicId: string | null; readonly confidence: number },
  message: { readonly topicId: string | undefined; readonly confidence: number },
): number {
  const stays = thread.topicId !== null && thread.topicId === message.topicId;
  return stays ? reinforce(thread.confidence, message.confidence) : bounded(message.confidence);
}

function bounded(value: number): number {
  return value >= 0 ? Math.min(value, 1) : 0;
}
