import { until } from '@salience/testing';
import { expect, test } from 'vitest';
import { createBridge } from '../src/index.ts';
import { historyReads, later, listenTo, reachAny, said, stage } from './listening.ts';

const texts = (heard: { readonly messages: readonly { content: string }[] }) =>
  heard.messages.map(({ content }) => content);

async function connected(heard: { readonly connections: number }, times = 1): Promise<void> {
  await until(() => heard.connections >= times, { what: `connection ${times}` });
}

test('channels are joined over a websocket, and what is said from then on is heard once and in order', async () => {
  const { bridge, fake } = await stage();
  fake.say(said(1, 'before anybody listened'));
  const heard = listenTo(bridge, ['10', 'plaza']);
  await connected(heard);
  await until(() => heard.last.get('10') === '1', { what: 'the anchor' });
  fake.say(said(2, 'one'));
  fake.say(said(2, 'one'));
  fake.say(said(3, 'two', 'plaza'));
  fake.say(said(4, 'three'));
  fake.say(said(5, 'elsewhere', 11));
  await until(() => heard.messages.length === 3, { what: 'three messages' });
  expect(texts(heard).toSorted()).toEqual(['one', 'three', 'two']);
  expect(fake.transports).toEqual(['websocket']);
  expect(fake.joined).toEqual([10, 'plaza']);
  expect(heard.messages[0]).toEqual({
    id: '2',
    channel: '10',
    channelName: 'planning',
    author: 'Lance',
    authorId: '7',
    authorIsAgent: false,
    content: 'one',
    targets: [],
    at: '2026-03-23T10:00:00.000Z',
  });
  expect(await heard.stop()).toBeUndefined();
});

test('what was said while the connection was broken is heard behind the last message, once, in the order of ids', async () => {
  const { bridge, fake } = await stage();
  fake.say(said(1, 'anchor'));
  const heard = listenTo(bridge, ['10']);
  await connected(heard);
  await until(() => heard.last.get('10') === '1', { what: 'the anchor' });
  fake.say(said(2, 'm2'));
  await until(() => heard.messages.length === 1, { what: 'the first' });
  fake.refuse('restarting');
  fake.drop();
  await until(() => heard.lost.length > 0, { what: 'a lost connection' });
  fake.say(said(4, 'm4'), { lost: true });
  fake.say(said(3, 'm3'), { lost: true });
  for (let id = 5; id < 130; id += 1) fake.say(said(id, `m${id}`), { lost: true });
  fake.refuse(undefined);
  await connected(heard, 2);
  await until(() => heard.messages.length === 128, { what: 'all of them' });
  expect(texts(heard)).toEqual(Array.from({ length: 128 }, (_, index) => `m${index + 2}`));
  expect(heard.missed).toEqual([]);
});

test('what no event brought is found at the next look, also behind a later message', async () => {
  const { bridge, fake } = await stage({ lookMs: 50 });
  fake.say(said(1, 'anchor'));
  const heard = listenTo(bridge, ['10']);
  await connected(heard);
  await until(() => heard.last.get('10') === '1', { what: 'the anchor' });
  fake.say(said(2, 'no event'), { lost: true });
  fake.say(said(3, 'an event'));
  await until(() => heard.messages.length === 2, { what: 'both' });
  expect(texts(heard).toSorted()).toEqual(['an event', 'no event']);
});

test('in a channel that was empty the first message is found, though no event brought it', async () => {
  const { bridge, fake } = await stage({ lookMs: 50 });
  const heard = listenTo(bridge, ['10']);
  await connected(heard);
  await until(() => historyReads(fake) > 0, { what: 'the first look' });
  fake.say(said(1, 'first'), { lost: true });
  await until(() => heard.messages.length === 1, { what: 'the first message' });
});

test('another process goes on behind the stored watermark', async () => {
  const { bridge, fake } = await stage();
  for (let id = 1; id <= 5; id += 1) fake.say(said(id, `m${id}`));
  const heard = listenTo(bridge, ['10'], new Map([['10', '3']]));
  await until(() => heard.messages.length === 2, { what: 'the two behind it' });
  expect(texts(heard)).toEqual(['m4', 'm5']);
});

