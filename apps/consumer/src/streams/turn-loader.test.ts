import { describe, expect, it } from 'vitest';
import type { AgentId, TurnId } from '@salience/contracts';
import { newId } from '@salience/database';
import { type TurnRow } from '@salience/database/turns';
import { TurnLoader } from './turn-loader.ts';

const row = (id: TurnId) => ({ id }) as TurnRow;

describe('TurnLoader', () => {
  it('asks once per agent for everybody who waits, and once more for who came meanwhile', async () => {
    const agents = [newId('agent'), newId('agent')] as const;
    const queries: { agentId: AgentId; ids: readonly TurnId[]; answer: () => void }[] = [];
    const delivered: TurnId[] = [];
    const allDone = Promise.withResolvers<void>();
    const loader = new TurnLoader({
      load: (agentId, ids) =>
        new Promise((resolve) => queries.push({ agentId, ids, answer: () => resolve(ids.map(row)) })),
      deliver: ({ id }) => {
        delivered.push(id);
        if (delivered.length === 5) allDone.resolve();
      },
      onError: () => {},
    });
    const turns = Array.from({ length: 5 }, () => newId('turn'));
    const [a, b, c, d, e] = turns as [TurnId, TurnId, TurnId, TurnId, TurnId];
    for (const id of [a, b, a]) loader.request(agents[0], id);
    loader.request(agents[1], c);
    await Promise.resolve();
    expect(queries.map(({ ids }) => ids)).toEqual([[a, b], [c]]);
    for (const id of [d, e, d]) loader.request(agents[0], id);
    expect(queries).toHaveLength(2);
    queries[0]?.answer();
    queries[1]?.answer();
    await new Promise((resolve) => setImmediate(resolve));
    expect(queries[2]).toMatchObject({ agentId: agents[0], ids: [d, e] });
    queries[2]?.answer();
    await allDone.promise;
    expect(delivered).toEqual([a, b, c, d, e]);
  });

  it('reports a failed read and goes on with the next request', async () => {
    const delivered = Promise.withResolvers<TurnId>();
    const failed = Promise.withResolvers<unknown>();
    let away = true;
    const loader = new TurnLoader({
      load: async (_agentId, ids) => {
        if (away) throw new Error('away');
        return ids.map(row);
      },
      deliver: ({ id }) => delivered.resolve(id),
      onError: failed.resolve,
    });
    const [agent, turn] = [newId('agent'), newId('turn')];
    loader.request(agent, turn);
    expect(await failed.promise).toMatchObject({ message: 'away' });
    away = false;
    await new Promise((resolve) => setImmediate(resolve));
    loader.request(agent, turn);
    expect(await delivered.promise).toBe(turn);
  });
});
