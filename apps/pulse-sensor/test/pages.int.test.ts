import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type PageConfig, type PageState, pollPage, unknownPage } from '../src/pages/poll-page.ts';

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

describe('a poll of a page', () => {
  let answer: Answer;
  let requests: IncomingMessage[];
  let origin: string;
  const server = createServer((request, response) => {
    requests.push(request);
    answer(response, request);
  });
  beforeEach(async () => {
    requests = [];
    answer = (response) => void response.end('hello');
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => {
      server.close(resolve);
    });
  });
  const poll = (previous: PageState = unknownPage, config: Partial<PageConfig> = {}) =>
    pollPage({ endpoint: `${origin}/status`, ...config }, previous);

  it('tells by the hash of the body whether it changed', async () => {
    const first = await poll();
    expect(first).toEqual({
      status: 200,
      changed: true,
      failed: false,
      retryAfterMs: null,
      etag: null,
      lastModified: null,
      hash: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
      bytes: 5,
      value: null,
    });
    expect(await poll(first)).toEqual({ ...first, changed: false });
    answer = (response) => void response.end('hello!');
    expect(await poll(first)).toMatchObject({ changed: true, bytes: 6 });
  });

  it('asks with what the page said of itself, and keeps the state of one that was not modified', async () => {
    const at = 'Sun, 01 Mar 2026 10:00:00 GMT';
    answer = (response, { headers }) => {
      if (headers['if-none-match'] === '"1"' && headers['if-modified-since'] === at)
        response.writeHead(304).end();
      else response.writeHead(200, { etag: '"1"', 'last-modified': at }).end('42');
    };
    const first = await poll();
    expect(first).toMatchObject({ status: 200, etag: '"1"', lastModified: at, value: 42 });
    expect(await poll(first)).toEqual({ ...first, status: 304, changed: false });
    // What is not known by its body is asked for whole.
    expect(await poll({ ...unknownPage, etag: '"1"', lastModified: at })).toMatchObject({ status: 200 });
  });

  it('forgets an etag that the page gives no more, or that is too long to keep', async () => {
    const known: PageState = { ...unknownPage, etag: '"1"', hash: 'x' };
    expect(await poll(known)).toMatchObject({ etag: null });
    answer = (response) => void response.writeHead(200, { etag: `"${'x'.repeat(1_000)}"` }).end('a');
    expect(await poll(known)).toMatchObject({ etag: null });
  });

  it.each([
    ['3.5', 3.5],
    [' -7\n', -7],
    ['\uFEFF1', 1],
    ['{"value": 12, "unit": "C"}', 12],
    ['{"value": "12"}', null],
    ['1e999', null],
    ['[1]', null],
    ['null', null],
    ['{"value": ', null],
    ['', null],
  ])('reads %j as the number %j', async (body, value) => {
    answer = (response) => void response.end(body);
    expect((await poll()).value).toBe(value);
  });

  it('looks for no number in a long body', async () => {
    answer = (response) => void response.end(`${' '.repeat(70_000)}5`);
    expect(await poll()).toMatchObject({ bytes: 70_001, value: null });
  });

  it.each([
    [500, {}, null],
    [503, { 'retry-after': '120' }, 120_000],
    [429, { 'retry-after': 'Sun, 01 Mar 2026 10:01:00 GMT' }, 60_000],
    [404, {}, null],
  ])('keeps what is known when the status is %i', async (status, headers, retryAfterMs) => {
    const known = await poll();
    answer = (response) => void response.writeHead(status, headers).end('sorry');
    expect(await poll(known, { now: new Date('2026-03-01T10:00:00Z') })).toEqual({
      ...known,
      status,
      changed: false,
      failed: true,
      retryAfterMs,
    });
  });

  it('threat: ends with a page that takes too long, for its headers or for its body', async () => {
    answer = () => undefined;
    await expect(poll(unknownPage, { timeoutMs: 100 })).rejects.toMatchObject({
      code: 'page.unreachable',
      kind: 'retryable',
      message: expect.stringContaining('in time'),
    });
    answer = (response) => void response.writeHead(200).write('a');
    await expect(poll(unknownPage, { timeoutMs: 100 })).rejects.toMatchObject({ code: 'page.unreachable' });
  });

  it('ends when the caller goes', async () => {
    const caller = new AbortController();
    answer = () => caller.abort();
    await expect(poll(unknownPage, { signal: caller.signal })).rejects.toMatchObject({
      code: 'page.unreachable',
    });
  });

  it('threat: reads no more than it may of a huge body, also of one that is packed', async () => {
    answer = (response) => {
      response.writeHead(200);
      const write = (): void =>
        void (response.write(Buffer.alloc(65_536)) ? setImmediate(write) : response.once('drain', write));
      write();
      response.once('close', () => response.destroy());
    };
    await expect(poll()).rejects.toMatchObject({ code: 'page.too-large', kind: 'terminal' });
    answer = (response) =>
      void response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(2_000_000)));
    await expect(poll()).rejects.toMatchObject({ code: 'page.too-large' });
    answer = (response) => void response.end(Buffer.alloc(1_048_576));
    expect(await poll()).toMatchObject({ bytes: 1_048_576 });
  });

  it('follows three redirects within its host, and no more', async () => {
    answer = (response, { url }) => {
      const at = Number(/\d+/.exec(url!)?.[0] ?? 0);
      if (at === 3) response.end('there');
      else response.writeHead(302, { location: `/${at + 1}` }).end('moved');
    };
    expect(await poll()).toMatchObject({ status: 200, bytes: 5 });
    expect(requests.map(({ url }) => url)).toEqual(['/status', '/1', '/2', '/3']);
    answer = (response) => void response.writeHead(301, { location: '/again' }).end();
    await expect(poll()).rejects.toMatchObject({
      code: 'page.redirected',
      message: expect.stringContaining('too many'),
    });
  });

  it.each(['http://localhost:1/', 'https://127.0.0.1/', '//example.org/', 'http://[', undefined])(
    'threat: does not follow a redirect to %j',
    async (location) => {
      answer = (response) => void response.writeHead(302, location === undefined ? {} : { location }).end();
      await expect(poll()).rejects.toMatchObject({ code: 'page.redirected', kind: 'terminal' });
      expect(requests).toHaveLength(1);
    },
  );

  it('threat: sends credentials of its address as a header, and shows neither them nor a query', async () => {
    const endpoint = `${origin.replace('//', '//ana:secret@')}/a?key=secret`;
    answer = (response, { url }) => {
      // A redirect brings no credentials of its own.
      if (url!.startsWith('/a'))
        response.writeHead(302, { location: `${origin.replace('//', '//eve:x@')}/b` }).end();
      else response.end('there');
    };
    expect(await poll(unknownPage, { endpoint })).toMatchObject({ status: 200 });
    expect(requests[1]?.headers.authorization).toBe(requests[0]?.headers.authorization);
    expect(requests[0]).toMatchObject({
      url: '/a?key=secret',
      headers: { authorization: `Basic ${Buffer.from('ana:secret').toString('base64')}` },
    });
    answer = (response) => void response.destroy();
    const errors = [await poll(unknownPage, { endpoint }).catch((error: unknown) => error)];
    answer = (response) =>
      void response.writeHead(302, { location: 'https://ana:secret@example.org/?secret' }).end();
    errors.push(await poll(unknownPage, { endpoint }).catch((error: unknown) => error));
    for (const error of errors) {
      expect(error).toMatchObject({ message: expect.stringContaining(`${origin}/a`) });
      expect(JSON.stringify([String(error), error, (error as Error).cause])).not.toContain('secret');
    }
  });

  it('threat: shows no address that an error quotes', async () => {
    const fails = async (): Promise<never> => {
      throw new TypeError('cannot parse https://ana:secret@example.org/?secret here');
    };
    await expect(pollPage({ endpoint: origin }, unknownPage, fails)).rejects.toThrow(
      'cannot parse an address here',
    );
  });

  it('tells of a server that is not there, and of an answer that is no HTTP', async () => {
    answer = (_response, { socket }) => void socket.end('junk\r\n\r\n');
    await expect(poll()).rejects.toMatchObject({ code: 'page.unreachable' });
    await expect(poll(unknownPage, { endpoint: 'http://127.0.0.1:1/' })).rejects.toMatchObject({
      code: 'page.unreachable',
      kind: 'retryable',
    });
    await expect(poll(unknownPage, { endpoint: 'ftp://example.org/' })).rejects.toMatchObject({
      code: 'page.bad-address',
    });
  });
});
