import { type NoticeEvent, noticeEventSchema, noticeViewSchema, pageSchema } from '@salience/contracts';
import {
  asPerson,
  backends,
  type ClockControl,
  clockControl,
  type SpawnedApp,
  spawnApp,
  type TestDatabase,
  type TestQueues,
  testDatabase,
  testQueues,
  until,
  type WebhookReceiver,
  webhookReceiver,
} from '@salience/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** A Tuesday: 15:00 in UTC, 10:00 in New York, and Wednesday 04:00 in Auckland. */
const start = new Date('2030-01-15T15:00:00Z');
const hourMs = 3_600_000;

describe.each(backends())(
  'law 18 on %s: a reminder whose slot passed while everything was down',
  (backend) => {
    let database: TestDatabase;
    let queues: TestQueues;
    let clock: ClockControl;
    let hook: WebhookReceiver;
    let fleet: SpawnedApp[] = [];

    beforeAll(async () => {
      database = await testDatabase();
      queues = await testQueues(backend, database);
      hook = await webhookReceiver();
      clock = clockControl(database);
      await clock.set(start, 1);
    });
    afterAll(async () => {
      await Promise.all(fleet.map((app) => app.stop()));
      await Promise.all([hook.close(), queues.close(), database.close()]);
    });

    /** Starts the fleet on a machine whose zone is nobody's. */
    const up = async (): Promise<string> => {
      const env = {
        TZ: 'Pacific/Auckland',
        SALIENCE_TIME_ZONE: 'Pacific/Auckland',
        SALIENCE_CLOCK: 'shared',
        SALIENCE_CHANNEL_PRIVATE_HOSTS: hook.host,
        SALIENCE_NOTICE_GRACE_MS: '0',
        SALIENCE_NOTICES_MS: '100',
      };
      fleet = await Promise.all(
        (['consumer', 'digest', 'scheduler'] as const).map((app) => spawnApp(app, { database, queues, env })),
      );
      return fleet[0]?.httpUrl() ?? '';
    };
    const kill = async (): Promise<void> => {
      await Promise.all(fleet.map((app) => app.kill9()));
      fleet = [];
    };
    const headers = { ...asPerson, 'content-type': 'application/json' };
    const post = async (url: string, body: object, more: Record<string, string> = {}): Promise<Response> =>
      fetch(url, { method: 'POST', headers: { ...headers, ...more }, body: JSON.stringify(body) });
    /** What a chat that opens is told first. */
    const opened = async (url: string): Promise<Extract<NoticeEvent, { type: 'notice' }>[]> => {
      const left = new AbortController();
      const response = await fetch(`${url}/notices/events?missed=true`, { headers, signal: left.signal });
      const told: Extract<NoticeEvent, { type: 'notice' }>[] = [];
      let text = '';
      for await (const chunk of response.body ?? []) {
        text += Buffer.from(chunk).toString('utf8');
        const events = text
          .split('\n')
          .filter((line) => line.startsWith('data:'))
          .map((line) => noticeEventSchema.parse(JSON.parse(line.slice(5))));
        // What was missed comes before the place from which the stream goes on.
        if (!events.some(({ type }) => type === 'listening')) continue;
        told.push(...events.filter((event) => event.type === 'notice'));
        break;
      }
      left.abort();
      return told;
    };
    const notices = (kind: string) =>
      hook.received.filter(({ body }) => (JSON.parse(body) as { type: string }).type === kind);

    test('is heard once by each door, late and saying so', { timeout: 180_000 }, async () => {
      const first = await up();
      const added = await post(`${first}/channels`, { kind: 'webhook', target: hook.url });
      expect(added.status, await added.clone().text()).toBe(201);
      const { channel_id: channel } = (await added.json()) as { channel_id: string };
      await until(() => notices('code').length > 0, { what: 'the code', timeoutMs: 30_000 });
      const { data } = JSON.parse(notices('code')[0]?.body ?? '{}') as { data: { code: string } };
      const confirmed = await post(`${first}/channels/${channel}/confirm`, { code: data.code });
      expect(confirmed.status, await confirmed.clone().text()).toBe(200);

      const asked = await post(
        `${first}/chat`,
        { text: 'Remind me to water the plants tomorrow at 9.' },
        { 'x-time-zone': 'America/New_York' },
      );
      const said = await asked.text();
      expect(said).toContain('water the plants');
      expect(said).toContain('09:00');
      expect(said).toContain('America/New_York');
      await kill();

      // Nobody was there when it was due: 9 in New York, 14 in UTC.
      const due = new Date('2030-01-16T14:00:00Z');
      await clock.set(new Date(due.getTime() + hourMs), 1);
      const second = await up();
      await until(() => notices('notice').length > 0, { what: 'the webhook', timeoutMs: 60_000 });
      const hooked = JSON.parse(notices('notice')[0]?.body ?? '{}') as {
        data: { due_at: string; late_ms: number; text: string; source: string; zone: string };
      };
      expect(hooked.data).toMatchObject({ source: 'reminder', due_at: due.toISOString() });
      expect(hooked.data.text).toContain('water the plants');
      expect(hooked.data.late_ms).toBeGreaterThanOrEqual(hourMs);
      const settled = () =>
        database.admin<{ as: string | null }>('select settled_as as "as" from salience.notices');
      await until(async () => (await settled())[0]?.as === 'delivered', {
        what: 'the settlement',
        timeoutMs: 30_000,
      });

      const [heard, ...others] = await opened(second);
      expect(others).toEqual([]);
      expect(heard).toMatchObject({ source: 'reminder', late: true, notice: { due_at: due.toISOString() } });
      expect(heard?.reply?.text).toContain('water the plants');
      expect(heard?.notice.deliveries).toMatchObject([{ kind: 'webhook', state: 'delivered' }]);
      await until(
        async () => {
          const page = await fetch(`${second}/notices`, { headers });
          return pageSchema(noticeViewSchema).parse(await page.json()).items.length === 0;
        },
        { what: 'the notice to be seen', timeoutMs: 30_000 },
      );
      expect(await opened(second)).toEqual([]);

      // Whoever starts again finds nothing left to say.
      await kill();
      const third = await up();
      expect(await opened(third)).toEqual([]);
      await until(
        async () =>
          (await database.admin("select 1 from salience.workers where state = 'ready' and app = 'scheduler'"))
            .length,
        { what: 'a scheduler', timeoutMs: 30_000 },
      );
      expect(notices('notice')).toHaveLength(1);
      const turns = await database.admin("select state from salience.turns where source = 'reminder'");
      expect(turns).toEqual([{ state: 'answered' }]);
      const fates = await database.admin('select fate from salience.occurrences');
      expect(fates).toEqual([{ fate: 'late' }]);
    });
  },
);
