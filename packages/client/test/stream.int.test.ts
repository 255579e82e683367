import { until } from '@salience/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AcceptedEvent, TurnEvent } from '../src/index.ts';
import { type BrokenProxy, brokenProxy, type Trouble } from './support/broken-proxy.ts';
import { startWorld, type World } from './support/world.ts';

type ChatEvent = AcceptedEvent | TurnEvent;

let world: World;
let proxy: BrokenProxy;

beforeAll(async () => {
  world = await startWorld();
  proxy = await brokenProxy(() => world.url);
}, 120_000);

/** Reads a stream in the background; `events` grows as it comes. */
function reading<T>(stream: AsyncIterable<T>): { readonly events: T[]; readonly ended: Promise<void> } {
  const events: T[] = [];
  const ended = (async () => {
    for await (const event of stream) events.push(event);
  })();
  // It is awaited by the test; until then a failure is no unhandled one.
  ended.catch(() => {});
  return { events, ended };
}

const typesOf = (events: readonly ChatEvent[]) => events.map(({ type }) => type);
const textOf = (events: readonly ChatEvent[]) =>
  events.flatMap((event) => (event.type === 'delta' ? [event.text] : [])).join('');
const heard = (events: readonly ChatEvent[], count: number) =>
  until(() => events.length >= count, { what: `${count} events, of ${typesOf(events).join()}`, everyMs: 5 });

/** Begins a turn that is followed by two clients, one of them through the proxy. */
async function followedTwice(text: string) {
  const direct = reading(world.client().chat({ text, thread_id: `stream-${text}` }));
  await heard(direct.events, 2);
  const accepted = direct.events[0] as AcceptedEvent;
  const cut = reading(world.client({ baseUrl: proxy.url }).turns.follow(accepted.turn_id));
  await heard(cut.events, 1);
  return { direct, cut, accepted };
}

