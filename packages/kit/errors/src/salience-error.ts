/** What a caller may do after an error. Set once, where the error is created. */
export type ErrorKind = 'retryable' | 'terminal' | 'bug';

/** The options of an error. */
export interface ErrorDetails {
  /** Defaults to `terminal`. */
  readonly kind?: ErrorKind;
  /** The underlying error, kept for logs. */
  readonly cause?: unknown;
  /** Structured facts for logs and problem documents; never message content. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** For `retryable`: how long to wait before retrying, in milliseconds. */
  readonly retryAfterMs?: number;
}

/**
 * The one error class of Salience. Across packages compare `code`, never `instanceof`. The message says what was expected, what was
 * received and what to do.
 */
export class SalienceError extends Error {
  readonly code: string;
  readonly kind: ErrorKind;
  readonly data: Readonly<Record<string, unknown>>;
  readonly retryAfterMs: number | undefined;

  constructor(code: string, message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'SalienceError';
    this.code = code;
    this.kind = details.kind ?? 'terminal';
    this.data = details.data ?? {};
    this.retryAfterMs = details.retryAfterMs;
  }
}

/** True for an error of ours, including one that crossed a package or bundle boundary. */
export function isSalienceError(error: unknown): error is SalienceError {
  return error instanceof Error && error.name === 'SalienceError' && 'code' in error;
}

/** The message of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
