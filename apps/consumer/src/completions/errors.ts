import type { Answer } from '../http/problems.ts';

/** An error as clients of the OpenAI API expect it. */
export interface OpenAiError {
  readonly error: {
    readonly message: string;
    readonly type: string;
    readonly code: string;
    readonly param: string | null;
  };
}

const types: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  409: 'conflict_error',
  429: 'rate_limit_error',
};

/** Converts a response to OpenAI's error shape, where a schema error is a 400. */
export function openAiError(answer: Answer): { status: number; body: OpenAiError } {
  const status = answer.issues !== undefined && answer.status === 422 ? 400 : answer.status;
  const type = types[status] ?? (status >= 500 ? 'server_error' : 'invalid_request_error');
  const param = answer.issues?.[0]?.path ?? null;
  return { status, body: { error: { message: answer.detail, type, code: answer.code, param } } };
}
