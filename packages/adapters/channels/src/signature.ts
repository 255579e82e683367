import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';

/** A new secret of 256 bits, in the form of Standard Webhooks. */
export function newSigningSecret(): string {
  return `${prefix}${randomBytes(32).toString('base64')}`;
}

/**
 * The headers that sign a message by Standard Webhooks 1: its id, the second it is sent in, and HMAC-SHA256 over both and the body, once
 * with each secret.
 * `at`: the machine's clock, which the receiver compares with its own.
 */
export function signaturesOf(
  secrets: readonly string[],
  message: { readonly id: string; readonly body: string; readonly at: Date },
): Record<'webhook-id' | 'webhook-signature' | 'webhook-timestamp', string> {
  const seconds = String(Math.floor(message.at.getTime() / 1_000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64');
    const signed = createHmac('sha256', key).update(`${message.id}.${seconds}.${message.body}`);
    return `v1,${signed.digest('base64')}`;
  });
  return {
    'webhook-id': message.id,
    'webhook-timestamp': seconds,
    'webhook-signature': signatures.join(' '),
  };
}