test('a message that could not be stored is given again before all others; an error that is no outage ends it', async () => {
  const { bridge, fake } = await stage();
  const heard = listenTo(bridge, ['10'], new Map([['10', '0']]));
  await connected(heard);
  heard.throws.push(later(), later());
  fake.say(said(1, 'first'));
  fake.say(said(2, 'second'));
  await until(() => heard.messages.length === 2, { what: 'both' });
  expect(texts(heard)).toEqual(['first', 'second']);
  const bug = Object.assign(later(), { kind: 'bug' });
  heard.throws.push(bug);
  fake.say(said(3, 'third'));
  expect(await heard.ended).toBe(bug);
});

test('more than may wait is read from the history, so nothing of it is lost', async () => {
  const { bridge, fake } = await stage({ waitingMax: 4, pauseMs: 30 });
  const heard = listenTo(bridge, ['10'], new Map([['10', '0']]));
  await connected(heard);
  await until(() => historyReads(fake) > 0, { what: 'the first look' });
  heard.throws.push(later(), later(), later());
  for (let id = 1; id <= 40; id += 1) fake.say(said(id, `m${id}`));
  await until(() => heard.messages.length === 40, { what: 'all forty' });
  expect(texts(heard)).toEqual(Array.from({ length: 40 }, (_, index) => `m${index + 1}`));
});

test('a history that cannot be read now is read later; one that is not kept is told, and what comes is heard', async () => {
  const { bridge, fake } = await stage();
  fake.say(said(1, 'missed'));
  fake.answer(502);
  const heard = listenTo(bridge, ['10'], new Map([['10', '0']]));
  await until(() => heard.messages.length === 1, { what: 'the one that was missed' });
  const other = await stage();
  other.fake.answer(404, 404);
  const deaf = listenTo(other.bridge, ['10'], new Map([['10', '0']]));
  await connected(deaf);
  await until(() => deaf.missed.length > 0, { what: 'the gap' });
  other.fake.say(said(2, 'live'));
  await until(() => deaf.messages.length === 1, { what: 'the live one' });
  expect(deaf.missed).toEqual([['10', 'gap', 1]]);
});

test('a Bridge that refuses larger pages is heard as far back as its largest, and the gap is told', async () => {
  const { bridge, fake } = await stage();
  fake.limitPages(200, 'refuse');
  for (let id = 1; id <= 300; id += 1) fake.say(said(id, `m${id}`), { lost: true });
  const heard = listenTo(bridge, ['10'], new Map([['10', '2']]));
  await until(() => heard.messages.length === 200, { what: 'the largest page' });
  expect([texts(heard)[0], texts(heard).at(-1)]).toEqual(['m101', 'm300']);
  expect(heard.missed).toEqual([['10', 'gap', 1]]);
  fake.say(said(301, 'live'));
  await until(() => heard.messages.length === 201, { what: 'what is said next' });
});

test('a Bridge that gives fewer than it was asked for loses nothing in silence', async () => {
  const { bridge, fake } = await stage();
  fake.limitPages(100, 'cut');
  for (let id = 1; id <= 300; id += 1) fake.say(said(id, `m${id}`), { lost: true });
  const heard = listenTo(bridge, ['10'], new Map([['10', '2']]));
  await until(() => heard.messages.length === 100, { what: 'what it gives' });
  expect(heard.missed).toEqual([['10', 'gap', 1]]);
});

test('a page that is too large to be read is none: the one before it counts', async () => {
  const { bridge, fake } = await stage({ answerBytesMax: 60_000 });
  for (let id = 1; id <= 300; id += 1) fake.say(said(id, `m${id} ${'x'.repeat(200)}`), { lost: true });
  const heard = listenTo(bridge, ['10'], new Map([['10', '2']]));
  await until(() => heard.messages.length === 50, { what: 'the first page' });
  expect(heard.missed).toEqual([['10', 'gap', 1]]);
});

test('the last message that was taken is gone: the page that goes back behind it is enough, and no gap is told', async () => {
  const { bridge, fake } = await stage();
  for (let id = 1; id <= 300; id += 1) if (id !== 290) fake.say(said(id, `m${id}`), { lost: true });
  const heard = listenTo(bridge, ['10'], new Map([['10', '290']]));
  await until(() => heard.messages.length === 10, { what: 'the ten behind it' });
  expect(texts(heard)[0]).toBe('m291');
  expect([heard.missed, historyReads(fake)]).toEqual([[], 1]);
});

test('a key that is refused ends it with an error that names what to do and not the key', async () => {
  const { bridge } = await stage({}, 'wrong-key-4711');
  const heard = listenTo(bridge, ['10']);
  const error = (await heard.ended) as Error;
  expect(error).toMatchObject({ code: 'bridge.refused-key', kind: 'terminal', retryAfterMs: 300_000 });
  expect(JSON.stringify([error.message, error])).not.toContain('4711');
});

