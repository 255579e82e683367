import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ActionResult, TopicId } from '@salience/contracts';
import { createSharedClock, newId } from '@salience/database';
import { claimLane } from '@salience/database/turns';
import { silentLogger } from '@salience/telemetry';
import {
  acceptSaid,
  clockControl,
  effectsByKey,
  fakeMcpProgram,
  fireSchedules,
  scratchFolder,
  type TestDatabase,
  testDatabase,
  until,
} from '@salience/testing';
import { createRecall } from '@salience/recall';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SkillTurn } from '../src/skills/skill.ts';
import {
  createToolRack,
  type DispatchCall,
  type LateResult,
  readServers,
  type ToolRack,
} from '../src/skills/toolbox.ts';
import { untilToolsOffered } from './lane-world.ts';

let database: TestDatabase;
let rack: ToolRack;
let keys = 0;
const late: LateResult[] = [];
const program = fakeMcpProgram();

beforeAll(async () => {
  database = await testDatabase();
  await clockControl(database).set(new Date('2030-03-01T12:00:00Z'));
  const db = database.connect('salience_digest');
  const mcpConfig = join(scratchFolder('tools'), 'servers.json');
  writeFileSync(mcpConfig, JSON.stringify({ mcpServers: { fake: program.config } }));
  rack = createToolRack({
    db,
    recall: createRecall({ db, onTrouble: () => {} }),
    clock: createSharedClock(db),
    log: silentLogger,
    ...(await readServers(mcpConfig, [], silentLogger)),
    onLate: (answer) => late.push(answer),
  });
  await untilToolsOffered(rack);
});

afterAll(async () => {
  await rack.close();
  await database.close();
});

/** A turn that was accepted and claimed, as digest has it in hand. */
async function turnOf(text: string, trust: 'external' | 'user' = 'user'): Promise<SkillTurn> {
  const now = new Date('2030-03-01T12:00:00Z');
  const said = { threadKey: `thread ${keys++}`, trust, now };
  const { agentId, threadId } = await acceptSaid(database.connect('salience_consumer'), text, said);
  const step = await claimLane(database.connect('salience_digest'), {
    agentId,
    threadId,
    owner: newId('worker'),
    now,
  });
  if (step.status !== 'turn') throw new Error(step.status);
  return step;
}

async function use(
  step: SkillTurn,
  tool: string,
  args: object,
  more: Partial<DispatchCall> = {},
): Promise<ActionResult> {
  const { dispatch } = await rack.toolbox();
  return dispatch({
    tool,
    arguments: { ...args },
    idempotencyKey: `key ${keys++}`,
    timeoutMs: 5_000,
    signal: new AbortController().signal,
    step,
    runId: step.turn.id,
    n: 1,
    ...more,
  });
}

