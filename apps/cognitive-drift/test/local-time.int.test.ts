import type { AgentId } from '@salience/contracts';
import { loadAutobiographies } from '@salience/database/biography';
import { driftRules } from '@salience/memory';
import {
  type ClockControl,
  clockControl,
  createFakeModelServer,
  type ModelRequest,
  type PlantedLife,
  plantEnded,
  plantLived,
  type Plants,
  plantsIn,
  spawnApp,
  type TestDatabase,
  testDatabase,
  until,
} from '@salience/testing';
import { beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';

// Sunday in Los Angeles, Monday in Tokyo and in Auckland.
const start = new Date('2030-06-30T20:30:00Z');

let database: TestDatabase;
let agentId: AgentId;
let plants: Plants;
let clock: ClockControl;
beforeAll(async () => {
  database = await testDatabase();
  plants = await plantsIn(database, start);
  agentId = plants.agentId;
  clock = clockControl(database);
});
beforeEach(async () => {
  await database.admin(
    `truncate salience.concepts, salience.drift_agents, salience.drift_runs, salience.thoughts, salience.turns, salience.lanes,
       salience.threads, salience.episodes, salience.memory_progress, salience.autobiographies, salience.chores cascade`,
  );
  await clock.set(start, 0);
  const lives: PlantedLife[] = [];
  for (let n = 1; n <= 5; n += 1) {
    lives.push(
      await plantLived(database, {
        agentId,
        talk: [`The kayak number ${n} leaks since the storm at the lake.`],
        names: n === 1 ? ['kayak', 'storm', 'lake'] : [],
        at: start,
      }),
    );
  }
  const [saidIn, endedIn] = lives as [PlantedLife, PlantedLife];
  const endedAt = new Date(start.getTime() + 60_000);
  await plantEnded(database, {
    agentId,
    saidIn,
    endedIn,
    key: 'kayak_at',
    value: 'lake',
    now: 'garage',
    at: start,
    endedAt,
  });
  await database.admin('insert into salience.drift_agents (agent_id, next_at) values ($1, $2)', [
    agentId,
    start,
  ]);
  await clock.advance(driftRules.intervalMs);
});

const textOf = ({ messages }: ModelRequest) => messages.map(({ content }) => String(content)).join('\n');
/** The day of UTC, and the day that it is elsewhere: code knows which of them is right. */
const days = ['2030-06-30', '2030-07-01'];
const account = {
  identity: [],
  relationship: [],
  values: [],
  patterns: [],
  threads: [],
  themes: days.map((day) => ({ text: `${day}: The kayak leaks.`, sources: ['s1'] })),
};
const thought = { type: 'reflection', content: 'The storm and the kayak at the lake belong together.' };

it.each([
  {
    of: 'the agent',
    settings: { timeZone: 'America/Los_Angeles' },
    installed: 'Pacific/Auckland',
    now: 'Sunday 2030-06-30 13:35 (America/Los_Angeles)',
    ended: 'Sunday 2030-06-30 13:30 (America/Los_Angeles)',
    day: '2030-06-30',
  },
  {
    of: 'whoever spoke last',
    settings: {},
    spoken: 'America/Los_Angeles',
    installed: 'Pacific/Auckland',
    now: 'Sunday 2030-06-30 13:35 (America/Los_Angeles)',
    ended: 'Sunday 2030-06-30 13:30 (America/Los_Angeles)',
    day: '2030-06-30',
  },
  {
    of: 'the installation',
    settings: {},
    installed: 'Pacific/Auckland',
    now: 'Monday 2030-07-01 08:35 (Pacific/Auckland)',
    ended: 'Monday 2030-07-01 08:30 (Pacific/Auckland)',
    day: '2030-07-01',
  },
  {
    of: 'the machine',
    settings: {},
    installed: '',
    now: 'Monday 2030-07-01 05:35 (Asia/Tokyo)',
    ended: 'Monday 2030-07-01 05:30 (Asia/Tokyo)',
    day: '2030-07-01',
  },
])(
  'thoughts and accounts have the times and days of the zone of $of',
  async ({ day, ended, installed, now, settings, spoken }) => {
    await database.admin('update salience.agents set settings = $2 where id = $1', [agentId, settings]);
    // The latest thread says whose clock counts; of one without turns nobody knows.
    if (spoken === undefined) await plants.thread({ at: new Date(start.getTime() + 120_000) });
    else await database.admin('update salience.turns set zone = $1', [spoken]);
    const model = await createFakeModelServer((request) => ({
      text: JSON.stringify(textOf(request).includes('<task name="drift">') ? thought : account),
    }));
    onTestFinished(() => model.close());
    const asked = (role: string) =>
      model
        .requests()
        .map(textOf)
        .find((text) => text.includes(`<task name="${role}">`));
    const app = await spawnApp('cognitive-drift', {
      database,
      readyMs: 90_000,
      env: {
        ...model.env,
        TZ: 'Asia/Tokyo',
        SALIENCE_TIME_ZONE: installed,
        SALIENCE_CLOCK: 'shared',
        SALIENCE_DRIFT_LOOK_MS: '50',
        SALIENCE_EMBEDDER: 'off',
      },
    });
    onTestFinished(() => app.kill9());
    const versions = () => loadAutobiographies(database.connect('salience_digest'), agentId, { limit: 1 });
    await until(async () => asked('drift') !== undefined && (await versions()).length > 0, {
      what: 'a thought to be asked for, and an account',
      timeoutMs: 90_000,
    });
    expect(asked('drift')).toContain(`<now>${now}</now>`);
    expect(asked('drift')).toContain(`<episode at="${ended}"`);
    expect(asked('biography')).toContain(`<now>${now}</now>`);
    expect(asked('biography')).toContain(`kind="episode" day="${day}"`);
    // What an episode says and what holds no longer is marked for the writer too (law 15).
    expect(asked('biography')).toContain(`(until ${day}: kayak at lake; now garage)`);
    const [version] = await versions();
    expect(version?.sections.themes.map(({ text }) => text)).toEqual([`${day}: The kayak leaks.`]);
  },
  200_000,
);
