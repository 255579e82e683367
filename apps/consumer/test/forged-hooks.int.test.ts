import { createHmac } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { AddedHook } from '@salience/contracts';
import { backends } from '@salience/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Fixture, startFixture } from './support/fixture.ts';
import { type HookDesk, hookDesk } from './support/hook-desk.ts';
import { refusedWith, sendHook, type SentHook, signedHook, takenIn } from './support/send-hook.ts';

let fixture: Fixture;
let at: string;
let other: string;
let desk: HookDesk;

beforeAll(async () => {
  fixture = await startFixture(backends()[0] ?? 'postgres');
  ({ at } = await fixture.serve());
  ({ at: other } = await fixture.serve());
  desk = hookDesk(fixture, at);
});

describe('a message that is no signed message of its hook', () => {
  let hook: AddedHook;
  let stranger: AddedHook;
  beforeAll(async () => {
    hook = await desk.add();
    stranger = await desk.add();
  });

  const { length: bytesMax } = Buffer.alloc(64 * 1024);
  const secondsAgo = (seconds: number): Date => new Date(Date.now() - seconds * 1_000);
  const honest = (body?: unknown): SentHook => signedHook({ secret: hook.secret, body });
  const header = (sent: SentHook, name: string): string => String(sent.headers[name]);
  const having = (
    sent: SentHook,
    headers: Record<string, string | readonly string[] | undefined>,
  ): SentHook => ({
    ...sent,
    headers: Object.fromEntries(
      Object.entries({ ...sent.headers, ...headers }).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value] as const],
      ),
    ),
  });
  /** Signed with these bytes as a key, and written as it is given. */
  const signedBy = (key: Buffer | string, write = (bytes: Buffer) => `v1,${bytes.toString('base64')}`) => {
    const sent = honest();
    const signed = `${header(sent, 'webhook-id')}.${header(sent, 'webhook-timestamp')}.${sent.body.toString()}`;
    return having(sent, { 'webhook-signature': write(createHmac('sha256', key).update(signed).digest()) });
  };
  const keyBytes = () => Buffer.from(hook.secret.slice(6), 'base64');
  /** Bytes that are signed, whatever they are. */
  const signedBytes = (body: Buffer): SentHook => {
    const id = 'msg_bytes';
    const seconds = String(Math.floor(Date.now() / 1_000));
    const mac = createHmac('sha256', keyBytes()).update(`${id}.${seconds}.`).update(body).digest('base64');
    const headers = {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': seconds,
      'webhook-signature': `v1,${mac}`,
    };
    return { headers, body };
  };
  const nested = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

  type Variant = readonly [what: string, status: number, code: string, reason: string, make: () => SentHook];
  const variants: readonly Variant[] = [
    [
      'has no signature',
      400,
      'hook.headers',
      'unsigned',
      () => having(honest(), { 'webhook-signature': undefined }),
    ],
    [
      'has an empty signature',
      400,
      'hook.headers',
      'unsigned',
      () => having(honest(), { 'webhook-signature': '' }),
    ],
    [
      'brings its secret as a token',
      400,
      'hook.headers',
      'unsigned',
      () => having(honest(), { 'webhook-signature': undefined, authorization: `Bearer ${hook.secret}` }),
    ],
    [
      'is signed in the header of another scheme',
      400,
      'hook.headers',
      'unsigned',
      () =>
        having(honest(), {
          'webhook-signature': undefined,
          'x-hub-signature-256': header(honest(), 'webhook-signature'),
        }),
    ],
    ['has no id', 400, 'hook.headers', 'bad-headers', () => having(honest(), { 'webhook-id': undefined })],
    ['has an empty id', 400, 'hook.headers', 'bad-headers', () => having(honest(), { 'webhook-id': '' })],
    [
      'has an id of 256 characters',
      400,
      'hook.headers',
      'bad-headers',
      () => signedHook({ secret: hook.secret, id: 'x'.repeat(256) }),
    ],
    [
      'has an id with a space',
      400,
      'hook.headers',
      'bad-headers',
      () => signedHook({ secret: hook.secret, id: 'a b' }),
    ],
    [
      'has an id with a letter of another alphabet',
      400,
      'hook.headers',
      'bad-headers',
      () => having(honest(), { 'webhook-id': 'msg_\u00e9' }),
    ],
    [
      'has two ids',
      400,
      'hook.headers',
      'bad-headers',
      () => having(honest(), { 'webhook-id': [header(honest(), 'webhook-id'), 'msg_2'] }),
    ],
    [
      'has no time',
      400,
      'hook.headers',
      'bad-headers',
      () => having(honest(), { 'webhook-timestamp': undefined }),
    ],
    [
      'has a time in words',
      400,
      'hook.headers',
      'bad-headers',
      () => having(honest(), { 'webhook-timestamp': 'now' }),
    ],
    [
      'has a time before 1970',
      400,
      'hook.headers',
      'bad-headers',
      () => having(honest(), { 'webhook-timestamp': '-1' }),
    ],
    [
      'has a time with a fraction',
      400,
      'hook.headers',
      'bad-headers',
      () => having(honest(), { 'webhook-timestamp': `${header(honest(), 'webhook-timestamp')}.5` }),
    ],
    [
      'has a time in milliseconds',
      400,
      'hook.headers',
      'bad-headers',
      () => having(honest(), { 'webhook-timestamp': String(Date.now()) }),
    ],
    [
      'has two times',
      400,
      'hook.headers',
      'bad-headers',
      () => having(honest(), { 'webhook-timestamp': [header(honest(), 'webhook-timestamp'), '1'] }),
    ],
    [
      'has a signature without a version',
      400,
      'hook.headers',
      'bad-headers',
      () => having(honest(), { 'webhook-signature': header(honest(), 'webhook-signature').slice(3) }),
    ],
    [
      'has seventeen signatures',
      400,
      'hook.headers',
      'bad-headers',
      () =>
        having(honest(), {
          'webhook-signature': Array(17).fill(header(honest(), 'webhook-signature')).join(' '),
        }),
    ],
    [
      'was signed too long ago',
      401,
      'hook.late',
      'late',
      () => signedHook({ secret: hook.secret, at: secondsAgo(302) }),
    ],
    [
      'was signed in 1970',
      401,
      'hook.late',
      'late',
      () => signedHook({ secret: hook.secret, at: new Date(0) }),
    ],
    [
      'is signed in the future',
      401,
      'hook.late',
      'early',
      () => signedHook({ secret: hook.secret, at: secondsAgo(-310) }),
    ],
    [
      'is an old one with a new time',
      401,
      'hook.signature',
      'bad-signature',
      () =>
        having(signedHook({ secret: hook.secret, at: secondsAgo(400) }), {
          'webhook-timestamp': header(honest(), 'webhook-timestamp'),
        }),
    ],
    [
      'is one of before with a new id',
      401,
      'hook.signature',
      'bad-signature',
      () => having(honest(), { 'webhook-id': 'msg_replayed' }),
    ],
    [
      'is signed with a secret of its own making',
      401,
      'hook.signature',
      'bad-signature',
      () => signedHook({ secret: `whsec_${Buffer.alloc(32, 1).toString('base64')}` }),
    ],
    [
      'is signed with the secret of another hook',
      401,
      'hook.signature',
      'bad-signature',
      () => signedHook({ secret: stranger.secret }),
    ],
    [
      'is signed with the text of the secret',
      401,
      'hook.signature',
      'bad-signature',
      () => signedBy(hook.secret),
    ],
    ['is signed with no key at all', 401, 'hook.signature', 'bad-signature', () => signedBy('')],
    [
      'has a signature in hexadecimal digits',
      401,
      'hook.signature',
      'bad-signature',
      () => signedBy(keyBytes(), (bytes) => `v1,${bytes.toString('hex')}`),
    ],
    [
      'has half of its signature',
      401,
      'hook.signature',
      'bad-signature',
      () => signedBy(keyBytes(), (bytes) => `v1,${bytes.subarray(0, 16).toString('base64')}`),
    ],
    [
      'has its signature with one bit turned',
      401,
      'hook.signature',
      'bad-signature',
      () =>
        signedBy(
          keyBytes(),
          (bytes) => `v1,${Buffer.from(bytes.map((b, n) => (n === 31 ? b ^ 1 : b))).toString('base64')}`,
        ),
    ],
    [
      'has its signature under another version',
      401,
      'hook.signature',
      'bad-signature',
      () => signedBy(keyBytes(), (bytes) => `v2,${bytes.toString('base64')} v1a,${bytes.toString('base64')}`),
    ],
    [
      'has another body than was signed',
      401,
      'hook.signature',
      'bad-signature',
      () => ({
        ...honest(),
        body: Buffer.from('{"text":"Pay Eve."}'),
      }),
    ],
    [
      'has a space more than was signed',
      401,
      'hook.signature',
      'bad-signature',
      () => {
        const sent = honest();
        return { ...sent, body: Buffer.from(`${sent.body.toString()} `) };
      },
    ],
    [
      'is larger than a hook takes',
      413,
      'hook.too-large',
      'too-large',
      () => signedHook({ secret: hook.secret, body: { text: 'x'.repeat(bytesMax) } }),
    ],
    [
      'is larger than a hook takes, and does not say so',
      413,
      'hook.too-large',
      'too-large',
      () => ({
        ...signedHook({ secret: hook.secret, body: { text: 'x'.repeat(4 * bytesMax) } }),
        chunked: true,
      }),
    ],
    [
      'is compressed',
      415,
      'body.encoding',
      'bad-headers',
      () => ({
        headers: { ...honest().headers, 'content-encoding': 'gzip' },
        body: gzipSync('{"text":"Hello."}'),
      }),
    ],
    [
      'is a form',
      415,
      'body.type',
      'bad-headers',
      () => having(honest(), { 'content-type': 'application/x-www-form-urlencoded' }),
    ],
    ['has no type', 415, 'body.type', 'bad-headers', () => having(honest(), { 'content-type': undefined })],
    ['is signed and no JSON', 422, 'hook.body', 'bad-body', () => honest('{"text":')],
    ['is signed and a list', 422, 'hook.body', 'bad-body', () => honest([{ text: 'Hello.' }])],
    ['is signed and a text', 422, 'hook.body', 'bad-body', () => honest('"Hello."')],
    ['is signed and empty', 422, 'hook.body', 'bad-body', () => signedBytes(Buffer.alloc(0))],
    [
      'is signed and no UTF-8',
      422,
      'hook.body',
      'bad-body',
      () => signedBytes(Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])),
    ],
    ['is signed and 33 levels deep', 422, 'hook.body', 'bad-body', () => honest(nested(33))],
    ['is signed and thousands of levels deep', 422, 'hook.body', 'bad-body', () => honest(nested(9_000))],
  ];

  it.each(variants)(
    'threat: one that %s is no task, and is listed with its reason',
    async (...[, status, code, reason, make]) => {
      const before = (await desk.inboundOf(hook)).length;
      expect(refusedWith(await sendHook(at, hook.hook_id, make()))).toEqual([status, code]);
      const after = await desk.inboundOf(hook);
      expect(after).toHaveLength(before + 1);
      expect(after[0]).toMatchObject({
        authorisation: 'reject',
        authority: 'unknown',
        reason,
        task_id: null,
      });
      // What nobody has signed is nobody's, and no sentence says anything that the message says.
      expect(after[0]?.sender).toBe(reason === 'bad-body' ? hook.name : '(unproven)');
      expect(after[0]?.why).toMatch(/^I.*\.$/);
      expect(await desk.tasksOf(hook)).toEqual([]);
    },
  );

  it('threat: what was taken in once is not changed by another message of the same id', async () => {
    const id = 'msg_reused';
    const first = takenIn(await sendHook(at, stranger.hook_id, signedHook({ secret: stranger.secret, id })));
    const evil = signedHook({ secret: stranger.secret, id, body: { text: 'Pay Eve.' } });
    expect(refusedWith(await sendHook(other, stranger.hook_id, evil))).toEqual([409, 'hook.reused']);
    expect((await desk.inboundOf(stranger))[0]).toMatchObject({ reason: 'id-reused', sender: stranger.name });
    expect(await desk.tasksOf(stranger)).toEqual([first.task_id]);
    expect((await desk.taskOf(first.task_id)).text).toBe('Hello.');
  });

  it('threat: a page in a browser sends nothing in, not even what is signed', async () => {
    for (const headers of [{ origin: at }, { origin: 'null' }, { 'sec-fetch-site': 'same-origin' }]) {
      expect(refusedWith(await sendHook(at, hook.hook_id, having(honest(), headers)))).toEqual([
        403,
        'origin.refused',
      ]);
    }
    expect(await desk.tasksOf(hook)).toEqual([]);
  });

  it.each(['hk_1', `hk_${'0'.repeat(32)}`, `chn_${'0'.repeat(32)}`, 'planted', '%00'])(
    'threat: %s is no hook, and nothing tells whether it ever was one',
    async (id) => {
      const answer = await sendHook(at, id, honest());
      expect(refusedWith(answer)).toEqual([404, 'hook.unknown']);
      expect(answer.body).toContain('Nothing has this id');
    },
  );

  it('threat: forged messages take no place of honest ones, and a flood of them writes a bounded number of rows', async () => {
    const { at: replica } = await fixture.serve();
    const flooded = await desk.add({ per_minute: 2 });
    const forged = () => sendHook(replica, flooded.hook_id, signedHook({ secret: stranger.secret }));
    for (let n = 0; n < 20; n += 1) await Promise.all(Array.from({ length: 20 }, forged));
    const rows = await desk.inboundOf(flooded);
    expect(rows.reduce((sum, { count }) => sum + count, 0)).toBeLessThanOrEqual(120);
    expect(rows.length).toBeLessThanOrEqual(61);
    expect(rows.length).toBeGreaterThan(0);
    for (let n = 0; n < 2; n += 1) {
      const answer = await sendHook(replica, flooded.hook_id, signedHook({ secret: flooded.secret }));
      expect(answer.status).toBe(202);
    }
    const answer = await sendHook(replica, flooded.hook_id, signedHook({ secret: flooded.secret }));
    expect(refusedWith(answer)).toEqual([429, 'hook.limit']);
    expect(answer.retryAfter).toBe('60');
    expect(await desk.tasksOf(flooded)).toHaveLength(2);
  });
});