test('threat: the key stands in no error, whatever the Bridge answers', async () => {
  const { fake } = await stage();
  const bridge = createBridge({ url: fake.url, apiKey: 'secret-4711', reach: reachAny });
  const outcomes = [
    await bridge.raiseHand('10'),
    await bridge.claim('5', 'agt'),
    await bridge.post('10', 'hello'),
  ];
  expect(outcomes).toEqual([
    { kind: 'failed', error: 'http-401' },
    { kind: 'failed', error: 'http-401' },
    { kind: 'failed', error: 'http-401' },
  ]);
  expect(JSON.stringify(outcomes)).not.toContain('4711');
  expect(() => createBridge({ url: 'https://user:4711@bridge.test', apiKey: 'x', reach: reachAny })).toThrow(
    expect.objectContaining({ code: 'bridge.bad-address', message: expect.not.stringContaining('4711') }),
  );
});

test('threat: events with hostile fields are refused, and the others are heard', async () => {
  const { bridge, fake } = await stage();
  const heard = listenTo(bridge, ['10'], new Map([['10', '0']]));
  await connected(heard);
  const hostile: Record<string, unknown>[] = [
    { ...said(1, ''), content: '' },
    { ...said(2, 'x'), content: { toString: 'x' } },
    { ...said(3, 'x'.repeat(20_001)) },
    { ...said(4, 'x'), username: 5 },
    { ...said(5, 'x'), id: { $gt: 0 } },
    { ...said(6, 'x'), id: -1 },
    { channel_id: 10 },
  ];
  for (const message of hostile) fake.say(message, { kept: false });
  fake.say({
    ...said(8, 'fine'),
    __proto__: { polluted: true },
    extra: 'x'.repeat(1_000),
    created_at: 'no time',
  });
  await until(() => heard.messages.length === 1, { what: 'the one that is a message' });
  expect(heard.messages[0]).toMatchObject({ id: '8', content: 'fine', at: null });
  expect(heard.messages[0]).not.toHaveProperty('extra');
  expect(heard.missed.filter(([, what]) => what === 'refused')).toHaveLength(hostile.length);
});

test('threat: a huge history is looked through to its limit, and the gap is told', async () => {
  const { bridge, fake } = await stage({ historyMax: 100 });
  for (let id = 1; id <= 5_000; id += 1) fake.say(said(id, `m${id}`), { lost: true });
  const heard = listenTo(bridge, ['10'], new Map([['10', '2']]));
  await until(() => heard.messages.length === 100, { what: 'the newest hundred' });
  expect(texts(heard)[0]).toBe('m4901');
  expect(heard.missed).toContainEqual(['10', 'gap', 1]);
});

test('threat: an answer without an end, and an event larger than the limit, are left', async () => {
  const { bridge, fake } = await stage({ answerBytesMax: 100_000, frameBytesMax: 50_000, requestMs: 5_000 });
  fake.answer('flood');
  expect(await bridge.history('10', 5)).toEqual({ error: 'too-large', final: true });
  const heard = listenTo(bridge, ['10'], new Map([['10', '0']]));
  await connected(heard);
  fake.say({ ...said(1, 'x'), pad: 'x'.repeat(60_000) }, { kept: false });
  await until(() => heard.lost.length > 0, { what: 'the connection that was left' });
  await connected(heard, 2);
  fake.say(said(2, 'fine'));
  await until(() => heard.messages.length === 1, { what: 'the next message' });
});

test('threat: a private address is not connected to, neither at first nor when its name means another one later', async () => {
  const { fake } = await stage();
  const denied = createBridge({
    url: fake.url,
    apiKey: 'bridge-key',
    reach: () => Promise.resolve('private'),
  });
  expect(await listenTo(denied, ['10']).ended).toMatchObject({
    code: 'bridge.private-address',
    kind: 'terminal',
  });
  expect(await denied.post('10', 'x')).toEqual({ kind: 'failed', error: 'private-address' });
  let asked = 0;
  const rebound = createBridge({
    url: `http://bridge.test:${fake.port}`,
    apiKey: 'bridge-key',
    reach: () => Promise.resolve((asked += 1) === 1 ? ['127.0.0.1'] : 'private'),
  });
  expect(await rebound.raiseHand('10')).toEqual({ kind: 'failed', error: 'private-address' });
  expect(fake.requests).toEqual([]);
});