describe('a turn that is followed', () => {
  it.each<[string, (count: number) => NonNullable<Trouble['cutAfter']>]>([
    ['after every event', (count) => (count === 1 ? { events: 1, all: true } : { events: 1 })],
    ['in the middle of every event', () => ({ events: 1, bytes: 9 })],
    ['before anything came, or after one event', (count) => ({ events: (count + 1) % 2, bytes: count % 2 })],
  ])('law 5: tells the same events, each once, when its connection breaks %s', async (where, cutAfter) => {
    proxy.plan((_, count) => ({ cutAfter: cutAfter(count) }));
    const { accepted, cut, direct } = await followedTwice(where.replaceAll(/\W/g, '-'));
    const taken = await world.worker.claim(accepted.thread_id);
    const words = ['Porto ', 'is ', 'where ', 'Ana ', 'lives.'];
    await world.worker.say(taken, 1, { type: 'status', status: 'thinking' });
    await heard(cut.events, 2);
    for (const [i, text] of words.entries()) {
      await world.worker.say(taken, i + 2, { type: 'delta', text });
      await heard(cut.events, i + 3);
    }
    await world.worker.end(taken, words.join(''));
    await Promise.all([direct.ended, cut.ended]);
    expect(cut.events).toEqual(direct.events.slice(1));
    expect(textOf(cut.events)).toBe('Porto is where Ana lives.');
    expect(typesOf(cut.events).slice(-2)).toEqual(['message', 'done']);
    expect(proxy.passed.length).toBeGreaterThan(words.length);
  });

  it('brings the message though its last deltas were lost with the connection', async () => {
    const { accepted, cut } = await followedTwice('lost-deltas');
    const taken = await world.worker.claim(accepted.thread_id);
    proxy.plan(() => ({ refuse: true }));
    await world.consumer.stop();
    await world.worker.say(taken, 1, { type: 'delta', text: 'unheard' });
    await world.worker.end(taken, 'unheard, and then told in full');
    await world.restart();
    proxy.plan(() => undefined);
    await cut.ended;
    expect(cut.events.at(-2)).toMatchObject({ type: 'message', text: 'unheard, and then told in full' });
  });

  it('takes back what a worker said that lost the turn, once, though the connection breaks around it', async () => {
    proxy.plan(() => ({ cutAfter: { events: 1 } }));
    const { accepted, cut, direct } = await followedTwice('overtaken');
    const first = await world.worker.claim(accepted.thread_id, 'wrk_first');
    await world.worker.say(first, 1, { type: 'delta', text: 'lost words' });
    await heard(cut.events, 2);
    await world.database.admin(
      "update salience.lanes set lease_until = clock_timestamp() - interval '1 second' where thread_id = $1",
      [accepted.thread_id],
    );
    const second = await world.worker.claim(accepted.thread_id, 'wrk_second');
    await world.worker.say(second, 1, { type: 'delta', text: 'kept words' });
    await heard(cut.events, 4);
    await world.worker.say(first, 2, { type: 'delta', text: 'too late' });
    await world.worker.end(second, 'kept words');
    await Promise.all([direct.ended, cut.ended]);
    expect(typesOf(cut.events)).toEqual(['status', 'delta', 'reset', 'delta', 'message', 'done']);
    expect(cut.events).toEqual(direct.events.slice(1));
  });

  it.each(['stopped', 'killed'] as const)(
    'goes on when consumer is %s and comes back in mid-stream',
    async (how) => {
      const stream = reading(world.client().chat({ text: how, thread_id: `again-${how}` }));
      await heard(stream.events, 2);
      const accepted = stream.events[0] as AcceptedEvent;
      const taken = await world.worker.claim(accepted.thread_id);
      await world.worker.say(taken, 1, { type: 'delta', text: 'before, ' });
      await heard(stream.events, 3);
      // A consumer that stops tells its streams `detached`; one that is killed tells them nothing.
      await (how === 'stopped' ? world.consumer.stop() : world.consumer.kill9());
      await world.restart();
      await until(
        async () => {
          await world.worker.say(taken, 2, { type: 'delta', text: 'after' });
          return stream.events.length >= 4;
        },
        { what: 'the second delta', everyMs: 50, timeoutMs: 20_000 },
      );
      await world.worker.end(taken, 'before, after');
      await stream.ended;
      expect(typesOf(stream.events)).toEqual(['accepted', 'status', 'delta', 'delta', 'message', 'done']);
      expect(textOf(stream.events)).toBe('before, after');
    },
  );

  it('can be followed by another client from where the first one stopped, and has nothing more after its end', async () => {
    proxy.plan(() => undefined);
    const { accepted, cut, direct } = await followedTwice('handed-over');
    const taken = await world.worker.claim(accepted.thread_id);
    await world.worker.end(taken, 'done');
    await Promise.all([cut.ended, direct.ended]);
    const done = `${taken.fence}-1000000002`;
    const rest = reading(world.client().turns.follow(accepted.turn_id, { after: done }));
    await rest.ended;
    expect(rest.events).toEqual([]);
  });

  it('gives up with a typed error after so many drops in a row, and at once when the server refuses', async () => {
    proxy.plan(() => ({ cutAfter: { events: 0 } }));
    const impatient = world.client({ baseUrl: proxy.url, retry: { triesMax: 3, firstPauseMs: 1 } });
    const { turn_id } = await world.client().messages.send({ text: 'never read', thread_id: 'given-up' });
    await expect(reading(impatient.turns.follow(turn_id)).ended).rejects.toMatchObject({
      code: 'client.stream-lost',
      retryable: true,
    });
    expect(proxy.passed).toHaveLength(3);
    proxy.plan(() => undefined);
    const unknown = `turn_${'0'.repeat(32)}`;
    await expect(reading(impatient.turns.follow(unknown)).ended).rejects.toMatchObject({
      code: 'turn.unknown',
      status: 404,
      retryable: false,
    });
    expect(proxy.passed).toHaveLength(1);
  });

  it('ends with the reason of the caller’s signal', async () => {
    const stop = new AbortController();
    const stream = reading(
      world.client().chat({ text: 'stop me', thread_id: 'aborted' }, { signal: stop.signal }),
    );
    await heard(stream.events, 2);
    stop.abort(new Error('the page was left'));
    await expect(stream.ended).rejects.toThrow('the page was left');
  });

  it('opens a connection again that is silent for longer than the server may be', async () => {
    proxy.plan(() => undefined);
    const { turn_id } = await world.client().messages.send({ text: 'quiet', thread_id: 'silent' });
    const client = world.client({ baseUrl: proxy.url, silenceMs: 40 });
    const stop = new AbortController();
    const stream = reading(client.turns.follow(turn_id, { signal: stop.signal }));
    await until(() => proxy.passed.length >= 3, { what: 'a third connection', everyMs: 5 });
    expect(typesOf(stream.events)).toEqual(['status']);
    stop.abort();
    await expect(stream.ended).rejects.toMatchObject({ name: 'AbortError' });
  });
});