describe('the toolbox', () => {
  it('offers the skills in their order, then external tools, each with what the rules need', async () => {
    const { specs } = await rack.toolbox();
    expect(specs.slice(0, 12).map(({ name, tier }) => [name, tier])).toEqual([
      ['recall', 'observe'],
      ['memorize', 'organise'],
      ['introspect', 'observe'],
      ['list', 'organise'],
      ['focus', 'organise'],
      ['schedule', 'organise'],
      ['autobiography', 'observe'],
      ['associate', 'observe'],
      ['time_zone', 'organise'],
      ['forget', 'commit'],
      ['persistent_task', 'organise'],
      ['fake__busy', 'act'],
    ]);
    for (const { gated, idempotent, inputSchema, name } of specs) {
      expect(inputSchema).toMatchObject({ type: 'object' });
      expect(JSON.stringify(inputSchema)).not.toContain('"pattern"');
      expect(gated).toMatchObject({ name, known: !name.startsWith('fake__') });
      expect(idempotent).toBe(!name.startsWith('fake__'));
    }
    expect(JSON.stringify(await rack.toolbox())).toBe(JSON.stringify({ specs }));
  });

  it('has only skills without a file, that of mails where there are any, and says what is wrong with a bad one', async () => {
    const db = database.connect('salience_digest');
    const recall = createRecall({ db, onTrouble: () => {} });
    const parts = { db, recall, clock: createSharedClock(db), log: silentLogger, onLate: () => undefined };
    const bare = createToolRack({ ...parts, ...(await readServers(undefined, [], silentLogger)) });
    expect((await bare.toolbox()).specs).toHaveLength(11);
    const withMails = createToolRack({ ...parts, servers: {}, mails: true });
    const { specs } = await withMails.toolbox();
    expect(specs.slice(11).map(({ name, tier }) => [name, tier])).toEqual([['mail', 'commit']]);
    // Some providers refuse expressions.
    expect(JSON.stringify(specs.map(({ inputSchema }) => inputSchema))).not.toContain('"pattern"');
    await expect(readServers('absent/servers.json', [], silentLogger)).rejects.toMatchObject({
      code: 'config.mcp',
    });
  });

  it('runs no call whose arguments do not fit, and says what was expected', async () => {
    const step = await turnOf('hello');
    const wrong: [string, object, RegExp][] = [
      ['recall', {}, /either "query" or "ids"/],
      ['recall', { query: 'x', limit: 11 }, /limit/],
      ['list', { action: 'explode' }, /action/],
      ['schedule', { action: 'create', text: 'x', due_at: 'tomorrow' }, /due_at.*such as 2030-05-01T09:00/],
      ['introspect', { secret: 1 }, /secret/],
      ['fake__echo', { words: 'x' }, /required property 'text'/],
      ['no_such_tool', {}, /no tool named/],
    ];
    for (const [tool, args, expected] of wrong) {
      const result = await use(step, tool, args);
      expect(result, tool).toMatchObject({ outcome: 'failed', transient: false });
      expect(result.text, tool).toMatch(expected);
    }
  });

  it('labels what a tool says as external and what a skill says as the agent’s (law 10)', async () => {
    const step = await turnOf('hello');
    expect(await use(step, 'fake__echo', { text: 'x' })).toMatchObject({ trust: 'external', text: 'x' });
    expect(await use(step, 'introspect', {})).toMatchObject({ trust: 'agent' });
  });

  it('stops a call that takes too long and reports its late answer with its step', async () => {
    const step = await turnOf('hello');
    const result = await use(step, 'fake__late', {}, { timeoutMs: 200, n: 7 });
    expect(result).toMatchObject({ outcome: 'timed_out', transient: false });
    const answer = await until(() => late[0], { what: 'the late answer' });
    expect(answer).toEqual({
      agentId: step.turn.agent_id,
      threadId: step.turn.thread_id,
      runId: step.turn.id,
      n: 7,
      text: 'Here I am, late.',
    });
  });

  it('passes the key on: an external effect happens once for each', async () => {
    const step = await turnOf('hello');
    await use(step, 'fake__note', { text: 'x' }, { idempotencyKey: 'mine' });
    expect(effectsByKey(program.journal).get('mine')).toBe(1);
  });

  it('does nothing for a turn that is over', async () => {
    const step = await turnOf('hello');
    const signal = AbortSignal.abort();
    expect(await use(step, 'memorize', { text: 'never' }, { signal })).toMatchObject({ outcome: 'failed' });
    expect((await use(step, 'recall', { query: 'never' })).text).toMatch(/Nothing/);
  });
});

describe('recall and memorize', () => {
  it('keep and find, once however often the action is tried (law 4)', async () => {
    const step = await turnOf('which code did I tell Ana? Save it.');
    const again = { idempotencyKey: 'gate' };
    const kept = await use(step, 'memorize', { text: 'The gate code is 4711' }, again);
    expect(kept).toMatchObject({ outcome: 'succeeded', text: 'Kept in memory: The gate code is 4711' });
    expect((await use(step, 'memorize', { text: 'The gate code is 4711' }, again)).text).toMatch(/already/);
    const found = await use(await turnOf('what is the code?'), 'recall', { query: 'gate code' });
    expect(found.text.match(/4711/g)).toHaveLength(1);
  });

  it('keep nothing a second time that the message itself asks to keep: remembering does', async () => {
    const step = await turnOf('The cellar code is 9031, keep that in mind');
    const kept = await use(step, 'memorize', { text: "Marta's cellar code is 9031" });
    expect(kept).toMatchObject({ outcome: 'succeeded', text: expect.stringMatching(/with the message/) });
    await use(step, 'memorize', { text: 'The cellar code is 9031 and the attic code is 5520' });
    const rows = await database.admin("select value from salience.facts where value ~ '9031'");
    expect(rows).toEqual([{ value: 'The cellar code is 9031 and the attic code is 5520' }]);
  });

  it('law 10: a note that rests on text from outside stays external, in memory and when recalled', async () => {
    const step = await turnOf('what is in my mail?');
    await use(step, 'memorize', { text: 'Owner approves wombats' }, { trust: 'external' });
    // Searching shows where it stands; only reading it by its id shows the words, and taints who reads.
    const found = await use(step, 'recall', { query: 'wombats' });
    expect(found).toMatchObject({ trust: 'agent' });
    expect(found.text).not.toMatch(/approves/);
    const [id = ''] = /fact_[0-9a-f]+/.exec(found.text) ?? [];
    const read = await use(step, 'recall', { ids: [id] });
    expect(read).toMatchObject({ outcome: 'succeeded', trust: 'external' });
    expect(read.text).toMatch(/Owner approves wombats/);
  });

  it('law 10: what the model worded by itself is believed as the agent’s, not as the person’s', async () => {
    const step = await turnOf('I like quokkas most');
    await use(step, 'memorize', { text: 'user likes quokkas most' });
    await use(step, 'memorize', { text: 'Numbats deserve unlimited budget' });
    const facts = await database.admin<{ value: string; trust: string }>(
      "select value, trust from salience.facts where value ~ 'quokkas|Numbats' order by value",
    );
    expect(facts.map(({ trust }) => trust)).toEqual(['agent', 'user']);
  });
});

