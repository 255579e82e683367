import { episodeBuildJob, experienceAssimilateJob } from '@salience/contracts';
import {
  backends,
  clockControl,
  createFakeModelServer,
  type ModelRequest,
  type Plants,
  plantsIn,
  spawnApp,
  type TestDatabase,
  testDatabase,
  testQueues,
  until,
} from '@salience/testing';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { plantAnswer } from './experience-world.ts';

/** On a busy machine. */
const readyMs = 90_000;
const start = new Date('2030-01-02T03:00:00Z');

let database: TestDatabase;
let plants: Plants;
beforeAll(async () => {
  database = await testDatabase();
  plants = await plantsIn(database, start);
  await clockControl(database).set(start);
});
afterAll(() => database.close());

const textOf = ({ messages }: ModelRequest) => messages.map(({ content }) => String(content)).join('\n');
/** A ferry that leaves tomorrow, told with both days that it could be: code knows which of them is right. */
const ferries = (days: readonly string[], names: readonly string[]) => ({
  concepts: days.map((day, n) => ({
    name: names[n],
    kind: 'thing',
    definition: `The ${names[n] ?? ''} leaves on ${day}.`,
  })),
  relations: [],
});
const definitions = async () => {
  const rows = await database.admin<{ definition: string }>(
    "select definition from salience.concepts where definition <> '' order by definition",
  );
  return rows.map(({ definition }) => definition);
};

it('the answer of a tool, and the concepts of what was said, have the times of the turn that they are of', async () => {
  const queues = await testQueues(backends()[0] ?? 'postgres', database);
  onTestFinished(() => queues.close());
  const model = await createFakeModelServer((request) => {
    const text = textOf(request);
    if (text.includes('<task name="experience">')) {
      const observation = { text: 'The ferry and the barge leave tomorrow.', durability: 'transient' };
      return { text: JSON.stringify({ worth: true, observations: [observation] }) };
    }
    if (text.includes('<task name="stretch">')) {
      const gist = 'The tram and the train leave tomorrow.';
      const factors = { novelty: 0.5, emotional: 0, commitment: 0, unresolved: false };
      const episode = { gist, intent: 'To tell it.', outcome: '', openLoops: [], factors };
      const map = ferries(['3 January', '2 January'], ['tram', 'train']);
      return { text: JSON.stringify({ exchanges: [], episode, ...map }) };
    }
    return { text: JSON.stringify(ferries(['3 January', '2 January'], ['ferry', 'barge'])) };
  });
  onTestFinished(() => model.close());
  // Of the second of January in Auckland.
  const experienceId = await plantAnswer(database, plants, {
    text: `The ferry and the barge leave tomorrow. ${'The harbour is open to everybody, and its café sells tickets. '.repeat(4)}`,
    at: new Date('2030-01-01T12:00:00Z'),
  });
  const { agentId } = plants;
  // Of the first of January in Los Angeles.
  const threadId = await plants.thread();
  await plants.exchange(threadId, 1, {
    message: 'The tram and the train leave tomorrow.',
    chunked: true,
    at: start,
  });
  await plants.over(threadId);
  await database.admin(
    `update salience.turns set zone = case when thread_id = $1 then 'America/Los_Angeles' else 'Pacific/Auckland' end`,
    [threadId],
  );
  const env = { ...model.env, TZ: 'UTC', SALIENCE_CLOCK: 'shared', SALIENCE_EMBEDDER: 'off' };
  const app = await spawnApp('episodic', { database, queues, env, readyMs });
  onTestFinished(() => app.kill9());
  await queues.enqueue(experienceAssimilateJob, { agentId, experienceId });
  await queues.enqueue(episodeBuildJob, { agentId });
  await until(async () => (await definitions()).length === 2, {
    what: 'concepts of both',
    timeoutMs: 90_000,
  });
  expect(await definitions()).toEqual(['The ferry leaves on 3 January.', 'The train leaves on 2 January.']);
  const asked = (role: string) =>
    model
      .requests()
      .map(textOf)
      .filter((text) => text.includes(`<task name="${role}">`))
      .join('\n');
  expect(asked('experience')).toContain('<answer at="Wednesday 2030-01-02 01:00 (Pacific/Auckland)"');
  expect(asked('stretch')).toContain('<exchange n="1" at="Tuesday 2030-01-01 19:00 (America/Los_Angeles)"');
  // One call tells the stretch and names its concepts.
  expect(asked('stretch')).toContain('<wanted>episode, concepts, relations</wanted>');
  expect([asked('episode'), asked('concept').includes('tram')]).toEqual(['', false]);
}, 200_000);
