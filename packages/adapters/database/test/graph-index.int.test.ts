import { type GraphRows, GraphIndex } from '@salience/memory';
import { plantLived, type Plants, plantsIn, type TestDatabase, testDatabase } from '@salience/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type IndexKind, firstMemoryPlace, lookAtMemory } from '../src/doors/recall.ts';

const at = new Date('2026-03-02T09:00:00Z');
const kinds = ['concept', 'mention', 'relation'] as const;

let database: TestDatabase;
let plants: Plants;
beforeAll(async () => {
  database = await testDatabase();
  plants = await plantsIn(database, at);
});
afterAll(() => database.close());

const look = (from: string, limit = 1_000) =>
  lookAtMemory(database.connect('salience_digest'), {
    agentId: plants.agentId,
    modelId: '',
    kinds,
    place: { ...firstMemoryPlace, from },
    limit,
    texts: [],
  });

/** Everything, a few rows at a time. */
async function inPages(kind: IndexKind, limit: number): Promise<GraphRows[]> {
  const pages: GraphRows[] = [];
  for (let place: typeof firstMemoryPlace | undefined = firstMemoryPlace; place !== undefined; ) {
    const read = await lookAtMemory(database.connect('salience_digest'), {
      agentId: plants.agentId,
      modelId: '',
      kinds: [kind],
      place,
      limit,
      texts: [],
    });
    pages.push(read.graph);
    place = read.more.get(kind);
  }
  return pages;
}

it('the graph is read whole in pages of any size, though one transaction wrote much of it', async () => {
  for (const talk of ['The ferry is late.', 'The ferry came.'])
    await plantLived(database, {
      agentId: plants.agentId,
      talk: [talk],
      names: ['a', 'b', 'c'].map((one) => talk + one),
      at,
    });
  await database.admin('update salience.concept_sources set written_xid = pg_current_xact_id()');
  const { graph } = await look('0');
  expect(kinds.map((kind) => graph[`${kind}s`].length)).toEqual([6, 6, 4]);
  for (const limit of [1, 2, 5]) {
    for (const kind of kinds) {
      const pages = await inPages(kind, limit);
      expect(pages.flatMap((page): readonly object[] => page[`${kind}s`])).toEqual(graph[`${kind}s`]);
    }
  }
});

it('a relation comes again when it changes, is stated again or less, and without one that was merged into it', async () => {
  const { conceptIds, exchangeIds } = await plantLived(database, {
    agentId: plants.agentId,
    talk: ['The cooper makes a cask.', 'And one more.'],
    names: ['cooper', 'cask'],
    at,
  });
  const [relation] = await database.admin<{ id: string }>(
    'select id from salience.relations where from_id = $1',
    [conceptIds[0]],
  );
  const held = new GraphIndex();
  let { graph, horizon } = await look('0');
  held.add(graph);
  const changed = async (change: string, ...values: unknown[]) => {
    await database.admin(change, [relation?.id, ...values]);
    ({ graph, horizon } = await look(horizon));
    held.add(graph);
    return graph.relations.find(({ id }) => id === relation?.id);
  };
  expect(await changed('update salience.relations set strength = 0.25 where id = $1')).toMatchObject({
    strength: 0.25,
  });
  expect(
    await changed(
      'update salience.relations set valid_to = $2 where id = $1',
      new Date(at.getTime() + 1_000),
    ),
  ).toMatchObject({ until: at.getTime() + 1_000 });
  const stated = `insert into salience.relation_sources (agent_id, relation_id, episode_id, exchange_id, trust, confidence, said_at)
    select agent_id, $1, 'ep_again', $2, 'user', 1, said_at + interval '1 hour' from salience.relation_sources where relation_id = $1`;
  expect((await changed(stated, exchangeIds[1]))?.exchanges).toEqual([exchangeIds[1], exchangeIds[0]]);
  expect(
    (
      await changed(
        "delete from salience.relation_sources where relation_id = $1 and episode_id = 'ep_again'",
      )
    )?.exchanges,
  ).toEqual([exchangeIds[0]]);
  const twin = `insert into salience.relations select (jsonb_populate_record(r, jsonb_build_object('id', 'rel_twin', 'valid_to', null, 'written_xid', pg_current_xact_id()::text))).*
    from salience.relations r where r.id = $1`;
  await changed(twin);
  expect(held.relations.get('rel_twin')).toBeDefined();
  // As save_graph does: what was stated of it stands elsewhere now.
  await changed("delete from salience.relations where id = 'rel_twin' and $1 <> ''");
  const moved = "update salience.relation_sources set episode_id = 'ep_moved' where relation_id = $1";
  expect((await changed(moved))?.between).toEqual([relation?.id]);
  expect(held.relations.get('rel_twin')).toBeUndefined();
});