describe('list', () => {
  it('adds once for a key, also after an item was taken off', async () => {
    const step = await turnOf('put milk and eggs on the shopping list');
    const add = { action: 'add', list: 'Shopping', items: ['milk', 'eggs'] };
    expect((await use(step, 'list', add, { idempotencyKey: 'add' })).text).toBe(
      'Added: milk, eggs.\nOn the list "Shopping":\n- [ ] milk\n- [ ] eggs',
    );
    await use(step, 'list', { action: 'check', list: 'shopping', items: ['Eggs'] });
    const removed = await use(step, 'list', { action: 'remove', list: 'shopping', items: ['milk', 'tea'] });
    expect(removed.text).toContain('Done (remove): milk. Not on the list: tea.');
    await use(step, 'list', add, { idempotencyKey: 'add' });
    expect((await use(step, 'list', { action: 'view', list: 'shopping' })).text).toBe(
      'On the list "shopping":\n- [x] eggs',
    );
    expect((await use(step, 'list', { action: 'list_all' })).text).toBe('- shopping: 1 item, 0 open');
    await use(step, 'list', { action: 'clear', list: 'shopping' });
    expect((await use(step, 'list', { action: 'view', list: 'shopping' })).text).toMatch(/is empty/);
  });

  it('is deleted, renamed, and tells what was on it', async () => {
    const step = await turnOf('put rope on the camping list');
    await use(
      step,
      'list',
      { action: 'add', list: 'camping', items: ['rope', 'tent'] },
      { idempotencyKey: 'camp' },
    );
    await use(step, 'list', { action: 'remove', list: 'camping', items: ['rope'] });
    const renamed = await use(step, 'list', { action: 'rename', list: 'camping', to: 'Summer' });
    expect(renamed.text).toBe(
      'The list "camping" is called "Summer" now.\nOn the list "Summer":\n- [ ] tent',
    );
    for (const action of ['view', 'history'])
      expect(await use(step, 'list', { action, list: 'camping' })).toMatchObject({
        outcome: 'succeeded',
        text: expect.stringMatching(
          /^There is no list "camping"\. Your lists: (?:.*, )?summer(?:,.*)?\.$/,
        ) as string,
      });
    const told = await use(step, 'list', { action: 'history', list: 'summer' });
    expect(told.text).toMatch(/- rope: added .+, taken off .+\n- tent: added /u);
    await use(step, 'list', { action: 'create', list: 'other' });
    expect(await use(step, 'list', { action: 'rename', list: 'other', to: 'summer' })).toMatchObject({
      outcome: 'failed',
    });
    expect((await use(step, 'list', { action: 'delete', list: 'summer' })).text).toBe(
      'The list "summer" is deleted, with 1 item.',
    );
    expect((await use(step, 'list', { action: 'list_all' })).text).not.toContain('summer');
    // One of the same name is a new one.
    expect((await use(step, 'list', { action: 'create', list: 'summer' })).text).toContain(
      'The list "summer" is empty',
    );
  });

  it('says what is missing instead of guessing', async () => {
    const step = await turnOf('hello');
    for (const args of [
      { action: 'rename', list: 'x' },
      { action: 'add', list: 'x' },
      { action: 'add', items: ['x'] },
    ]) {
      expect(await use(step, 'list', args)).toMatchObject({ outcome: 'failed', transient: false });
    }
  });
});

