import type { TestDatabase } from '@salience/testing';
import { Redis } from 'ioredis';
import pg from 'pg';
import { summary } from '@salience/testing/load';

/** How long a bare signal takes from being sent to being heard, between two connections of one process: PUBLISH, or NOTIFY. */
export async function signalFloor(
  redisUrl: string | undefined,
  database: TestDatabase,
  count: number,
): Promise<ReturnType<typeof summary>> {
  const times: number[] = [];
  let heard: () => void = () => {};
  const hear = (): void => heard();
  const ends = redisUrl === undefined ? await overPostgres(database, hear) : await overRedis(redisUrl, hear);
  for (let n = 0; n < count; n += 1) {
    const from = performance.now();
    const arrived = new Promise<void>((resolve) => {
      heard = resolve;
    });
    await ends.send();
    await arrived;
    times.push(performance.now() - from);
  }
  await ends.close();
  return summary(times);
}

interface Ends {
  send(): Promise<unknown>;
  close(): Promise<unknown>;
}

async function overRedis(url: string, hear: () => void): Promise<Ends> {
  const [listener, sender] = [new Redis(url), new Redis(url)];
  await listener.subscribe('floor');
  listener.on('message', hear);
  return {
    send: () => sender.publish('floor', 'x'),
    close: () => Promise.all([listener.quit(), sender.quit()]),
  };
}

async function overPostgres(database: TestDatabase, hear: () => void): Promise<Ends> {
  const [listener, sender] = [1, 2].map(() => new pg.Client({ connectionString: database.ownerUrl })) as [
    pg.Client,
    pg.Client,
  ];
  await Promise.all([listener.connect(), sender.connect()]);
  await listener.query('listen floor');
  listener.on('notification', hear);
  return {
    send: () => sender.query("select pg_notify('floor', 'x')"),
    close: () => Promise.all([listener.end(), sender.end()]),
  };
}
