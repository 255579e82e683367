import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ArgumentsOf, createClient, type Routes } from '../src/index.ts';

/** Every route of the generated types, which a test of tooling compares with the OpenAPI document. */
const names = [
  ...readFileSync(join(import.meta.dirname, '../src/routes.gen.ts'), 'utf8').matchAll(
    /^ {2}'([A-Z]+ \/[^']*)':/gm,
  ),
].map(([, name]) => name as keyof Routes);

/** A name is never here: a route whose arguments cannot be given would not be callable. */
type Uncallable = { [R in keyof Routes]: ArgumentsOf<R> extends [never] ? R : never }[keyof Routes];
const uncallable: Uncallable[] = [];

/** A client whose requests are answered with an empty object, and the requests that it made. */
function recorded() {
  const sent: {
    readonly method: string;
    readonly url: URL;
    readonly headers: Headers;
    readonly body: unknown;
  }[] = [];
  const client = createClient({
    baseUrl: 'https://example.org/salience/',
    key: 'sk_test',
    agent: 'ada',
    timeZone: 'Europe/Berlin',
    fetch: (input, init) => {
      const body = init?.body === undefined ? undefined : (JSON.parse(init.body as string) as unknown);
      sent.push({
        method: init?.method ?? '',
        url: new URL(input as string),
        headers: new Headers(init?.headers),
        body,
      });
      return Promise.resolve(Response.json({}));
    },
  });
  return { client, sent };
}

describe('the routes of the client', () => {
  it('are there, every one of the document', () => {
    expect(names.length).toBeGreaterThan(150);
    expect(uncallable).toEqual([]);
  });

  it.each(names)('%s is sent to its address by its method, with what was given', async (name) => {
    const { client, sent } = recorded();
    const [method = '', path = ''] = name.split(' ');
    const params = Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, param]) => [param, 'a b/ü']));
    const send = client.send as (route: string, input: object) => Promise<unknown>;
    await send(name, { params, query: { limit: 3, none: undefined }, body: { text: 'x' } });
    const [request] = sent;
    expect(request?.method).toBe(method);
    expect(request?.url.pathname).toBe(`/salience${path.replaceAll(/:\w+/g, 'a%20b%2F%C3%BC')}`);
    expect(request?.url.search).toBe('?limit=3');
    expect(request?.body).toEqual(method === 'GET' || method === 'DELETE' ? undefined : { text: 'x' });
    expect(request?.headers.get('authorization')).toBe('Bearer sk_test');
    expect(request?.headers.get('x-agent')).toBe('ada');
    expect(request?.headers.get('x-time-zone')).toBe('Europe/Berlin');
  });

  it('refuse a path with nothing in place of a parameter', async () => {
    const { client, sent } = recorded();
    await expect(client.turns.get('')).rejects.toThrow(new TypeError('/turns/:turn needs params.turn.'));
    expect(sent).toEqual([]);
  });
});

describe('a client', () => {
  it.each([
    [{ baseUrl: 'salience' }, TypeError],
    [{ baseUrl: 'file:///etc' }, TypeError],
    [{ baseUrl: 'http://x', timeoutMs: 0 }, RangeError],
    [{ baseUrl: 'http://x', silenceMs: Number.NaN }, RangeError],
    [{ baseUrl: 'http://x', retry: { triesMax: 0 } }, RangeError],
    [{ baseUrl: 'http://x', retry: { firstPauseMs: -1 } }, RangeError],
  ])('is not made with %j', (options, error) => {
    expect(() => createClient(options)).toThrow(error);
  });
});
