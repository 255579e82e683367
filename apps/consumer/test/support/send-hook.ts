import { randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { hookTakenSchema, type HookTaken, problemSchema } from '@salience/contracts';
import { Webhook } from 'standardwebhooks';

/** A message to a hook as it goes over the wire. */
export interface SentHook {
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: Buffer;
  /** Without a length: its end is seen when it is there. */
  readonly chunked?: boolean;
}

/** What an honest message may differ in. */
export interface HonestHook {
  readonly secret: string;
  readonly id?: string;
  readonly at?: Date;
  /** What is sent; text as it is, anything else as JSON. */
  readonly body?: unknown;
}

/** A message as an honest sender signs it, by the official library. */
export function signedHook({
  at = new Date(),
  body = { text: 'Hello.' },
  id = `msg_${randomUUID()}`,
  secret,
}: HonestHook): SentHook {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return {
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
      'webhook-signature': new Webhook(secret).sign(id, at, text),
    },
    body: Buffer.from(text),
  };
}

/** The answer to a message: its status, what it says, and its headers. */
export interface HookAnswer {
  readonly status: number;
  readonly body: string;
  readonly retryAfter: string | undefined;
}

/** Sends a message to a hook of the server at this URL. */
export function sendHook(
  at: string,
  hookId: string,
  { body, chunked = false, headers }: SentHook,
): Promise<HookAnswer> {
  return new Promise((resolve, reject) => {
    const framing = chunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': String(body.length) };
    const request = httpRequest(
      `${at}/hooks/${hookId}/in`,
      { method: 'POST', headers: { ...framing, ...(headers as Record<string, string | string[]>) } },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => (text += part));
        response.once('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            body: text,
            retryAfter: response.headers['retry-after'],
          }),
        );
      },
    );
    request.once('error', reject);
    request.end(body);
  });
}

/** What was taken in. */
export function takenIn(answer: HookAnswer): HookTaken {
  return hookTakenSchema.parse(JSON.parse(answer.body));
}

/** Status and code of a refusal. */
export function refusedWith({ body, status }: HookAnswer): [status: number, code: string] {
  return [status, problemSchema.parse(JSON.parse(body)).code];
}
