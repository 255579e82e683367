import { bridgeViewSchema, problemSchema } from '@salience/contracts';
import { asPerson, backends } from '@salience/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fixture, startFixture } from './support/fixture.ts';

let fixture: Fixture;
let at: string;
beforeAll(async () => {
  fixture = await startFixture(backends()[0] ?? 'postgres');
  ({ at } = await fixture.serve({ channelHosts: [{ host: '127.0.0.1', port: 4000 }] }));
});
afterAll(() => fixture.stop());

const ask = (method: string, body?: object, headers: Readonly<Record<string, string>> = asPerson) =>
  fetch(`${at}/bridge`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
const codeOf = async (response: Response) =>
  [response.status, problemSchema.parse(await response.json()).code] as const;
const wish = { url: 'https://bridge.example.org', key: 'key-4711', channels: ['10'], self_names: ['Viktor'] };

describe('the Bridge of an agent', () => {
  it('is set, shown and left, and its key is in no answer', async () => {
    expect(await codeOf(await ask('GET'))).toEqual([404, 'bridge.none']);
    expect(await codeOf(await ask('PUT', { ...wish, key: undefined }))).toEqual([422, 'bridge.no-key']);
    const set = await ask('PUT', wish);
    expect(set.status).toBe(200);
    const text = await set.text();
    expect(text).not.toContain('4711');
    expect(bridgeViewSchema.parse(JSON.parse(text))).toMatchObject({
      url: wish.url,
      channels: [{ channel: '10', last_message: null }],
      mention_names: [],
      error: null,
      replies: [],
    });
    const more = { ...wish, key: undefined, channels: ['10', 'plaza'], mention_names: ['Vik'] };
    expect(bridgeViewSchema.parse(await (await ask('PUT', more)).json()).channels).toHaveLength(2);
    const moved = { ...more, url: 'https://elsewhere.example.org' };
    expect(await codeOf(await ask('PUT', moved))).toEqual([422, 'bridge.no-key']);
    expect((await (await ask('GET')).text()).includes('4711')).toBe(false);
    expect((await ask('DELETE')).status).toBe(204);
    expect(await codeOf(await ask('DELETE'))).toEqual([404, 'bridge.none']);
  });

  it('threat: an address that is private, speaks without TLS or holds a key is refused', async () => {
    for (const url of [
      'http://bridge.example.org',
      'https://10.0.0.1',
      'https://localhost',
      'https://a:b@bridge.example.org',
    ])
      expect(await codeOf(await ask('PUT', { ...wish, url })), url).toEqual([422, 'bridge.bad-address']);
    expect((await ask('PUT', { ...wish, url: 'http://127.0.0.1:4000' })).status).toBe(200);
  });

  it('takes no fields that are none, no channel twice and no key with spaces', async () => {
    const bad = [
      { ...wish, channels: [] },
      { ...wish, channels: ['10', '10'] },
      { ...wish, channels: ['a b'] },
      { ...wish, self_names: [] },
      { ...wish, key: 'a b' },
      { ...wish, url: 'https://bridge.example.org/?key=1' },
      { ...wish, extra: 1 },
    ];
    for (const body of bad) expect((await ask('PUT', body)).status, JSON.stringify(body)).toBe(422);
  });
});
