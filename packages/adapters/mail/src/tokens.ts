import { isSalienceError, SalienceError } from '@salience/errors';
import { z } from 'zod';
import type { OAuthConfig } from './config-schema.ts';

/** Gives access tokens of one account. */
export interface Tokens {
  /** A token that is good for at least a minute. Rejects with `mail.refused-login` or `mail.unavailable`. */
  token(signal: AbortSignal): Promise<string>;
  /** Says that a token was refused: the next one is asked for anew. */
  forget(token: string): void;
}

/** How long the token server may take, in milliseconds. */
const askMs = 15_000;
/** A token is used no more in the last minute of its life, in milliseconds. */
const marginMs = 60_000;
/** Bytes of an answer that are read. */
const answerBytesMax = 65_536;
const operatorMs = 900_000;

const grantSchema = z.object({
  access_token: z
    .string()
    .min(1)
    .max(16_384)
    .regex(/^[\x21-\x7e]+$/),
  expires_in: z.coerce.number().min(0).max(31_536_000).default(3_600),
  /** Some servers give a new one with each use. */
  refresh_token: z.string().min(1).max(16_384).optional(),
});
const refusalSchema = z.object({ error: z.string().regex(/^[a-z_]{1,60}$/) });

/**
 * Tokens by a refresh token. One is kept until a minute before it ends, and there is one request at a time, whoever asks. No error holds a
 * secret or what the server said, but for its error code.
 */
export function createTokens(oauth: OAuthConfig, fetch: typeof globalThis.fetch): Tokens {
  let refreshToken = oauth.refreshToken;
  let held: { readonly token: string; readonly endsAt: number } | undefined;
  let asking: Promise<string> | undefined;

  const ask = async (): Promise<string> => {
    const answer = await request(oauth, refreshToken, fetch);
    refreshToken = answer.refresh_token ?? refreshToken;
    held = { token: answer.access_token, endsAt: Date.now() + answer.expires_in * 1_000 };
    return held.token;
  };
  return {
    async token(signal) {
      if (held !== undefined && held.endsAt - marginMs > Date.now()) return held.token;
      asking ??= ask().finally(() => {
        asking = undefined;
      });
      return await whileWanted(asking, signal);
    },
    forget(token) {
      if (held?.token === token) held = undefined;
    },
  };
}

/** The outcome, unless the caller goes first; others may still wait for it. */
async function whileWanted(asking: Promise<string>, signal: AbortSignal): Promise<string> {
  const gone = Promise.withResolvers<never>();
  const onAbort = (): void => gone.reject(unavailable('aborted'));
  gone.promise.catch(() => undefined);
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    return await Promise.race([asking, gone.promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

async function request(oauth: OAuthConfig, refreshToken: string, fetch: typeof globalThis.fetch) {
  const body = new URLSearchParams({
    grant_type: 'refresh_token',
    client_id: oauth.clientId,
    refresh_token: refreshToken,
    ...(oauth.clientSecret === undefined ? {} : { client_secret: oauth.clientSecret }),
    ...(oauth.scope === undefined ? {} : { scope: oauth.scope }),
  });
  try {
    const response = await fetch(oauth.tokenUrl, {
      method: 'POST',
      body,
      headers: { accept: 'application/json' },
      // A redirect would carry the secrets to another place.
      redirect: 'error',
      signal: AbortSignal.timeout(askMs),
    });
    const json = await jsonOf(response);
    if (!response.ok) throw refusalOf(response.status, json);
    const grant = grantSchema.safeParse(json);
    if (!grant.success) throw unavailable('an answer without a token');
    return grant.data;
  } catch (error) {
    // What fetch says may hold the address, and an address may hold a secret.
    throw isSalienceError(error) ? error : unavailable(error instanceof Error ? error.name : 'no answer');
  }
}

async function jsonOf(response: Response): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const body: AsyncIterable<Uint8Array> | readonly Uint8Array[] = response.body ?? [];
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > answerBytesMax) throw unavailable('an answer that is too long');
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return undefined;
  }
}

/** A client error means that the grant is gone or was never one; anything else may pass. */
function refusalOf(status: number, json: unknown): SalienceError {
  const refusal = refusalSchema.safeParse(json);
  const reason = refusal.success ? refusal.data.error : `status ${status}`;
  if (status >= 500 || status === 429 || status === 408 || reason === 'temporarily_unavailable')
    return unavailable(reason);
  return new SalienceError(
    'mail.refused-login',
    `Expected an access token from the token server, it refused: ${reason}. Check "oauth" in the settings of the mailbox; the refresh token may have ended.`,
    { kind: 'terminal', data: { reason }, retryAfterMs: operatorMs },
  );
}

function unavailable(reason: string): SalienceError {
  return new SalienceError(
    'mail.unavailable',
    `Expected an access token from the token server, got ${reason}.`,
    {
      kind: 'retryable',
      data: { reason },
    },
  );
}
