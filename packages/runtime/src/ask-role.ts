import type { ObjectRole, StructuredReply } from '@salience/llm';
import type { Models, RoleFunctions, RoleInput, RoleObject } from '@salience/models';
import { type Metrics, withModelCall } from '@salience/telemetry';

/** What an app asks its models with. */
export interface RoleAsker<R extends ObjectRole> {
  readonly metrics: Metrics;
  readonly models: Pick<Models, 'describe'> & Pick<RoleFunctions, R>;
}

/** Whom and what a question is about. */
export interface AskedFor {
  readonly agentId: string;
  /** Null or undefined: it is about no one thread. */
  readonly threadId?: string | null | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Asks a role for its object, in the span and with the counts of a model call. Throws as the role does. */
export function askRole<R extends ObjectRole>(
  { metrics, models }: RoleAsker<R>,
  role: R,
  input: RoleInput<R>,
  { agentId, signal, threadId }: AskedFor,
): Promise<StructuredReply<RoleObject<R>>> {
  const { model, provider } = models.describe(role);
  const call = { agentId, role, provider, model, threadId: threadId ?? undefined };
  const roles: Pick<RoleFunctions, R> = models;
  return withModelCall(metrics, call, (_firstPiece, onAttempt) => roles[role](input, { signal, onAttempt }));
}
