import { type TestDatabase, until } from '@salience/testing';

/** Resolves when everything that was said was heard and whoever is to be told of hands was. Throws with what is left. */
export async function untilAtRest(database: TestDatabase, room: string, timeoutMs: number): Promise<void> {
  let left: Readonly<Record<string, number>> = {};
  const atRest = async (): Promise<boolean> => {
    const [row] = await database.admin<Record<string, number>>(
      `select (select count(*)::int from salience.turns where ended_at is null) as turns,
         (select count(*)::int from salience.lanes where tail > cursor or owner is not null) as lanes,
         (select count(*)::int from salience.hand_deliveries where channel = $1 and settled_at is null) as deliveries,
         (select count(*)::int from salience.outbox) as outbox`,
      [room],
    );
    left = row ?? {};
    return Object.values(left).every((count) => count === 0);
  };
  await until(atRest, { what: 'rest', timeoutMs, everyMs: 300 }).catch((cause: unknown) => {
    throw new Error(`it does not come to rest: ${JSON.stringify(left)}`, { cause });
  });
}
