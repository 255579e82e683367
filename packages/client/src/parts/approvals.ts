import { ApiError } from '../http/api-error.ts';
import { itemsOf } from '../http/pages.ts';
import { type AnswerOf, addressOf, type InputOf, type RequestOptions } from '../http/routes.ts';
import { askOnce, retried, type TransportOptions } from '../http/transport.ts';
import type { RouteCalls } from '../http/routes.ts';

/** A request for a yes. */
export type Approval = AnswerOf<'GET /approvals/:approval'>;

/** Which requests are listed. */
export type ApprovalFilter = Omit<NonNullable<InputOf<'GET /approvals'>['query']>, 'cursor'> & RequestOptions;

/** How a request is answered. */
export interface AnswerOptions extends RequestOptions {
  /** The request as it was shown: the answer then counts for exactly that, and is refused with `approval.changed` otherwise. */
  readonly seen?: Pick<Approval, 'hash'> | undefined;
}

/** Requests for a yes. Answering needs the token of the person, or the key of an agent, as the `key` of the client. */
export interface Approvals {
  /** Every request that fits, latest first, page after page as far as it is read. */
  list(filter?: ApprovalFilter): AsyncGenerator<Approval>;
  /** One request. */
  get(approvalId: string, options?: RequestOptions): Promise<Approval>;
  /** Says yes. `sessionMinutes`, for a message that came in: its sender is let in without asking for so long. */
  approve(
    approvalId: string,
    options?: AnswerOptions & { readonly sessionMinutes?: number },
  ): Promise<Approval>;
  /** Says no. */
  refuse(approvalId: string, options?: AnswerOptions): Promise<Approval>;
  /** Says yes to the same call with other arguments. */
  edit(
    approvalId: string,
    args: Readonly<Record<string, unknown>>,
    options?: AnswerOptions,
  ): Promise<Approval>;
}

/** Requests for a yes, over a transport. */
export function approvals(transport: TransportOptions, calls: RouteCalls): Approvals {
  return {
    list({ signal, timeoutMs, ...query } = {}) {
      return itemsOf((cursor) =>
        calls.get('/approvals', {
          query: { ...query, ...(cursor === undefined ? {} : { cursor }) },
          signal,
          timeoutMs,
        }),
      );
    },
    get: (approval, options) => calls.get('/approvals/:approval', { ...options, params: { approval } }),
    approve: (id, { sessionMinutes, ...options } = {}) =>
      answer(transport, id, options, {
        answer: 'approve',
        ...(sessionMinutes === undefined ? {} : { session_minutes: sessionMinutes }),
      }),
    refuse: (id, options = {}) => answer(transport, id, options, { answer: 'refuse' }),
    edit: (id, args, options = {}) =>
      answer(transport, id, options, { answer: 'edit', arguments: { ...args } }),
  };
}

type Body = InputOf<'POST /approvals/:approval'>['body'];

/** A request is answered once. Where the answer of the server was lost and the request now stands as it was answered, that is success. */
async function answer(
  transport: TransportOptions,
  approval: string,
  { seen, signal, timeoutMs }: AnswerOptions,
  body: Body,
): Promise<Approval> {
  const request = {
    method: 'POST',
    address: addressOf('/approvals/:approval', { params: { approval } }),
    body,
    headers: seen === undefined ? {} : { 'if-match': `"${seen.hash}"` },
    signal,
    timeoutMs,
    safe: true,
  };
  let lost = false;
  return retried(transport, request, async () => {
    try {
      return (await askOnce(transport, request)) as Approval;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const stands = error.code === 'approval.resolved' ? error.problem?.approval : undefined;
      if (lost && stands !== undefined && isAnswered(stands, body)) return stands;
      lost ||= error.retryable && error.status !== 429;
      throw error;
    }
  });
}

function isAnswered(stands: Approval, body: Body): boolean {
  if (body.answer === 'approve') return stands.state === 'approved';
  if (body.answer === 'refuse') return stands.state === 'refused';
  return stands.state === 'edited' && sameJson(stands.edited_arguments, body.arguments);
}

/** Whether two values are the same JSON, in whatever order their fields stand. */
function sameJson(one: unknown, other: unknown): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, field]) => [name, sorted(field)]),
  );
}