describe('focus', () => {
  it('is set, told and cleared, for one thread', async () => {
    const step = await turnOf('let us concentrate on the tax return');
    expect((await use(step, 'focus', { action: 'set', on: 'tax return' })).text).toContain('tax return');
    expect((await use(step, 'focus', { action: 'check' })).text).toMatch(/since Friday 2030.*: tax return/);
    expect((await use(await turnOf('hello'), 'focus', { action: 'check' })).text).toBe('There is no focus.');
    await use(step, 'focus', { action: 'clear' });
    expect((await use(step, 'focus', { action: 'check' })).text).toBe('There is no focus.');
    expect(await use(step, 'focus', { action: 'set' })).toMatchObject({ outcome: 'failed' });
  });
});

describe('schedule', () => {
  const create = { action: 'create', text: 'call the dentist', due_at: '2030-03-01T14:00:00+01:00' };

  it('makes a reminder once for a key, which fires as a turn', async () => {
    const step = await turnOf('remind me to call the dentist at two');
    const first = await use(step, 'schedule', create, { idempotencyKey: 'dentist' });
    expect(first.text).toMatch(
      /^The reminder is set: sch_\w+, Friday 2030-03-01 13:00 \(UTC\): call the dentist\.$/,
    );
    expect((await use(step, 'schedule', create, { idempotencyKey: 'dentist' })).text).toBe(first.text);
    expect((await use(step, 'schedule', { action: 'list' })).text.match(/dentist/g)).toHaveLength(1);
    const fired = await fireSchedules(database.connect('salience_scheduler'), {
      now: new Date('2030-03-01T13:00:01Z'),
      limit: 10,
    });
    expect(fired.map(({ threadId }) => threadId)).toEqual([step.turn.thread_id]);
  });

  it('keeps what comes by a rule, says it in words with its next times, and pauses, resumes, runs and ends it', async () => {
    const step = await turnOf('remind me every Monday');
    const weekly = {
      action: 'create',
      text: 'take out the bins',
      starts_at: '2030-03-04T09:00',
      rule: 'FREQ=WEEKLY;BYDAY=MO',
    };
    expect((await use(step, 'schedule', weekly)).text).toMatch(
      /^The reminder is set: sch_\w+, every Monday at 09:00 \(UTC\), next Monday 2030-03-04 09:00 \(UTC\), then Monday 2030-03-11 09:00 \(UTC\), Monday 2030-03-18 09:00 \(UTC\): take out the bins\.$/,
    );
    const change = async (action: string) => (await use(step, 'schedule', { action, reminder: 'bins' })).text;
    expect(await change('pause')).toBe('The reminder is paused: take out the bins');
    expect((await use(step, 'schedule', { action: 'list' })).text).toContain('(paused), every Monday');
    expect(await change('resume')).toMatch(/^The reminder goes on: .*next Monday 2030-03-04 09:00/);
    expect(await change('run')).toBe('The reminder runs now, after this turn: take out the bins');
    expect(await change('end')).toBe('The reminder has ended: take out the bins');
    expect(await change('end')).toBe('The reminder has ended: take out the bins');
    const prompt = await use(step, 'schedule', { ...weekly, kind: 'prompt', text: 'read my list to me' });
    expect(prompt.text).toMatch(/^The prompt is set: .*: prompt: read my list to me\.$/);
    const hostile = await use(step, 'schedule', { ...weekly, rule: 'FREQ=SECONDLY' });
    expect(hostile).toMatchObject({ outcome: 'failed', transient: false });
    expect(hostile.text).toContain('once a minute');
    await use(step, 'schedule', { action: 'cancel', reminder: 'read my list' });
  });

  it('cancels by id or by words, and says so again when it is tried again', async () => {
    const step = await turnOf('remind me');
    const due = { due_at: '2030-03-02T08:00:00Z' };
    await use(step, 'schedule', { action: 'create', text: 'water the ficus', ...due });
    await use(step, 'schedule', { action: 'create', text: 'water the cactus', ...due });
    const both = await use(step, 'schedule', { action: 'cancel', reminder: 'water' });
    expect(both).toMatchObject({ outcome: 'failed', transient: false });
    expect(both.text).toMatch(/ficus[\s\S]*cactus/);
    const one = { action: 'cancel', reminder: 'the ficus' };
    expect((await use(step, 'schedule', one)).text).toBe('The reminder is cancelled: water the ficus');
    expect((await use(step, 'schedule', one)).text).toBe('The reminder is cancelled: water the ficus');
    expect((await use(step, 'schedule', { action: 'list' })).text).not.toContain('ficus');
  });

  it('refuses what lies in the past, and asks for what is missing', async () => {
    const step = await turnOf('remind me');
    const past = { ...create, due_at: '2030-03-01T11:59:00Z' };
    expect((await use(step, 'schedule', past)).text).toMatch(/future; it is Friday 2030-03-01 12:00 \(UTC\)/);
    expect((await use(step, 'schedule', { action: 'create', text: 'x' })).text).toMatch(/ask for it/);
    expect(await use(step, 'schedule', { action: 'cancel' })).toMatchObject({ outcome: 'failed' });
  });
});

