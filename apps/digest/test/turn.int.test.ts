import { type EndedTurnFacts, type ExchangeId, turnEnd } from '@salience/contracts';
import { newId } from '@salience/database';
import { loadPolicy } from '@salience/database/agents';
import { parsePolicy, replay } from '@salience/router';
import { backends, decisionOf, saveChunk } from '@salience/testing';
import type { SessionState } from '@salience/topics';
import { beforeAll, describe, expect, it } from 'vitest';
import { type LaneWorld, laneWorld } from './lane-world.ts';

describe.each(backends())('a turn on %s', (backend) => {
  let world: LaneWorld;
  beforeAll(async () => {
    world = await laneWorld(backend);
  });

  it('a fact told in one thread is answered in another, citing its exchange', async () => {
    const told = await world.say('My sister Ana lives in Porto. Remember that.', { threadKey: 'a' });
    expect(told.state).toBe('answered');
    const asked = await world.say('Where does my sister live?', { threadKey: 'b' });
    expect(asked.reply?.text).toContain('Porto');
    expect(asked.reply?.citations.map((citation) => citation.exchangeId)).toEqual([told.reply?.exchangeId]);
    // Written without a model it is as sure as what it cites makes it (law 9).
    const support = asked.reply?.citations[0]?.support ?? 0;
    expect(support).toBeGreaterThan(0);
    expect(asked.reply?.replyConfidence).toBe(Math.round((0.3 + 0.7 * 0.8 * support) * 1_000) / 1_000);
  });

  it('a nod and what is not answered have no confidence: they claim nothing', async () => {
    const nod = await world.say('Thanks, great!', { threadKey: 'nod' });
    expect(nod.reply).toMatchObject({ mode: 'ACKNOWLEDGE', replyConfidence: null });
  });

  it('a cold question of a stranger is answered, not asked back, and what is not known is said so', async () => {
    const asked = await world.say('How tall is the lighthouse of Brest?', { threadKey: 'cold' });
    expect(asked.reply).toMatchObject({ mode: 'RESPOND', replyConfidence: 0.3 });
    expect(asked.reply?.text).toContain("don't know");
  });

  it('a question whose words lead nowhere is answered from what was told last, in its own words', async () => {
    const told = await world.say('My name is Tom.', { threadKey: 'about' });
    const exchangeId = told.reply?.exchangeId as ExchangeId;
    await saveChunk(world.database.connect('salience_memory_chunker'), {
      agentId: world.agentId,
      exchangeId,
      now: new Date(),
      model: 'test',
      entities: [],
      gists: [],
      facts: [{ id: newId('fact'), subject: 'user', key: 'name', value: 'Tom', confidence: 0.9 }],
    });
    const asked = await world.say('What do you know about me?', { threadKey: 'about-2' });
    expect(asked.reply?.text).toContain('My name is Tom.');
    expect(asked.reply?.citations.map((citation) => citation.exchangeId)).toContain(exchangeId);
  });

  it('an empty message is ignored without a model call: no reply, one terminal event (law 5)', async () => {
    const ignored = await world.say('   ', { threadKey: 'empty' });
    expect(ignored).toMatchObject({ state: 'ignored', reply: null });
    const events = await world.database.admin(
      'select kind from salience.terminal_events where turn_id = $1',
      [ignored.id],
    );
    expect(events).toEqual([{ kind: 'ignored' }]);
  });

  it('streams what it thinks and says, and tells that it ended after the commit', async () => {
    const { turnId, threadId } = await world.accept('hello', { threadKey: 'stream' });
    await world.run(threadId);
    const events = await world.heard(turnId);
    expect(events.map((event) => event.type)).toEqual(['status', 'delta', 'ended']);
    const text = events.map((event) => (event.type === 'delta' ? event.text : '')).join('');
    const row = await world.load(turnId);
    expect(row.reply?.text).toBe(text);
    // What it tells is what its row tells, to the last digit.
    expect(events.at(-1)).toEqual({
      type: 'ended',
      told: { agent_id: world.agentId, end: turnEnd(row as EndedTurnFacts) },
    });
  });

  it('tells the same end as the row for every kind of turn, a known topic and text that Postgres refuses', async () => {
    const said: [string, string][] = [
      ['tell-a', 'My sister Ana lives in Porto. Remember that.'],
      ['tell-b', 'Where does my sister live?'],
      ['tell-b', 'Where does my sister Ana live\u0007 today \uD83D?'],
      ['tell-c', '   '],
    ];
    for (const [threadKey, text] of said) {
      const row = await world.say(text, { threadKey });
      expect((await world.heard(row.id)).at(-1)).toEqual({
        type: 'ended',
        told: { agent_id: world.agentId, end: turnEnd(row as EndedTurnFacts) },
      });
    }
  });

  it('the stored decision comes out again bit for bit (law 13)', async () => {
    const turn = await world.say('Do you remember what I told you about the garden?', {
      threadKey: 'replay',
    });
    const decision = await decisionOf(world.database, turn.id);
    const policy = await loadPolicy(world.deps.db, 'shipped');
    expect(replay(decision as never, parsePolicy(policy as never))).toMatchObject({
      identical: true,
      differences: [],
    });
  });

  it('confidence of the thread moves half way to what is observed', async () => {
    const read = async () => {
      const [last] = await world.database.admin<{ confidence: number; turn: string }>(
        `select t.confidence, d.turn_id as turn from salience.threads t
         join salience.decisions d on d.thread_id = t.id where t.key = 'conf' order by d.created_at desc limit 1`,
      );
      const decision = await decisionOf(world.database, last?.turn ?? '');
      return { confidence: last?.confidence ?? 0, topic: decision?.signals['topic_confidence'] ?? 0 };
    };
    await world.say('The ferry to the islands leaves at nine.', { threadKey: 'conf' });
    const first = await read();
    expect(first.confidence).toBeCloseTo(first.topic / 2, 5);
    await world.say('It is a slow ferry.', { threadKey: 'conf' });
    const second = await read();
    // On the same topic, that is what the decision was made with.
    expect(second.confidence).toBeCloseTo(second.topic, 5);
    expect(second.confidence).toBeGreaterThan(first.confidence);
  });

  it('a whole lane is run in order by one wake-up and left empty', async () => {
    const texts = ['one apple', 'two pears', 'three plums'];
    const accepted = [];
    for (const text of texts) accepted.push(await world.accept(text, { threadKey: 'lane' }));
    await world.run(accepted[0]?.threadId as never);
    const rows = await world.database.admin(
      'select e.message from salience.exchanges e join salience.threads t on t.id = e.thread_id where t.key = $1 order by e.created_at, e.seq',
      ['lane'],
    );
    expect(rows.map((row) => row.message)).toEqual(texts);
    const lanes = await world.database.admin(
      "select owner, tail - cursor as left from salience.lanes l join salience.threads t on t.id = l.thread_id where t.key = 'lane'",
    );
    expect(lanes).toEqual([{ owner: null, left: '0' }]);
  });

  it('a reminder is delivered as what it says', async () => {
    const turn = await world.say('Call Ana about the boat.', { threadKey: 'remind', source: 'reminder' });
    expect(turn.reply).toMatchObject({ mode: 'RESPOND' });
    expect(turn.reply?.text).toContain('Call Ana about the boat');
  });

  it.each([
    ['reminder', 'Put milk on my shopping list.'],
    ['reminder', 'What is on my shopping list?'],
    ['thought', 'Put milk on my shopping list.'],
  ])('law 11: a %s is said and never acted on: %s', async (source, text) => {
    const turn = await world.say(text, { threadKey: 'remind to act', source });
    expect(turn.state).toBe('answered');
    expect((await decisionOf(world.database, turn.id))?.modeInitial).not.toBe('ACT');
    const steps = await world.database.admin('select n from salience.act_steps where turn_id = $1', [
      turn.id,
    ]);
    expect(steps).toEqual([]);
  });

  it('law 8: a scheduled prompt does what it says, and is never passed over', async () => {
    const key = { threadKey: 'scheduled', source: 'schedule' };
    const acted = await world.say('What is on my shopping list?', key);
    const steps = await world.database.admin<{ tool: string }>(
      "select call->>'tool' as tool from salience.act_steps where turn_id = $1 and kind = 'action'",
      [acted.id],
    );
    expect(steps).toEqual([{ tool: 'list' }]);
    expect((await world.say('ok', key)).state).toBe('answered');
  });

  it('law 8: what a thread had come to be sure of counts for the topic of a message that stays on it', async () => {
    const key = { threadKey: 'sure' };
    await world.say('My garden has roses along the fence.', key);
    const signalOf = async (confidence: number) => {
      await world.database.admin("update salience.threads set confidence = $1 where key = 'sure'", [
        confidence,
      ]);
      const turn = await world.say('The roses in my garden bloom.', key);
      const decision = await decisionOf(world.database, turn.id);
      return decision?.signals['topic_confidence'] ?? Number.NaN;
    };
    const unsure = await signalOf(0);
    const sure = await signalOf(1);
    expect(sure - unsure).toBeGreaterThan(0.3);
  });

  it('people who talk to each other are left alone; the agent answers to its name', async () => {
    const room = { threadKey: 'room' };
    await world.say('Did the parcel arrive?', { ...room, speaker: 'Bea' });
    const between = await world.say('Yes, this morning.', { ...room, speaker: 'Tom' });
    expect(between.state).toBe('ignored');
    const named = await world.say('salience, where is the parcel?', { ...room, speaker: 'Bea' });
    expect(named.state).toBe('answered');
  });
});

