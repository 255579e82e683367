import { connect } from 'node:net';

/**
 * Sends commands of plain words to a server on 127.0.0.1, logged in. Resolves with everything that it answered, as it is on the wire;
 * rejects with the first error among the answers, or when the server hangs up or stays silent for five seconds.
 */
export function redisCommands(port: number, password: string, commands: readonly string[]): Promise<string> {
  const mark = `end-${process.hrtime.bigint()}`;
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect({ host: '127.0.0.1', port });
    const fail = (why: string): void => {
      socket.destroy();
      reject(new Error(`Redis on port ${port}: ${why}`));
    };
    socket.setEncoding('utf8');
    socket.setTimeout(5_000, () => fail('no answer'));
    socket.once('error', (error) => fail(error.message));
    socket.once('close', () => fail('it hung up'));
    socket.once('connect', () =>
      socket.write([`AUTH ${password}`, ...commands, `ECHO ${mark}`, ''].join('\r\n')),
    );
    socket.on('data', (part: string) => {
      answer += part;
      const error = /^-(.*)\r\n/m.exec(answer)?.[1];
      if (error !== undefined) fail(error);
      else if (answer.endsWith(`${mark}\r\n`)) {
        socket.removeAllListeners('close');
        socket.destroy();
        resolve(answer);
      }
    });
  });
}
