import { connect } from 'node:net';

/**
 * Sends commands to a Redis, logged in and in the database that its URL names; of a cluster to each node that the URL names, which is each
 * of a test's. Resolves with everything that came back, as the bytes that it sends: answers and errors alike.
 */
export async function askRedis(url: string, commands: readonly (readonly string[])[]): Promise<string> {
  const [, login = '', hosts] = /^redis-cluster:\/\/(.*@)?(.+)$/.exec(url) ?? [];
  if (hosts === undefined) return askServer(url, commands);
  const nodes = hosts.split(',').map((host) => `redis://${login}${host}`);
  return (await Promise.all(nodes.map((node) => askServer(node, commands)))).join('');
}

function askServer(url: string, commands: readonly (readonly string[])[]): Promise<string> {
  const { hostname, password, pathname, port } = new URL(url);
  const mark = `end-of-answers-${process.hrtime.bigint()}`;
  const all = [
    ...(password === '' ? [] : [['AUTH', password]]),
    ['SELECT', pathname.replace('/', '') || '0'],
    ...commands,
    ['ECHO', mark],
  ];
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(Number(port), hostname, () => {
      for (const command of all)
        socket.write(
          `*${command.length}\r\n${command.map((part) => `$${Buffer.byteLength(part)}\r\n${part}\r\n`).join('')}`,
        );
    });
    socket.setEncoding('utf8');
    socket.on('error', reject);
    socket.on('close', () => reject(new Error(`Redis hung up after: ${answer.slice(-500)}`)));
    socket.on('data', (part) => {
      answer += part;
      if (!answer.endsWith(`${mark}\r\n`)) return;
      socket.end();
      resolve(answer);
    });
  });
}
