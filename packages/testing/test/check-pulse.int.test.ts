import { mkdirSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Fingerprint } from '@salience/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkPulse, pulseActors, type PulseWitnesses, readTree } from '../src/doors/pulse.ts';
import { scratchFolder, type TestDatabase, testDatabase } from '../src/index.ts';

let database: TestDatabase;
let agent: string;
let modules: Fingerprint[];
let seen: { -readonly [K in keyof PulseWitnesses]: PulseWitnesses[K] };
const folder = scratchFolder('check-pulse');
const page = 'https://page.test/';
const at = (second: number): string => new Date(Date.UTC(2030, 0, 1, 0, 0, second)).toISOString();

beforeAll(async () => {
  database = await testDatabase();
  const actors = await pulseActors(database);
  agent = actors.agentId;
  const base = { version: '1', question_template: 'Is {location} of use?', default_threshold: 0.65 };
  modules = [
    await actors.register({
      ...base,
      module_id: 'homework',
      cluster: 'academic',
      signal_priors: { filesystem: { watch_directories: ['~/in'] } },
    }),
    await actors.register({
      ...base,
      module_id: 'status',
      cluster: 'other',
      signal_priors: {
        network: { endpoints: [page] },
        hook: { hooks: ['ci'] },
        task: { states: ['failed'] },
      },
    }),
  ];
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A file that woke the agent, was heard and labelled, one that was there before, one that was told and is gone; a page that changed twice; a message of a hook, and its task that failed. */
beforeEach(async () => {
  await database.admin(`truncate salience.threads, salience.lanes, salience.turns, salience.turn_ends, salience.tasks, salience.inbound, salience.signals, salience.cluster_signals,
    salience.clusters, salience.activations, salience.limbic_models, salience.watched_files, salience.roots, salience.pages, salience.feedback cascade`);
  const root = join(folder, 'in');
  rmSync(root, { recursive: true, force: true });
  mkdirSync(root);
  for (const name of ['a.pdf', 'old.pdf']) writeFileSync(join(root, name), name);
  const [a, old] = (['a.pdf', 'old.pdf'] as const).map(
    (name) => readTree(root).find(({ path }) => path === name)!,
  );
  const keyOf = ({ inode, mtimeMs, path, size }: NonNullable<typeof a>): string =>
    createHash('sha256')
      .update(JSON.stringify([root, path, inode, mtimeMs, size]))
      .digest('hex')
      .slice(0, 32);
  for (const [file, signal] of [
    [a, 'sig_a'],
    [old, null],
  ] as const)
    await sql`insert into salience.watched_files (agent_id, root, path, inode, mtime_ms, size, signal_id) values (${agent}, ${root}, ${file!.path}, ${file!.inode}, ${file!.mtimeMs}, ${file!.size}, ${signal})`;
  await plantSignal(
    'academic',
    1,
    'sig_a',
    { source: 'filesystem', key: keyOf(a!), location: join(root, 'a.pdf') },
    'homework woke act_1',
  );
  await plantSignal(
    'academic',
    2,
    'sig_b',
    { source: 'filesystem', key: 'b', location: join(root, 'b.pdf') },
    'homework below_threshold',
  );
  await plantSignal(
    'academic',
    3,
    'sig_gone',
    { source: 'filesystem', key: 'gone:b', location: join(root, 'b.pdf'), delta: 'deleted' },
    'homework explored act_2',
  );
  const endpoint = { endpoint: page };
  await plantSignal(
    'other',
    1,
    'sig_p1',
    {
      source: 'network',
      key: 'p1',
      location: page,
      features: { ...endpoint, content_hash: 'two', previous_hash: 'one' },
    },
    'status below_threshold',
  );
  await plantSignal(
    'other',
    2,
    'sig_p2',
    {
      source: 'network',
      key: 'p2',
      location: page,
      features: { ...endpoint, content_hash: 'three', previous_hash: 'two' },
    },
    'status woke act_3',
  );
  await plantSignal(
    'other',
    3,
    'sig_h',
    { source: 'hook', key: 'inb_1', location: 'ci', features: { hook: 'ci' } },
    'status woke act_3',
  );
  await plantSignal(
    'other',
    4,
    'sig_t',
    { source: 'task', key: 'tsk_1', location: 'A build', features: { state: 'failed' } },
    'status flood',
  );
  await sql`insert into salience.pages (agent_id, endpoint, hash, next_at) values (${agent}, ${page}, 'three', ${at(0)})`;
  await sql`insert into salience.inbound (id, agent_id, source, external_id, content_hash, sender, authority, action_class, authorisation, reason, received_at)
    values ('inb_1', ${agent}, 'hook:hk_1', 'm1', 'x', 'ci', 'external_verified', 'read_public', 'allow', 'policy', ${at(0)})`;
  await sql`insert into salience.tasks (id, agent_id, source, title, text, from_name, trust, authority, action_class, granted, plan, state, run_at, turns_used, created_at, ended_at)
    values ('tsk_1', ${agent}, 'hook', 'A build', '', 'ci', 'external', 'external_verified', 'read_public', '{}', '{"steps": []}', 'failed', ${at(0)}, 0, ${at(0)}, ${at(1)})`;
  for (const [cluster, tail, version] of [
    ['academic', 3, 1],
    ['other', 4, 0],
  ] as const)
    await sql`insert into salience.clusters (agent_id, cluster, tail, judged, version, labels, trained) values (${agent}, ${cluster}, ${tail}, ${tail}, ${version}, ${version}, ${version})`;
  await sql`insert into salience.limbic_models (agent_id, cluster, version, parent, sha256, schema, weights, heads, metrics, promoted, reason, made_at)
    values (${agent}, 'academic', 1, 0, 'x', 'y', 'z', '{}', '{}', true, 'better', ${at(1)})`;
  await plantActivation('act_1', {
    cluster: 'academic',
    module: 'homework',
    kind: 'wake',
    state: 'asked',
    reason: 'woke',
    signals: ['sig_a'],
    turn: 'turn_1',
    asked: 10,
  });
  await plantActivation('act_2', {
    cluster: 'academic',
    module: 'homework',
    kind: 'look',
    state: 'shown',
    reason: 'explored',
    signals: ['sig_gone'],
  });
  await plantActivation('act_3', {
    cluster: 'other',
    module: 'status',
    kind: 'wake',
    state: 'asked',
    reason: 'woke',
    signals: ['sig_p2', 'sig_h'],
    turn: 'turn_2',
    asked: 20,
  });
  await sql`update salience.modules set last_wake_at = case name when 'homework' then ${at(10)}::timestamptz else ${at(20)}::timestamptz end`;
  await plantThread([' pulse:act_1', ' pulse:act_3']);
  await sql`insert into salience.feedback (id, agent_id, target, value, given_by, created_at) values ('fbk_1', ${agent}, 'act_1', 1, 'person', ${at(30)})`;
  await sql`update salience.activations set label = 1, labelled_by = 'person', labelled_at = ${at(30)} where id = 'act_1'`;
  seen = {
    modules,
    homes: [folder],
    roots: [root],
    untouched: new Set([join(root, 'old.pdf')]),
    dropped: [join(root, 'a.pdf')],
    pages: { [page]: 'three' },
    labels: [{ activationId: 'act_1', value: 1, by: 'person', kept: true }],
  };
});

interface PlantedSignal {
  readonly source: string;
  readonly key: string;
  readonly location: string;
  readonly delta?: string;
  readonly features?: object;
}

/** A signal at its place; `verdict`: module, reason, and the activation that it opened. */
async function plantSignal(
  cluster: string,
  seq: number,
  id: string,
  { delta = 'created', features = {}, key, location, source }: PlantedSignal,
  verdict: string,
): Promise<void> {
  const [module, reason, activation] = verdict.split(' ');
  const judged = [
    {
      module,
      reason,
      score: 0.9,
      rule: 0.9,
      learned: null,
      threshold: 0.65,
      version: 0,
      ...(activation === undefined ? {} : { activation }),
    },
  ];
  await sql`insert into salience.signals (id, agent_id, source, external_id, location, delta_type, magnitude, features, at, taken_at)
    values (${id}, ${agent}, ${source}, ${key}, ${location}, ${delta}, 1, ${JSON.stringify(features)}::jsonb, ${at(0)}, ${at(0)})`;
  await sql`insert into salience.cluster_signals (agent_id, cluster, seq, signal_id, judged) values (${agent}, ${cluster}, ${seq}, ${id}, ${JSON.stringify(judged)}::jsonb)`;
}

interface PlantedActivation {
  readonly cluster: string;
  readonly module: string;
  readonly kind: string;
  readonly state: string;
  readonly reason: string;
  readonly signals: readonly string[];
  readonly turn?: string;
  readonly asked?: number;
}

async function plantActivation(id: string, one: PlantedActivation): Promise<void> {
  const { asked, cluster, kind, module, reason, signals, state, turn = null } = one;
  const askedAt = asked === undefined ? null : at(asked);
  await sql`insert into salience.activations (id, agent_id, cluster, module, candidates, kind, state, reason, opened_at, due_at, score, threshold, version, count, signals, "window", matrix,
      latest, question, turn_id, asked_at, heard_at)
    values (${id}, ${agent}, ${cluster}, ${module}, '[]', ${kind}, ${state}, ${reason}, ${at(1)}, ${at(1)}, 0.9, 0.65, 0, ${signals.length}, ${JSON.stringify(signals)}::jsonb, '{}', '',
      '[]', ${askedAt === null ? null : 'Is it of use?'}, ${turn}, ${askedAt}, ${askedAt})`;
}

/** A thread whose turns were all answered, in order. */
async function plantThread(keys: readonly string[]): Promise<void> {
  await sql`insert into salience.threads (id, agent_id, key, source, created_at, last_activity_at) values ('thr_1', ${agent}, 'thr_1', 'pulse', ${at(0)}, ${at(0)})`;
  await sql`insert into salience.lanes (thread_id, agent_id, tail, cursor, fence) values ('thr_1', ${agent}, ${keys.length}, ${keys.length}, 7)`;
  for (const [index, key] of keys.entries()) {
    const [seq, turn] = [index + 1, `turn_${index + 1}`];
    await sql`insert into salience.turns (id, agent_id, thread_id, seq, state, text, source, trust, fence, attempts, idempotency_key, said_at, accepted_at, ended_at)
      values (${turn}, ${agent}, 'thr_1', ${seq}, 'answered', 'Is it of use?', 'pulse', 'external', 7, 1, ${key}, ${at(10 * seq)}, ${at(10 * seq)}, ${at(10 * seq)})`;
    await sql`insert into salience.turn_ends (turn_id, agent_id, kind, fence, ended_at, exchange_id, thread_id, seq, message, mode, trust, source, said_at, reply,
        reply_trust, citations, model, usage)
      values (${turn}, ${agent}, 'answered', 7, ${at(10 * seq)}, ${`ex_${turn}`}, 'thr_1', ${seq}, 'm', 'RESPOND', 'external', 'pulse', ${at(10 * seq)}, 'r', 'agent', '[]', 'm', '{}')`;
  }
}

/** A statement with its values. */
async function sql(parts: TemplateStringsArray, ...values: readonly unknown[]): Promise<void> {
  await database.admin(
    parts.reduce((text, part, index) => `${text}$${index}${part}`),
    values,
  );
}

const check = async () => (await checkPulse({ ownerUrl: database.ownerUrl, witnesses: seen })).violations;
const rulesBroken = async () => [...new Set((await check()).map((one) => one.slice(0, one.indexOf(': '))))];

test('a sound run has no violation', async () => {
  expect(await check()).toEqual([]);
});

describe('what it finds in the rows', () => {
  const judge = (seq: number, path: string, value: string): string =>
    `update salience.cluster_signals set judged = jsonb_set(judged, '{0,${path}}', '${value}') where cluster = 'academic' and seq = ${seq}`;
  const breaks: readonly (readonly [what: string, statement: string, rule: string])[] = [
    [
      'a signal without a place',
      "delete from salience.cluster_signals where signal_id = 'sig_b'",
      'a signal has a place, and one in each cluster',
    ],
    [
      'a place twice',
      "insert into salience.cluster_signals select agent_id, cluster, 4, signal_id, judged from salience.cluster_signals where signal_id = 'sig_b'",
      'a signal has a place, and one in each cluster',
    ],
    ['a place of nothing', "delete from salience.signals where id = 'sig_b'", 'a place is of a signal'],
    [
      'a gap',
      "update salience.cluster_signals set seq = 9 where signal_id = 'sig_b'",
      'places without gaps, up to the tail',
    ],
    [
      'a tail that ran ahead',
      "update salience.clusters set tail = 9 where cluster = 'other'",
      'places without gaps, up to the tail',
    ],
    [
      'judging that stopped',
      "update salience.clusters set judged = 2 where cluster = 'academic'",
      'judged to its tail, and free',
    ],
    [
      'a lease that was kept',
      "update salience.clusters set owner = 'wrk_1' where cluster = 'academic'",
      'judged to its tail, and free',
    ],
    [
      'a place that was jumped over',
      "update salience.cluster_signals set judged = null where signal_id = 'sig_b'",
      'every place is judged',
    ],
    ['a judgement without a reason', judge(2, 'reason', '"because"'), 'a judgement has a reason'],
    ['a pass without a wake', judge(2, 'reason', '"woke"'), 'what passes has its activation, and only that'],
    [
      'a wake of what did not pass',
      judge(1, 'reason', '"below_threshold"'),
      'what passes has its activation, and only that',
    ],
    [
      'a wake of another module',
      judge(1, 'module', '"papers"'),
      'an activation is of the module that was judged',
    ],
    [
      'a count that is off',
      "update salience.activations set count = 2 where id = 'act_1'",
      'an activation counts its signals, each once',
    ],
    [
      'a signal that is named twice',
      `update salience.activations set signals = '["sig_p2", "sig_p2"]' where id = 'act_3'`,
      'an activation counts its signals, each once',
    ],
    [
      'a signal of another one',
      `update salience.activations set signals = '["sig_b"]' where id = 'act_1'`,
      'an activation names signals that opened it',
    ],
    [
      'an activation that waits for ever',
      "update salience.activations set state = 'open' where id = 'act_2'",
      'no activation is left open',
    ],
    [
      'a wake that was dropped for nothing',
      "update salience.activations set state = 'dropped' where id = 'act_2'",
      'an activation ends as its kind and reason allow',
    ],
    [
      'a look that was asked',
      "update salience.activations set kind = 'look' where id = 'act_1'",
      'an activation ends as its kind and reason allow',
    ],
    [
      'a wake of two turns',
      "update salience.turns set source = 'api', idempotency_key = ' pulse:act_2' where id = 'turn_1'",
      'a wake is one turn',
    ],
    [
      'a wake whose turn is another one',
      "update salience.activations set turn_id = 'turn_2' where id = 'act_1'",
      'a wake is one turn',
    ],
    [
      'a turn of nothing',
      "update salience.turns set idempotency_key = ' pulse:act_9' where id = 'turn_1'",
      'a turn of a signal is a wake or a digest',
    ],
    [
      'a turn that is trusted',
      "update salience.turns set trust = 'user' where id = 'turn_1'",
      'a turn of a signal is from outside, and asks its question',
    ],
    [
      'a turn that asks something else',
      "update salience.turns set text = 'Delete it.' where id = 'turn_1'",
      'a turn of a signal is from outside, and asks its question',
    ],
    [
      'a digest that never came',
      "update salience.activations set state = 'told', turn_id = null, reason = 'budget', kind = 'wake' where id = 'act_2'",
      'what was kept back is told once',
    ],
    [
      'a wake too soon',
      `update salience.activations set state = 'asked', kind = 'wake', asked_at = '${at(39)}', turn_id = 'x' where id = 'act_2'`,
      'wakes of a module keep its pause',
    ],
    [
      'a wake that the module forgot',
      "update salience.modules set last_wake_at = null where name = 'homework'",
      'a module knows its last wake',
    ],
    [
      'a wake before its signal',
      `update salience.activations set opened_at = '${at(15)}' where id = 'act_1'`,
      'no wake before it is due or without its question',
    ],
    [
      'a wake that nobody heard',
      "update salience.activations set heard_at = null where id = 'act_1'",
      'a wake is heard, or its turn failed for a reason that is told',
    ],
    ['a label without feedback', 'delete from salience.feedback', 'a label is one row of feedback'],
    [
      'a label of another value',
      "update salience.activations set label = 0 where id = 'act_1'",
      'a label is one row of feedback',
    ],
    [
      'feedback on nothing',
      "update salience.feedback set target = 'act_9'",
      'feedback on a signal is on an activation',
    ],
    [
      'a model without its parent',
      'update salience.limbic_models set version = 3, parent = 2',
      'a model has its parent, and the active one was promoted',
    ],
    [
      'a model that lost and scores',
      'update salience.limbic_models set promoted = false',
      'a model has its parent, and the active one was promoted',
    ],
    [
      'a model that won and does not score',
      "update salience.clusters set version = 0 where cluster = 'academic'",
      'the latest promoted model scores',
    ],
    ['a judgement by no model', judge(2, 'version', '7'), 'a judgement names a model that there was'],
    [
      'labels that nobody gave',
      "update salience.clusters set trained = 2 where cluster = 'academic'",
      'no more labels were learned than given',
    ],
    [
      'a page that fails',
      "update salience.pages set error = 'page.unreachable'",
      'a folder and a page are held by nobody who is gone',
    ],
    [
      'a turn that did not end',
      "update salience.turns set state = 'running' where id = 'turn_2'",
      'turn ended',
    ],
    [
      'a signal that nobody declared',
      "update salience.signals set location = '/etc/passwd' where id = 'sig_b'",
      'nothing is taken in that nobody declared',
    ],
    [
      'a judgement that is missing',
      "update salience.cluster_signals set judged = '[]' where signal_id = 'sig_b'",
      'a signal is judged once for each module that declared it',
    ],
    [
      'a judgement twice',
      "update salience.cluster_signals set judged = judged || judged where signal_id = 'sig_b'",
      'a signal is judged once for each module that declared it',
    ],
    [
      'a place in a cluster that did not ask',
      "update salience.cluster_signals set cluster = 'other', seq = 5 where signal_id = 'sig_b'",
      'a signal has its places',
    ],
    [
      'a file that is not known',
      "delete from salience.watched_files where path = 'a.pdf'",
      'a file is known',
    ],
    [
      'a file as it was',
      "update salience.watched_files set size = 1 where path = 'a.pdf'",
      'a file is known as it is',
    ],
    [
      'a file without a signal',
      "update salience.watched_files set signal_id = null where path = 'a.pdf'",
      'a signal accounts for a file',
    ],
    [
      'a file with the signal of another',
      "update salience.watched_files set signal_id = 'sig_b' where path = 'a.pdf'",
      'a signal accounts for a file',
    ],
    [
      'news of what was there',
      "update salience.watched_files set signal_id = 'sig_a' where path = 'old.pdf'",
      'what was there at the first look is no news',
    ],
    [
      'a file that went untold',
      "update salience.signals set location = location || 'x' where id = 'sig_gone'",
      'what went is told',
    ],
    [
      'a file that matters and was passed over',
      judge(1, 'reason', '"outscored"'),
      'a file that matters is asked about',
    ],
    [
      'a message that was lost',
      "update salience.signals set external_id = 'inb_2' where id = 'sig_h'",
      'a row is a signal',
    ],
    [
      'a message that there was not',
      "delete from salience.inbound where id = 'inb_1'",
      'a signal is of a row',
    ],
    [
      'a change of a page that was lost',
      `update salience.signals set features = features || '{"previous_hash": "other"}' where id = 'sig_p2'`,
      'no change of a page is left out',
    ],
    ['a page as it was', "update salience.pages set hash = 'two'", 'a page is known as it is'],
    [
      'a last change that was lost',
      `update salience.signals set features = features || '{"content_hash": "other"}' where id = 'sig_p2'`,
      'the last change of a page is told',
    ],
  ];
  test.each(breaks)('%s', async (_what, statement, rule) => {
    await database.admin(statement);
    expect(await rulesBroken()).toContain(rule);
  });
});

describe('what it finds in the world', () => {
  const changes: readonly (readonly [what: string, change: () => void, rule: string])[] = [
    [
      'a file that nobody noticed',
      () => writeFileSync(join(seen.roots[0]!, 'new.pdf'), 'x'),
      'a file is known',
    ],
    [
      'a file that went unnoticed',
      () => unlinkSync(join(seen.roots[0]!, 'old.pdf')),
      'what is gone is not known',
    ],
    [
      'a label that was lost',
      () => (seen.labels = [...seen.labels, { activationId: 'act_2', value: 1, by: 'person', kept: true }]),
      'a label that was kept is there',
    ],
    ['a label that nobody gave', () => (seen.labels = []), 'no label is made up'],
    [
      'a label that was turned',
      () => (seen.labels = [{ activationId: 'act_1', value: -1, by: 'person', kept: true }]),
      'a label is as it was given',
    ],
  ];
  test.each(changes)('%s', async (_what, change, rule) => {
    change();
    expect(await rulesBroken()).toContain(rule);
  });

  test('of a label whose answer was lost either end is sound', async () => {
    seen.labels = [...seen.labels, { activationId: 'act_2', value: 1, by: 'person', kept: null }];
    expect(await check()).toEqual([]);
  });
});
