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
         where t.key = $1 and e.chunk_state = 'chunked'`,
        [thread],
      );
      return row?.n === texts.length;
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

/** The episodes of a thread, in order, each with what closed its range and what it was made of; waits for `count` of them. */
function episodes(thread: string, count: number): Promise<Told[]> {
  return until(
    async () => {
      const rows = await database.admin<Told & { built: boolean }>(
        `select r.reason, r.state = 'built' as built, e.gist,
           (select array_agg(x.message order by x.seq) from salience.episode_exchanges s
             join salience.exchanges x on x.id = s.exchange_id where s.episode_id = e.id) as messages,
           (select count(distinct x.topic_id)::int from salience.episode_exchanges s
             join salience.exchanges x on x.id = s.exchange_id where s.episode_id = e.id) as topics
         from salience.ranges r join salience.threads t on t.id = r.thread_id join salience.episodes e on e.range_id = r.id
         where t.key = $1 order by r.first_seq`,
        [thread],
      );
      return rows.length >= count ? rows.map(({ built: _built, ...told }) => told) : undefined;
    },
    { what: `${count} episodes of ${thread}`, timeoutMs: waitMs },
  );
}

describe('from messages to an episode, by each trigger (laws 8, 15)', () => {
  const invoice = [
    'My invoice from the electricity company is far too high.',
    'The electricity company sent the invoice twice.',
  ];
  const football = 'By the way, which football teams play in the final on Sunday evening?';
  const roses = [
    'The roses in my garden need water.',
    'The garden roses are yellow.',
    'Roses like a sunny garden.',
  ];
  const ferry = ['The ferry to the islands leaves at nine.', 'The ferry arrives at ten.'];
  const violin = ['My cousin plays the violin in Vienna.'];

  it('a switch of topic, and the silence that ends what came after it, tell of one topic each', async () => {
    await say('switch', ...invoice, football);
    const [first] = await episodes('switch', 1);
    expect(first).toMatchObject({ reason: 'switch', messages: invoice, topics: 1 });
    expect(first?.gist).toMatch(/invoice/i);
    expect(first?.gist).not.toMatch(/football/i);
    await clock.advance(601_000);
    const told = await episodes('switch', 2);
    expect(told).toHaveLength(2);
    expect(told[1]).toMatchObject({ reason: 'silence', messages: [football], topics: 1 });
    expect(told[1]?.gist).not.toMatch(/invoice/i);
  }, 90_000);

  it('the third message on one topic', async () => {
    await say('count', ...roses);
    expect(await episodes('count', 1)).toMatchObject([{ reason: 'topic_count', messages: roses, topics: 1 }]);
  }, 90_000);

  it('a silence of ten minutes, without a further message', async () => {
    await say('silence', ...ferry);
    await clock.advance(601_000);
    expect(await episodes('silence', 1)).toMatchObject([{ reason: 'silence', messages: ferry, topics: 1 }]);
  }, 90_000);

  it('the expiry of a thread', async () => {
    await say('expiry', ...violin);
    await clock.advance(4 * 3_600_000 + 1_000);
    expect(await episodes('expiry', 1)).toMatchObject([{ reason: 'expiry', messages: violin, topics: 1 }]);
    const [thread] = await database.admin("select state from salience.threads where key = 'expiry'");
    expect(thread).toEqual({ state: 'expired' });
  }, 90_000);
});
