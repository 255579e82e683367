import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Pages on loopback that change when the run says so. */
export interface Pages {
  readonly urls: readonly string[];
  /** Gives a page another content. */
  change(page: number): void;
  /** The SHA-256 of what each shows now, by address. */
  hashes(): Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** Serves so many pages, and one more that nobody declares. Each second page names its version in an ETag. */
export async function servePages(count: number): Promise<Pages> {
  const versions = Array.from({ length: count }, () => 1);
  const bodyOf = (page: number): string => `<p>Page ${page}, version ${versions[page] ?? 0}.</p>`;
  const server = createServer((request, response) => {
    const page = Number((request.url ?? '').slice(1));
    const etag = `"${page}-${versions[page] ?? 0}"`;
    if (page % 2 === 1) return void response.end(bodyOf(page));
    if (request.headers['if-none-match'] === etag) return void response.writeHead(304, { etag }).end();
    response.writeHead(200, { etag }).end(bodyOf(page));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const urls = versions.map((_, page) => `${origin}/${page}`);
  return {
    urls,
    change(page) {
      versions[page] = (versions[page] ?? 0) + 1;
    },
    hashes: () =>
      Object.fromEntries(
        urls.map((url, page) => [url, createHash('sha256').update(bodyOf(page)).digest('hex')]),
      ),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
