import type { AgentId, Id } from '@salience/contracts';
import { driftRules } from '@salience/memory';
import {
  asPerson,
  clockControl,
  plantLived,
  plantsIn,
  spawnApp,
  type TestDatabase,
  testDatabase,
  until,
} from '@salience/testing';
import { beforeAll, expect, it, onTestFinished } from 'vitest';

const start = new Date('2030-01-01T12:00:00Z');
/** What was lived through, and a message on it that shares no word with it. */
const life = [
  {
    talk: ['The sourdough starter died.', 'I left the oven light on and the flour dried out.'],
    names: ['sourdough', 'starter', 'oven'],
    message: 'My dough did not rise.',
  },
  {
    talk: ['Our puppy chews every shoe.', 'The trainer wants us to use the crate at night.'],
    names: ['puppy', 'trainer', 'crate'],
    message: 'How do you teach a dog to behave?',
  },
];

let database: TestDatabase;
let agentId: AgentId;
let asked = 0;
beforeAll(async () => {
  database = await testDatabase();
  ({ agentId } = await plantsIn(database, start));
});

/** The thoughts that the model of a message's turn was shown, by the episode they rest on. */
async function shown(url: string, text: string): Promise<string[]> {
  const response = await fetch(`${url}/chat`, {
    method: 'POST',
    headers: { ...asPerson, 'content-type': 'application/json' },
    body: JSON.stringify({ text, thread_id: `surfacing-${(asked += 1)}` }),
  });
  expect(response.status, await response.text()).toBe(200);
  const rows = await database.admin<{ episode: string }>(
    `select t.grounding_episode_id as episode from salience.contexts c cross join jsonb_array_elements(c.body->'items') i
     join salience.thoughts t on t.id = i->>0 where c.turn_id = $1 and i->>6 = '1'`,
    [response.headers.get('x-turn-id')],
  );
  return rows.map(({ episode }) => episode);
}

it('surfaces in the context of a message that shares no word with it, and no longer once it has expired (law 8)', async () => {
  const clock = clockControl(database);
  await clock.set(start, 0);
  const episodes: Id<'episode'>[] = [];
  for (const { names, talk } of life)
    episodes.push((await plantLived(database, { agentId, talk, names, at: start })).episodeId);
  const env = { SALIENCE_CLOCK: 'shared', SALIENCE_DRIFT_LOOK_MS: '50' };
  const drift = await spawnApp('cognitive-drift', { database, env });
  onTestFinished(() => drift.kill9());
  const thoughts = () =>
    database.admin<{ id: string }>('select distinct grounding_episode_id as id from salience.thoughts');
  const bothThere = async () => {
    await clock.advance(driftRules.intervalMs);
    return (await thoughts()).length === life.length;
  };
  await until(bothThere, { what: 'a thought on each episode', timeoutMs: 40_000, everyMs: 300 });

  const [consumer, digest] = await Promise.all([
    spawnApp('consumer', { database, env }),
    spawnApp('digest', { database, env }),
  ]);
  onTestFinished(async () => void (await Promise.all([consumer.kill9(), digest.kill9()])));
  for (const [place, { message }] of life.entries())
    expect(await shown(consumer.httpUrl(), message)).toEqual([episodes[place]]);

  await clock.advance(driftRules.lifeMs);
  for (const { message } of life) expect(await shown(consumer.httpUrl(), message)).toEqual([]);
}, 120_000);