describe.each(backends())('sessions on %s', (backend) => {
  let world: LaneWorld;
  beforeAll(async () => {
    world = await laneWorld(backend);
  });

  const session = async (key: string) => {
    const rows = await world.database.admin<{ session: SessionState }>(
      'select session from salience.threads where key = $1',
      [key],
    );
    return rows[0]?.session;
  };

  it('three exchanges on a topic end a range with the third (count)', async () => {
    for (const text of [
      'The roses in the garden need water.',
      'The garden roses are yellow.',
      'Roses like a sunny garden.',
    ]) {
      await world.say(text, { threadKey: 'count' });
    }
    expect(await session('count')).toMatchObject({ openFromSeq: null, topicCount: 0, sessionCount: 0 });
  });

  it('SALIENCE_SILENCE_MS is obeyed here too: another silence ends a session after its own time', async () => {
    const { silenceMs } = world.deps;
    Object.assign(world.deps, { silenceMs: 60_000 });
    try {
      await world.say('The ferry leaves at nine.', { threadKey: 'short silence' });
      await world.clock.advance(61_000);
      await world.say('It arrives at ten.', { threadKey: 'short silence' });
    } finally {
      Object.assign(world.deps, { silenceMs });
    }
    expect(await session('short silence')).toMatchObject({ openFromSeq: 2, sessionCount: 1 });
  });

  it('a silence of ten minutes ends what was open before it, seen although the turn updates the time (law 14)', async () => {
    await world.say('The ferry leaves at nine.', { threadKey: 'silence' });
    expect(await session('silence')).toMatchObject({ openFromSeq: 1, topicCount: 1, sessionCount: 1 });
    await world.clock.advance(601_000);
    await world.say('It arrives at ten.', { threadKey: 'silence' });
    expect(await session('silence')).toMatchObject({ openFromSeq: 2, topicCount: 1, sessionCount: 1 });
  });

  it('a switch of topic ends what was open before it', async () => {
    await world.say('My invoice from the electricity company is far too high this month.', {
      threadKey: 'switch',
    });
    await world.say('By the way, which football teams play in the final on Sunday evening?', {
      threadKey: 'switch',
    });
    expect(await session('switch')).toMatchObject({ openFromSeq: 2, topicCount: 1, sessionCount: 2 });
  });
});
