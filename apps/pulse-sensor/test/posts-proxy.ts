import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Stands between an agent and its Bridge, and lets everything pass but what is posted to channels. */
export interface PostsProxy {
  readonly url: string;
  /** `127.0.0.1:port`. */
  readonly host: string;
  /** Posts that came. */
  readonly posts: () => number;
  /** `held`: a post never arrives; `unanswered`: it does, and no answer comes back. */
  set(how: 'held' | 'unanswered'): void;
  close(): Promise<void>;
}

/** Starts one before a server on loopback. */
export async function postsProxy(target: string): Promise<PostsProxy> {
  const { hostname, port } = new URL(target);
  const open = new Set<Socket>();
  let posts = 0;
  let how: 'held' | 'unanswered' = 'held';
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    let isCut = false;
    for (const socket of [near, far]) {
      open.add(socket);
      socket.on('close', () => void open.delete(socket)).on('error', () => undefined);
    }
    near.on('close', () => far.destroy());
    // Whoever waits for an answer goes on waiting.
    far.on('close', () => void (isCut || near.destroy()));
    far.on('data', (bytes) => void (isCut || near.write(bytes)));
    near.on('data', (bytes) => {
      const isPost = bytes.toString('latin1').startsWith('POST /api/channels/');
      if (isPost) posts += 1;
      isCut ||= isPost;
      if (!isCut || how === 'unanswered') far.write(bytes);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `http://${host}`,
    host,
    posts: () => posts,
    set: (next) => void (how = next),
    async close() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
