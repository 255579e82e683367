import { once } from 'node:events';
import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { SmtpServer } from './smtp-server.ts';

/** Connects to a mail server and waits for its greeting. Rejects with what went wrong. Nothing is sent. */
export async function greetSmtpServer({ host, port, secure }: SmtpServer, timeoutMs: number): Promise<void> {
  const socket = secure ? connectTls({ host, port, servername: host }) : connect({ host, port });
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const [first] = (await once(socket, 'data', { signal })) as [Buffer];
    const greeting = first.toString('latin1');
    if (!greeting.startsWith('220')) throw new Error(`it greets with ${greeting.slice(0, 3)} instead of 220`);
  } finally {
    socket.destroy();
  }
}
