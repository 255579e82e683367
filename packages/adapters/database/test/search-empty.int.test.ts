import { afterAll, beforeAll, expect, it } from 'vitest';
import { searchMemory } from './search-memory.ts';
import { createWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.database.close());

it('an agent that has nothing yet is searched without finding anything', async () => {
  expect(await searchMemory(world.digest, { agentId: world.agentId, query: 'axolotl', limit: 5 })).toEqual(
    [],
  );
});
