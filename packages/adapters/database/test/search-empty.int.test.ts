import { afterAll, beforeAll, expect, it } from 'vitest';
import { searchMemory } from './search-memory.ts';
import { createWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.database.close());

it('an agent that has forgotten everything is searched like one that has nothing yet', async () => {
  await world.database.admin(
    `insert into salience.memory_stats (agent_id, documents, lexemes) values ($1, 0, 0)
     on conflict (agent_id) do update set documents = 0, lexemes = 0`,
    [world.agentId],
  );
  expect(await searchMemory(world.digest, { agentId: world.agentId, query: 'axolotl', limit: 5 })).toEqual(
    [],
  );
});
