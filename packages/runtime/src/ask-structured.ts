import type { Models, StructuredReply, StructuredRequest } from '@salience/llm';
import { type Metrics, withModelCall } from '@salience/telemetry';

/** What an app asks its models with. */
export interface StructuredAsker {
  readonly metrics: Metrics;
  readonly models: Pick<Models, 'describe' | 'generateStructured'>;
}

/** A question that an object answers, and whom and what it is about. */
export interface StructuredQuestion<T> extends Omit<StructuredRequest<T>, 'onAttempt'> {
  readonly agentId: string;
  /** Null or undefined: it is about no one thread. */
  readonly threadId?: string | null | undefined;
}

/** Asks the model of a role for an object, in the span and with the counts of a model call. Throws as `generateStructured`. */
export function askStructured<T>(
  { metrics, models }: StructuredAsker,
  { agentId, threadId, ...request }: StructuredQuestion<T>,
): Promise<StructuredReply<T>> {
  const { role } = request;
  const { model, provider } = models.describe(role);
  const call = { agentId, role, provider, model, threadId: threadId ?? undefined };
  return withModelCall(metrics, call, (_firstPiece, onAttempt) =>
    models.generateStructured<T>({ ...request, onAttempt }),
  );
}
