import { isSalienceError, SalienceError } from '@salience/errors';
import { cleanText } from './text/clean-text.ts';

/** What is known of an error of the IMAP client. */
interface ClientError {
  readonly code?: unknown;
  readonly authenticationFailed?: unknown;
  readonly mailboxMissing?: unknown;
  readonly responseStatus?: unknown;
  readonly responseText?: unknown;
  readonly serverResponseCode?: unknown;
  readonly tlsFailed?: unknown;
}

/** How long to leave a mailbox alone whose operator has to mend something, in milliseconds. */
const operatorMs = 900_000;

/** Answers to a login that say nothing about the password. */
const passing = new Set(['UNAVAILABLE', 'INUSE', 'LIMIT', 'SERVERBUG', 'CONTACTADMIN']);

/** Whom an error concerns. */
export interface FailureContext {
  readonly mailbox: string;
  readonly host: string;
  /** What was being done, as `reading the folder`. */
  readonly doing: string;
  /** What no message may show, whatever the server says. */
  readonly secrets: readonly string[];
}

/**
 * An error of the client as one of ours: `mail.unavailable` (retryable), `mail.refused-login`, `mail.no-folder` or `mail.insecure`
 * (terminal, with a `retryAfterMs` of 15 minutes for callers that go on trying). Ours stay what they are.
 */
export function classify(error: unknown, context: FailureContext): SalienceError {
  if (isSalienceError(error)) return error;
  const known = (typeof error === 'object' && error !== null ? error : {}) as ClientError;
  const { doing, host, mailbox } = context;
  const where = `mailbox ${mailbox} at ${host}`;
  const said = saidBy(known, context.secrets);
  if (known.authenticationFailed === true && !passing.has(String(known.serverResponseCode)))
    return operators(
      'mail.refused-login',
      `Expected ${where} to accept the login, it refused${said}. Check user, password or token in its settings.`,
      context,
    );
  if (known.mailboxMissing === true)
    return operators(
      'mail.no-folder',
      `Expected the folder in ${where}, there is none of that name${said}. Check "folder" and "drafts" in its settings.`,
      context,
    );
  if (isInsecure(known))
    return operators(
      'mail.insecure',
      `Expected a connection to ${where} that can be trusted, got ${codeOf(known) ?? 'a server without TLS'}. Nothing was sent to it.`,
      context,
    );
  return new SalienceError(
    'mail.unavailable',
    `Expected an answer from ${where} while ${doing}, got ${codeOf(known) ?? 'a connection that ended'}${said}.`,
    { kind: 'retryable', data: { mailbox, reason: codeOf(known) ?? 'closed', refused: isRefusal(known) } },
  );
}

/** An error that an operator has to mend. */
function operators(code: string, message: string, { mailbox }: FailureContext): SalienceError {
  return new SalienceError(code, message, { kind: 'terminal', data: { mailbox }, retryAfterMs: operatorMs });
}

function isInsecure({ code, tlsFailed }: ClientError): boolean {
  if (tlsFailed === true) return true;
  return (
    typeof code === 'string' &&
    /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_|SELF_SIGNED|UNABLE_TO_)|SELF_SIGNED|STARTTLS_INJECTION/.test(code)
  );
}

/** True if the server was there and said no, or said what is no IMAP. */
function isRefusal({ code, responseStatus }: ClientError): boolean {
  if (responseStatus === 'NO' || responseStatus === 'BAD') return true;
  return (
    typeof code === 'string' &&
    /^(ParserError|(Literal|Line|Response)TooLarge|TooMany|InvalidResponse|ResponseProcessing)/.test(code)
  );
}

/** A word such as ECONNREFUSED, of the client or of the server. */
function codeOf({ code, responseStatus, serverResponseCode }: ClientError): string | undefined {
  const words = [serverResponseCode, code, responseStatus];
  return words.find((word): word is string => typeof word === 'string' && /^\w{1,60}$/.test(word));
}

/** What the server says in its own words, in part, where it holds no secret. */
function saidBy({ responseText }: ClientError, secrets: readonly string[]): string {
  if (typeof responseText !== 'string') return '';
  const text = cleanText(responseText).replace(/\s+/g, ' ').slice(0, 200);
  return text === '' || secrets.some((secret) => secret !== '' && text.includes(secret))
    ? ''
    : ` ("${text}")`;
}
