import { type Plants, plantsIn, type TestDatabase, testDatabase } from '@salience/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Database, newId } from '../src/index.ts';
import { type BegunMemory, beginMemory, noteAttempt, releaseMemory } from '../src/doors/remembering.ts';
import { at } from './memory-pieces.ts';

let database: TestDatabase;
let plants: Plants;
let chunker: Database;
beforeEach(async () => {
  database = await testDatabase();
  plants = await plantsIn(database, at);
  chunker = database.connect('salience_memory_chunker');
});
afterEach(() => database.close());

/** Takes the lease as a worker of its own. */
async function lease(): Promise<BegunMemory> {
  const { agentId } = plants;
  const asked = { agentId, owner: newId('worker'), threadIds: [], now: at, leaseMs: 60_000 };
  const begun = await beginMemory(chunker, { ...asked, kind: 'chunk' });
  if (begun === undefined) throw new Error('expected nobody to hold the lease');
  return begun;
}

/** The lease of a worker that does not renew it runs out. */
const runsOut = () =>
  database.admin(
    "update salience.memory_leases set lease_until = clock_timestamp() - interval '1 millisecond'",
  );

describe('a batch whose worker was slow, not dead', () => {
  const piece = { threadId: newId('thread'), firstSeq: 1, lastSeq: 1 };
  /** Takes the lease and begins a batch that is still made when the lease runs out. */
  const slow = async (deaths: number) => {
    const begun = await lease();
    expect(begun.deaths).toBe(deaths);
    await noteAttempt(chunker, begun, [piece]);
    await runsOut();
    return begun;
  };

  it('does not count once its worker finds the lease gone, whoever holds it by then; one that died does', async () => {
    const [first, , third] = [await slow(0), await slow(1), await slow(2)];
    await releaseMemory(chunker, first);
    await slow(2);
    await releaseMemory(chunker, third);
    await slow(2);
    // Told twice, it changes no more.
    await releaseMemory(chunker, third);
    expect((await lease()).deaths).toBe(3);
  });

  it('counts where it could not be kept either', async () => {
    const begun = await slow(0);
    const heir = await lease();
    await releaseMemory(chunker, begun, { unkept: true });
    await releaseMemory(chunker, heir, { unkept: true });
    expect((await lease()).deaths).toBe(2);
  });
});
