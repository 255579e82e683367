import type { PromisedTurn } from './attack.ts';

/** How the promises stand against the rows. `lost` and `changed` empty is the only good end. */
export interface PromiseReport {
  /** Different turns that a client was told are there. */
  readonly accepted: number;
  readonly found: number;
  readonly lost: readonly string[];
  /** Turns whose text is not what was sent. */
  readonly changed: readonly string[];
}

/** Compares what clients were told with the turns in Postgres (law 2). */
export async function checkPromises(
  admin: (sql: string, values: readonly unknown[]) => Promise<{ id: string; text: string }[]>,
  promised: readonly PromisedTurn[],
): Promise<PromiseReport> {
  const ids = [...new Set(promised.map(({ turnId }) => turnId))];
  const rows = await admin('select id, text from salience.turns where id = any ($1)', [ids]);
  const texts = new Map(rows.map(({ id, text }) => [id, text]));
  const changed = promised.filter(
    ({ turnId, text }) => text !== undefined && texts.has(turnId) && texts.get(turnId) !== text,
  );
  return {
    accepted: ids.length,
    found: rows.length,
    lost: ids.filter((id) => !texts.has(id)),
    changed: changed.map(({ turnId }) => turnId),
  };
}
