import { createHmac, randomUUID } from 'node:crypto';

/** What a message to a hook is sent with, where it is not what an honest sender sends. */
export interface SentToHook {
  readonly id?: string;
  readonly secret: string;
}

/** Sends a message to a hook as docs/authorised-work.md says; the status and the body of the answer. */
export async function sendToHook(
  url: string,
  message: object,
  { id = `msg_${randomUUID()}`, secret }: SentToHook,
): Promise<{ readonly status: number; readonly body: Record<string, unknown> }> {
  const body = JSON.stringify(message);
  const seconds = `${Math.floor(Date.now() / 1_000)}`;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64');
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': seconds,
      'webhook-signature': `v1,${signature}`,
    },
    body,
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}
