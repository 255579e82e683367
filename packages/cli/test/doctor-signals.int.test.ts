import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentId, Fingerprint } from '@salience/contracts';
import { newId } from '@salience/database';
import { findAgent } from '@salience/database/agents';
import {
  changeModule,
  claimClusters,
  claimPage,
  claimRoot,
  commitJudgements,
  notePage,
  noteRoot,
  registerModule,
  takeSignals,
  wakeAgent,
} from '@salience/database/signals';
import { compileModule } from '@salience/escalation';
import { freePort } from '@salience/embedded';
import type { Finding } from '@salience/supervisor/doctor';
import { scratchFolder, type TestDatabase, testDatabase } from '@salience/testing';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { salience } from './command-line.ts';

let folder: string;
let database: TestDatabase;
let agentId: AgentId;
const now = new Date();
const hour = 3_600_000;

const module: Fingerprint = compileModule({
  module_id: 'papers',
  cluster: 'papers',
  version: '1',
  question_template: 'A file at {location}?',
  default_threshold: 0.65,
  signal_priors: {
    filesystem: { watch_directories: ['/srv/papers', '/srv/refused'] },
    network: { endpoints: ['https://example.test/status'] },
  },
});

beforeAll(async () => {
  folder = scratchFolder('doctor-signals');
  database = await testDatabase();
  agentId = (await findAgent(database.connect('salience_consumer'), 'default'))?.id as AgentId;
});
beforeEach(async () => {
  vi.stubEnv('DATABASE_URL', database.urlFor('salience_operator'));
  vi.stubEnv('REDIS_URL', '');
  vi.stubEnv('PORT', `${await freePort()}`);
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

/** What the doctor finds of signals, in a world in which nothing runs. */
async function found(): Promise<Finding[]> {
  const url = `http://127.0.0.1:${await freePort()}`;
  const { out } = await salience('doctor', '--home', join(folder, 'home'), '--url', url, '--json');
  const { findings } = JSON.parse(out) as { findings: Finding[] };
  return findings.filter(({ check }) => check.startsWith('signals.'));
}

/** A signal that was taken in at an instant, in the sequence of its cluster. */
async function signalAt(at: Date): Promise<void> {
  const signal = {
    id: newId('signal', at.getTime()),
    externalId: `at ${at.getTime()}`,
    source: 'filesystem',
    location: '/srv/papers/a.pdf',
    deltaType: 'created',
    magnitude: 1,
    features: {},
    own: false,
    at,
    clusters: ['papers'],
  } as const;
  await takeSignals(database.connect('salience_pulse_sensor'), { agentId, now: at, signals: [signal] });
}

test('where no module is, and where one has all that it needs, nothing is told', async () => {
  const levels = async () => (await found()).map(({ level }) => level);
  expect(await levels()).toEqual(['ok', 'ok', 'ok']);
  const db = database.connect('salience_consumer');
  await registerModule(db, agentId, { fingerprint: module, hash: 'h', now });
  expect(await levels()).toEqual(['ok', 'ok', 'ok']);
});

test('a folder and a page that fail are told, as long as a module declares such', async () => {
  const db = database.connect('salience_pulse_sensor');
  const owner = 'wrk_test';
  const root = '/srv/refused';
  const lease = { agentId, owner, leaseMs: 60_000, now };
  const held = await claimRoot(db, { ...lease, root, host: 'here', inode: null, takeoverMs: 0 });
  await noteRoot(db, {
    agentId,
    root,
    fence: held?.fence ?? 0,
    now,
    error: 'files.root-refused',
    release: true,
  });
  const endpoint = 'https://example.test/status';
  const page = await claimPage(db, { ...lease, endpoint });
  if (!('fence' in page)) throw new Error('expected the page');
  const failed = { error: 'pages.unreachable', nextAt: now, signals: [] };
  await notePage(db, { agentId, endpoint, fence: page.fence, now, ...failed });
  expect((await found()).filter(({ level }) => level !== 'ok')).toMatchObject([
    { check: 'signals.folders', level: 'problem', facts: { state: 'failing', error: 'files.root-refused' } },
    { check: 'signals.pages', level: 'warn', facts: { error: 'pages.unreachable', failures: 1 } },
  ]);
  const consumer = database.connect('salience_consumer');
  await changeModule(consumer, agentId, 'papers', { now, state: 'paused' });
  expect((await found()).filter(({ level }) => level !== 'ok')).toEqual([]);
  await changeModule(consumer, agentId, 'papers', { now, state: 'active' });
});

test('signals that nobody judges are counted with how long they wait, and a wake that no model was shown', async () => {
  const db = database.connect('salience_pulse_sensor');
  const before = new Date(now.getTime() - hour);
  await signalAt(before);
  expect((await found()).find(({ check }) => check === 'signals.judged')?.facts).toMatchObject({
    count: 1,
    oldestMs: expect.closeTo(hour, -5),
  });
  const [claimed] = await claimClusters(db, {
    owner: 'wrk_test',
    leaseMs: 60_000,
    limit: 1,
    signals: 10,
    now,
    held: {},
  });
  if (claimed === undefined) throw new Error('expected the cluster');
  const id = newId('activation', before.getTime());
  const seq = claimed.signals[0]?.seq ?? 0;
  await commitJudgements(db, {
    agentId,
    cluster: 'papers',
    fence: claimed.fence,
    now: before,
    upto: seq,
    state: {},
    judged: [],
    activations: [
      {
        id,
        module: 'papers',
        candidates: ['papers'],
        kind: 'wake',
        state: 'open',
        reason: 'woke',
        dueAt: before,
        score: 0.9,
        threshold: 0.65,
        version: 0,
        count: 1,
        signals: [],
        window: {},
        matrix: '',
        latest: [],
      },
    ],
    release: true,
  });
  const woken = await wakeAgent(db, {
    agentId,
    id,
    count: 1,
    text: 'A file?',
    question: 'A file?',
    values: {},
    zone: 'UTC',
    now: before,
    cooldownMs: 0,
    dayStart: before,
    wakesMax: 10,
    tokensMax: 1_000,
    traceparent: undefined,
  });
  expect(woken.status).toBe('asked');
  const told = await found();
  expect(told.find(({ check }) => check === 'signals.judged')?.facts).toMatchObject({ count: 0 });
  expect(told.find(({ check }) => check === 'signals.heard')).toMatchObject({
    level: 'warn',
    facts: { asked: 1, unheard: 1 },
  });
});
