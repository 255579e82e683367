import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  asPerson,
  createFakeModelServer,
  type FakeModelServer,
  queueNamespace,
  scratchFolder,
  type SpawnedApp,
  spawnApp,
  type TestDatabase,
  testDatabase,
} from '@salience/testing';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { salience } from './command-line.ts';

let database: TestDatabase;
let queues: Awaited<ReturnType<typeof queueNamespace>>;
let apps: SpawnedApp[] = [];
let model: FakeModelServer;
let url: string;
let turn: string;
let told: string;

beforeAll(async () => {
  database = await testDatabase();
  queues = await queueNamespace('postgres', database);
  apps = await Promise.all(
    (['consumer', 'digest'] as const).map((app) => spawnApp(app, { database, queues })),
  );
  url = apps[0]?.httpUrl() ?? '';
  model = await createFakeModelServer(() => ({ pieces: ['Lyon, ', 'says the model.'] }));
  await say('My sister Ada lives in Lyon.');
  ({ turn, told } = await say('Where does my sister live?'));
}, 120_000);
afterAll(async () => {
  await Promise.all(apps.map((app) => app.stop()));
  await Promise.all([model.close(), database.close()]);
});

async function say(text: string): Promise<{ turn: string; told: string }> {
  const response = await fetch(`${url}/chat`, {
    method: 'POST',
    headers: { ...asPerson, 'content-type': 'application/json' },
    body: JSON.stringify({ text, thread_id: 'rerun' }),
  });
  const events = await response.text();
  return { told: events, turn: /turn_[0-9a-f]{32}/.exec(events)?.[0] ?? '' };
}

const run = (...args: string[]) => salience(...args, '--url', url);

test('law 13: a turn comes out as it was, and the command ends with 0', async () => {
  const { code, out } = await run('rerun', turn);
  expect(told).toContain('Lyon');
  expect([code, out]).toEqual([
    0,
    expect.stringMatching(
      /RESPOND, the same bit for bit[^]*stored as sent[^]*the same word for word[^]*Lyon/,
    ),
  ]);
});

test('by another policy decision and answer stand beside what they were', async () => {
  const { code, out } = await run('rerun', turn, '--policy', 'reference', '--json');
  const again = JSON.parse(out) as { decision: { parts: unknown[] }; answer: { same: boolean; was: string } };
  expect(code).toBe(0);
  expect(again.decision.parts).toMatchObject([
    { policy: 'reference', was: 'RESPOND', mode: 'CLARIFY', equal: false },
  ]);
  expect(again.answer).toMatchObject({
    same: false,
    was: expect.stringContaining('Lyon'),
    now: { template: 'CLARIFY' },
  });
});

test('a model answers from the same context, by the instructions of a folder', async () => {
  const prompts = join(scratchFolder('prompts'), 'own');
  mkdirSync(prompts, { recursive: true });
  writeFileSync(join(prompts, 'respond.md'), 'Answer like a pirate.');
  vi.stubEnv('OPENAI_BASE_URL', model.baseUrl);
  const { code, out } = await run('rerun', turn, '--model', 'openai:any', '--prompts', prompts, '--json');
  vi.unstubAllEnvs();
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({
    answer: { same: false, now: { text: 'Lyon, says the model.', model: 'any' } },
  });
  const [request] = model.requests();
  expect(JSON.stringify(request)).toContain(
    '<instructions mode=\\"RESPOND\\">\\nAnswer like a pirate.\\n</instructions>',
  );
});

test('a what-if lists what would change, then counts all of it', async () => {
  const day = new Date().toISOString().slice(0, 10);
  const { code, out } = await run('what-if', '--day', day, '--days', '2', '--policy', 'reference');
  expect(code).toBe(0);
  expect(out).toContain('RESPOND -> CLARIFY');
  expect(out).toMatch(/By reference@1: \d of 2 decisions would have been another\./);
});

test('of a turn that a language model answered, decision and context are shown without --model, and why the answer is not', async () => {
  const digest = apps.find(({ app }) => app === 'digest');
  await digest?.stop();
  apps.push(await spawnApp('digest', { database, queues, env: model.env }));
  const asked = await say('Where does my sister live now?');
  expect(asked.told).toContain('says the model');
  for (const policy of [[], ['--policy', 'reference']]) {
    const { code, out } = await run('rerun', asked.turn, ...policy);
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(
        /decision {2}RESPOND[^]*stored as sent[^]*not written again: openai\S*:fake-model wrote it[^]*--model[^]*says the model/,
      ),
    ]);
  }
});

test.each([
  [
    'a policy that is none',
    ['rerun', 'TURN', '--policy', 'x y'],
    /Expected --policy as a version, a name or both/,
  ],
  [
    'a version that is not there',
    ['rerun', 'TURN', '--policy', 'shipped@99'],
    /no version 99 of the policy "shipped"/,
  ],
  [
    'a folder that is not there',
    ['rerun', 'TURN', '--prompts', '/nowhere/at/all'],
    /folder of --prompts cannot be read/,
  ],
  ['a model that nothing reaches', ['rerun', 'TURN', '--model', 'nonsense'], /names no provider/],
  ['a turn that is not there', ['rerun', `turn_${'0'.repeat(32)}`], /no turn|unknown/i],
  [
    'a day that no calendar has',
    ['what-if', '--day', '2026-02-30', '--policy', '4'],
    /Expected --day as a day/,
  ],
  [
    'days that are no count',
    ['what-if', '--day', '2026-02-20', '--policy', '4', '--days', 'all'],
    /Expected --days/,
  ],
])('%s is told, and what to do', async (_, args, words) => {
  const { code, error } = await run(...args.map((one) => (one === 'TURN' ? turn : one)));
  expect(code).not.toBe(0);
  expect(String(error)).toMatch(words);
});