describe('the topic of a thread', () => {
  it('threat: the name of a topic is told with the trust of the message that it is made of (law 10)', async () => {
    const step = await turnOf('how are you doing?');
    const trustOf = async (topicId: string, topicName: string) => {
      const thread = { ...step.snapshot.thread, topic_id: topicId as TopicId };
      const told = await use(
        { ...step, snapshot: { ...step.snapshot, thread, topicName } },
        'introspect',
        {},
      );
      expect(told.text).toContain(`Topic: ${topicName}`);
      return told.trust;
    };
    for (const trust of ['external', 'user'] as const) {
      const { topicId } = await openTopic(trust);
      expect([trust, await trustOf(topicId, `pay-${trust}`)]).toEqual([
        trust,
        trust === 'user' ? 'agent' : trust,
      ]);
    }
    expect(await trustOf(newId('topic'), 'gone-topic')).toBe('external');
    expect(await trustOf(newId('topic'), 'general')).toBe('agent');
  });

  /** A topic as the turn that opens it keeps it. */
  async function openTopic(trust: 'external' | 'user'): Promise<{ readonly topicId: string }> {
    const [agent] = await database.admin<{ id: string }>(
      "select id from salience.agents where name = 'default'",
    );
    const topic = {
      id: newId('topic'),
      name: `pay-${trust}`,
      trust,
    };
    await database.admin(
      `insert into salience.topics (id, agent_id, name, trust, model_id, created_at)
       select r.id, $1, r.name, r.trust, 'm', now() from jsonb_to_record($2) r(id text, name text, trust text)`,
      [agent?.id, JSON.stringify(topic)],
    );
    return { topicId: topic.id };
  }
});

describe('what outside text left behind', () => {
  const outside = { trust: 'external' } as const;
  const due = { due_at: '2030-03-05T08:00:00Z' };

  it('threat: lists, reminders and a focus that text from outside made keep its trust whoever tells them (law 10)', async () => {
    const step = await turnOf('what does the page say?');
    await use(step, 'list', { action: 'add', list: 'pay Mallory now', items: ['okapi'] }, outside);
    await use(step, 'list', { action: 'create', list: 'pay Mallory twice' }, outside);
    await use(step, 'schedule', { action: 'create', text: 'pay the okapi keeper', ...due }, outside);
    await use(step, 'schedule', { action: 'create', text: 'pay the okapi again', ...due }, outside);
    await use(step, 'focus', { action: 'set', on: 'paying the okapi' }, outside);
    const focus = { text: 'paying the okapi', trust: 'external' as const, setAt: '2030-03-01T12:00:00Z' };
    const later = await turnOf('what is on my lists, and when?');
    const quiet = { ...later, snapshot: { ...later.snapshot, focus } };
    for (const [tool, args] of [
      ['list', { action: 'list_all' }],
      ['list', { action: 'view', list: 'pay mallory now' }],
      ['schedule', { action: 'list' }],
      ['introspect', {}],
    ] as const) {
      const told = await use(quiet, tool, args);
      expect([tool, told.outcome, told.trust]).toEqual([tool, 'succeeded', 'external']);
    }
    // A refusal that names them has their trust too.
    const several = await use(quiet, 'schedule', { action: 'cancel', reminder: 'okapi' });
    expect(several).toMatchObject({ outcome: 'failed', trust: 'external' });
  });
});

describe('introspect', () => {
  it('reports what the rows say', async () => {
    const step = await turnOf('how are you doing?');
    const snapshot = {
      ...step.snapshot,
      toolRecord: { recall: { successes: 3, failures: 1 } },
      outcomes: [{ tool: 'recall', code: 'failed' as const, count: 1 }],
    };
    await use(step, 'schedule', { action: 'create', text: 'feed the cat', due_at: '2030-03-01T18:00:00Z' });
    const { text } = await use({ ...step, snapshot }, 'introspect', {});
    expect(text).toContain('Context warmth: 0.');
    expect(text).toContain('Latest decisions in this thread: none yet.');
    expect(text).toContain('recall: 3 good, 1 not');
    expect(text).toContain('recall: failed 1');
    expect(text).toContain('Waiting for approval: none.');
    expect(text).toContain('feed the cat');
    expect(text).toContain('tried for the 1. time');
  });
});
