import { connect } from 'node:net';

/** What a server on the port answered. */
export type RedisAnswer = 'ready' | 'loading' | 'refused' | 'silent';

/**
 * Greets a server on 127.0.0.1: `ready` when it takes the password and answers, `loading` while it reads its
 * data, `refused` when it is not ours (wrong password, other protocol), `silent` when nothing answers in time.
 */
export function redisPing(port: number, password: string, timeoutMs = 1_000): Promise<RedisAnswer> {
  return new Promise((resolve) => {
    let heard = '';
    const socket = connect({ host: '127.0.0.1', port });
    const finish = (answer: RedisAnswer) => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(timeoutMs, () => finish('silent'));
    socket.once('error', () => finish('silent'));
    socket.once('close', () => finish('silent'));
    socket.once('connect', () => socket.write(`AUTH ${password}\r\nPING\r\n`));
    socket.on('data', (chunk: Buffer) => {
      heard += chunk.toString('latin1');
      const lines = heard.split('\r\n');
      if (lines.some((line) => line.startsWith('-LOADING'))) finish('loading');
      else if (lines.some((line) => line.startsWith('-'))) finish('refused');
      else if (lines.includes('+PONG')) finish('ready');
    });
  });
}
