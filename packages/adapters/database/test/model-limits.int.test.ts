import { type TestDatabase, testDatabase } from '@salience/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database } from '../src/index.ts';
import { claimModelSlot, pauseModel } from '../src/doors/operations.ts';
import { appRoles } from '../src/doors/schema.ts';

let database: TestDatabase;
let replicas: Database[];
beforeAll(async () => {
  database = await testDatabase();
  replicas = [
    database.connect('salience_digest'),
    database.connect('salience_memory_chunker'),
    database.connect('salience_episodic'),
  ];
});
afterAll(() => database.close());

const claim = (model: string, perMinute: number, maxWaitMs: number, replica = 0) =>
  claimModelSlot(replicas[replica] as Database, { model, perMinute, maxWaitMs });

describe('claim_model_slot', () => {
  it('lets no more begin in a minute than the limit says, whichever replica asks and however many at once', async () => {
    const asked = Array.from({ length: 100 }, (_, n) => claim('p:many', 40, 60_000, n % 3));
    const claims = await Promise.all(asked);
    const granted = claims.filter((slot) => slot.granted);
    // Whoever was let in begins within the minute that all asked in; one more place is its far end.
    expect(granted.length).toBeGreaterThanOrEqual(40);
    expect(granted.length).toBeLessThanOrEqual(42);
    // A tenth may begin at once, the others one after another.
    const waits = granted.map((slot) => slot.waitMs).toSorted((a, b) => a - b);
    expect(waits.filter((waitMs) => waitMs === 0)).toHaveLength(4);
    expect(waits.at(-1)).toBeGreaterThan(50_000);
  });

  it('takes nothing when the place is further off than the caller can wait', async () => {
    expect(await claim('p:one', 1, 1_000)).toEqual({ granted: true, waitMs: 0 });
    const first = await claim('p:one', 1, 1_000);
    expect(first).toMatchObject({ granted: false });
    expect(first.waitMs).toBeGreaterThan(50_000);
    // Refused once more for the same place, not for the one behind it.
    expect((await claim('p:one', 1, 1_000)).waitMs).toBeLessThanOrEqual(first.waitMs);
  });

  it('lets models go their own ways', async () => {
    await claim('p:a', 1, 0);
    expect(await claim('p:b', 1, 0)).toEqual({ granted: true, waitMs: 0 });
  });
});

describe('pause_model', () => {
  it('holds every replica until it is over, and is never made shorter', async () => {
    expect((await pauseModel(replicas[0] as Database, { model: 'p:pause', ms: 30_000 })).waitMs).toBe(30_000);
    const again = await pauseModel(replicas[1] as Database, { model: 'p:pause', ms: 10 });
    expect(again.waitMs).toBeGreaterThan(20_000);
    const held = await claim('p:pause', 600, 5_000, 2);
    expect(held.granted).toBe(false);
    expect(held.waitMs).toBeGreaterThan(20_000);
    expect(await claim('p:pause', 600, 60_000, 2)).toMatchObject({ granted: true });
  });
});

it('only the apps that call models may touch the limits', async () => {
  const allowed = ['salience_digest', 'salience_memory_chunker', 'salience_episodic'];
  const claimed: string[] = [];
  for (const role of appRoles) {
    const db = database.connect(role);
    await claimModelSlot(db, { model: `p:${role}`, perMinute: 10, maxWaitMs: 0 }).then(
      () => claimed.push(role),
      (error: unknown) => expect(error).toMatchObject({ code: 'database.failed' }),
    );
  }
  expect(claimed).toEqual(allowed);
});
