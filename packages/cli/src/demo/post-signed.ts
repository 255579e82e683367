import { createHmac, randomUUID } from 'node:crypto';
import { SalienceError } from '@salience/errors';

/** Posts a message to a hook, signed as Standard Webhooks 1 has it. Throws `demo.hook-refused` where the server does not take it. */
export async function postSigned(
  url: string,
  secret: string,
  message: Readonly<Record<string, string>>,
): Promise<void> {
  const id = `msg_${randomUUID()}`;
  const at = Math.floor(Date.now() / 1_000).toString();
  const body = JSON.stringify(message);
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64');
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': at,
    'webhook-signature': `v1,${signature}`,
  };
  const response = await fetch(url, { method: 'POST', headers, body });
  if (response.ok) return;
  throw new SalienceError(
    'demo.hook-refused',
    `Expected ${url} to take an order, got ${response.status}: ${(await response.text()).slice(0, 300)}`,
  );
}
