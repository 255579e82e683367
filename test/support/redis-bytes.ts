import { connect } from 'node:net';

/** All that a Redis holds below a prefix, keys and values, as the bytes that it sends. For looking whether a text is anywhere in it. */
export async function redisBytes(url: string, prefix: string): Promise<string> {
  const { hostname, password, pathname, port } = new URL(url);
  const keysReply = await ask({ hostname, password, pathname, port }, [['KEYS', '*']]);
  const keys = [...keysReply.matchAll(/\$\d+\r\n([^\r\n]+)\r\n/g)].map((match) => match[1] as string);
  const own = keys.filter((key) => key.includes(prefix));
  // Of these exactly one fits the type of the key; the others answer with an error.
  const reads = own.flatMap((key) => [
    ['GET', key],
    ['HGETALL', key],
    ['LRANGE', key, '0', '-1'],
    ['SMEMBERS', key],
    ['ZRANGE', key, '0', '-1'],
    ['XRANGE', key, '-', '+'],
  ]);
  return keysReply + (await ask({ hostname, password, pathname, port }, reads));
}

interface Place {
  readonly hostname: string;
  readonly password: string;
  readonly pathname: string;
  readonly port: string;
}

/** Sends commands and resolves with everything that came back, up to the echo of a mark behind them. */
function ask(place: Place, commands: readonly (readonly string[])[]): Promise<string> {
  const mark = `end-of-answers-${process.hrtime.bigint()}`;
  const db = place.pathname.replace('/', '') || '0';
  const all = [
    ...(place.password === '' ? [] : [['AUTH', place.password]]),
    ['SELECT', db],
    ...commands,
    ['ECHO', mark],
  ];
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(Number(place.port), place.hostname, () => {
      for (const command of all)
        socket.write(
          `*${command.length}\r\n${command.map((part) => `$${Buffer.byteLength(part)}\r\n${part}\r\n`).join('')}`,
        );
    });
    socket.setEncoding('utf8');
    socket.on('error', reject);
    socket.on('data', (part) => {
      answer += part;
      if (!answer.endsWith(`${mark}\r\n`)) return;
      socket.end();
      resolve(answer);
    });
  });
}
