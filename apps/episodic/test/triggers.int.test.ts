import {
  asPerson,
  backends,
  type ClockControl,
  clockControl,
  queueNamespace,
  type SpawnedApp,
  spawnApp,
  type TestDatabase,
  testDatabase,
  until,
} from '@salience/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const start = new Date('2030-01-01T12:00:00Z');
/** Five processes on a busy machine. */
const readyMs = 120_000;
const waitMs = 60_000;

let database: TestDatabase;
let clock: ClockControl;
let consumer: SpawnedApp;
beforeAll(async () => {
  database = await testDatabase();
  clock = clockControl(database);
  await clock.set(start, 0);
  const queues = await queueNamespace(backends()[0] ?? 'postgres', database);
  const spawn = (app: Parameters<typeof spawnApp>[0], env: Readonly<Record<string, string>> = {}) =>
    spawnApp(app, { database, queues, readyMs, env: { SALIENCE_CLOCK: 'shared', ...env } });
  [consumer] = await Promise.all([
    spawn('consumer', { SALIENCE_EMBEDDER: 'off' }),
    // Topics are told apart as in production.
    spawn('digest'),
    spawn('memory-chunker'),
    spawn('episodic', { SALIENCE_EMBEDDER: 'off' }),
    spawn('scheduler'),
  ]);
}, 150_000);
afterAll(() => database.close());

/** Says them one after another, each when the one before was answered and remembered: nothing of the thread is in hand then. */
async function say(thread: string, ...texts: readonly string[]): Promise<void> {
  for (const text of texts) {
    const response = await fetch(`${consumer.httpUrl()}/chat`, {
      method: 'POST',
      headers: { ...asPerson, 'content-type': 'application/json' },
      body: JSON.stringify({ text, thread_id: thread }),
    });
    await response.text();
    expect(response.status).toBe(200);
  }
  await until(
    async () => {
      const [row] = await database.admin<{ n: number }>(
        `select count(*)::int as n from salience.exchanges e join salience.threads t on t.id = e.thread_id
         left join salience.memory_progress m on m.thread_id = t.id
         where t.key = $1 and e.seq > coalesce(m.chunked_seq, 0)`,
        [thread],
      );
      return row?.n === 0;
    },
    { what: `the chunks of ${thread}`, timeoutMs: waitMs },
  );
}

interface Told {
  readonly reason: string;
  readonly messages: readonly string[];
  readonly topics: number;
  readonly gist: string;
}

/** The episodes of a thread, in order, each with why it ends and what it was made of; waits until `isSo`. */
function episodes(thread: string, what: string, isSo: (told: readonly Told[]) => boolean): Promise<Told[]> {
  return until(
    async () => {
      const rows = await database.admin<Told>(
        `select e.reason, e.gist,
           (select array_agg(x.message order by x.seq) from salience.episode_exchanges s
             join salience.exchanges x on x.id = s.exchange_id where s.episode_id = e.id) as messages,
           (select count(distinct x.topic_id)::int from salience.episode_exchanges s
             join salience.exchanges x on x.id = s.exchange_id where s.episode_id = e.id) as topics
         from salience.threads t join salience.episodes e on e.thread_id = t.id
         where t.key = $1 and e.first_seq is not null order by e.first_seq`,
        [thread],
      );
      return isSo(rows) ? rows : undefined;
    },
    { what: `${what} of ${thread}`, timeoutMs: waitMs },
  );
}
const counted = (thread: string, count: number) =>
  episodes(thread, `${count} episodes`, (told) => told.length >= count);

describe('from messages to an episode, by each trigger (laws 8, 15)', () => {
  const invoice = [
    'My invoice from the electricity company is far too high.',
    'The electricity company sent the invoice twice.',
    'The invoice of the electricity company is wrong.',
  ];
  const football = [
    'By the way, which football teams play in the final on Sunday evening?',
    'My football team plays in the final.',
    'The football final is on Sunday evening.',
  ];
  const roses = [
    'The roses in my garden need water.',
    'The garden roses are yellow.',
    'Roses like a sunny garden.',
    'My garden has many roses.',
    'The roses in the garden are old.',
    'The garden needs more roses.',
    'Yellow roses like my garden.',
    'Roses in a garden need sun.',
  ];
  const ferry = [
    'The ferry to the islands leaves at nine.',
    'The ferry arrives at ten.',
    'The ferry to the islands is blue.',
  ];
  const violin = ['My cousin plays the violin in Vienna.'];
  const whole = (count: number) => (told: readonly Told[]) =>
    told.flatMap(({ messages }) => messages).length >= count;

  it('a switch of topic after three, and the silence that ends what came after it, tell of one topic each', async () => {
    await say('switch', ...invoice);
    await say('switch', ...football);
    const [first] = await counted('switch', 1);
    expect(first).toMatchObject({ reason: 'switch', messages: invoice, topics: 1 });
    expect(first?.gist).toMatch(/invoice/i);
    expect(first?.gist).not.toMatch(/football/i);
    await clock.advance(601_000);
    const told = await counted('switch', 2);
    expect(told).toHaveLength(2);
    expect(told[1]).toMatchObject({ reason: 'silence', messages: football });
    expect(told[1]?.gist).not.toMatch(/invoice/i);
  }, 150_000);

  it('five exchanges, once three more follow', async () => {
    await say('full', ...roses.slice(0, 7));
    expect(await counted('full', 0)).toEqual([]);
    await say('full', ...roses.slice(7));
    expect(await counted('full', 1)).toMatchObject([
      { reason: 'full', messages: roses.slice(0, 5), topics: 1 },
    ]);
  }, 150_000);

  it('a silence of ten minutes, without a further message; two exchanges before it are told with the five before them', async () => {
    await say('silence', ...ferry);
    await say('tail', ...roses.slice(0, 7));
    await clock.advance(601_000);
    expect(await counted('silence', 1)).toMatchObject([{ reason: 'silence', messages: ferry, topics: 1 }]);
    expect(await counted('tail', 1)).toMatchObject([
      { reason: 'silence', messages: roses.slice(0, 7), topics: 1 },
    ]);
  }, 150_000);

  it('the expiry of a thread: what is left is told with its last episode, or alone where it has none', async () => {
    await say('grown', ...ferry);
    await clock.advance(601_000);
    const [before] = await counted('grown', 1);
    await say('grown', ...violin);
    await say('expiry', ...violin);
    await clock.advance(4 * 3_600_000 + 1_000);
    expect(await counted('expiry', 1)).toMatchObject([{ reason: 'expiry', messages: violin, topics: 1 }]);
    const grown = await episodes('grown', 'all exchanges', whole(ferry.length + violin.length));
    expect(grown).toMatchObject([{ reason: 'expiry', messages: [...ferry, ...violin] }]);
    expect(grown[0]?.gist).not.toBe(before?.gist);
    const threads = await database.admin(
      "select distinct state from salience.threads where key in ('expiry', 'grown')",
    );
    expect(threads).toEqual([{ state: 'expired' }]);
  }, 150_000);
});
