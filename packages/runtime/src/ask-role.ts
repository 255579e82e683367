import type { ObjectRole, StructuredReply } from '@salience/llm';
import type { Models, RoleFunctions, RoleInput, RoleObject } from '@salience/models';
import { type Metrics, withModelCall } from '@salience/telemetry';

/** What calling a model needs. */
export interface RoleAsker<R extends ObjectRole> {
  readonly metrics: Metrics;
  readonly models: Pick<Models, 'describe'> & Pick<RoleFunctions, R>;
}

/** The agent and thread that a call is for. */
export interface AskedFor {
  readonly agentId: string;
  /** Null or undefined: the call is for no single thread. */
  readonly threadId?: string | null | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Calls a role in the span and with the counters of a model call. Throws what the role throws. */
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
