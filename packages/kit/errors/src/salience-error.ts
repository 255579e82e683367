/** How a caller may go on after an error. Classified once, where the error is born. */
export type ErrorKind = 'retryable' | 'terminal' | 'bug';

/** What an error carries besides its message. */
export interface ErrorDetails {
  /** Defaults to `terminal`. */
  readonly kind?: ErrorKind;
  /** The error that led here, kept for logs. */
  readonly cause?: unknown;
  /** Structured facts for logs and problem documents; never message content. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** For `retryable`: when trying again makes sense, in milliseconds. */
  readonly retryAfterMs?: number;
}

/**
 * The one error class of Salience. Compare `code`, never `instanceof`, across packages.
 * The message says what was expected, what came and what to do.
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

/** True for an error of ours, also one that crossed a package or bundle border. */
export function isSalienceError(error: unknown): error is SalienceError {
  return error instanceof Error && error.name === 'SalienceError' && 'code' in error;
}

/** The message of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
