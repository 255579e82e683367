import { onceAt } from '@salience/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ThreadId } from '@salience/contracts';
import { newId } from '../src/index.ts';
import {
  addListItems,
  changeListItems,
  clearFocus,
  keepFact,
  loadFocus,
  loadListItems,
  loadLists,
  scheduleByAction,
  setFocus,
} from '../src/doors/skills.ts';
import { loadContexts } from '../src/doors/turns.ts';
import { createWorld, type Taken, type World } from './world.ts';
import { searchMemory } from './search-memory.ts';

let world: World;
let taken: Taken;
let threadId: ThreadId;
beforeAll(async () => {
  world = await createWorld();
  ({ threadId } = await world.accept('remember things'));
  taken = await world.take(threadId);
});
afterAll(() => world.database.close());

const now = new Date('2026-03-01T10:00:00Z');
const base = () => ({ agentId: world.agentId, trust: 'user' as const, now });

describe('effects of skills happen once per idempotency key (law 4)', () => {
  it('a fact that was asked to be kept is found from then on, with its source and trust (law 10)', async () => {
    const fact = {
      ...base(),
      threadId,
      turnId: taken.turn.id,
      subject: 'user',
      key: 'favourite_drink',
      value: 'rooibos',
      confidence: 0.9,
      saidAt: now,
      idempotencyKey: 'fact-1',
    };
    const first = await keepFact(world.digest, fact);
    expect(first.kept).toBe(true);
    expect(await keepFact(world.digest, { ...fact, value: 'coffee' })).toEqual({ id: first.id, kept: false });
    const hits = await searchMemory(world.digest, { agentId: world.agentId, query: 'rooibos', limit: 5 });
    expect(hits).toMatchObject([
      { kind: 'fact', id: first.id, trust: 'user', source: 'memorize', exchange_id: null },
    ]);
  });

  it('a reminder is made once', async () => {
    const reminder = {
      ...base(),
      threadId,
      text: 'water the plants',
      ...onceAt(new Date('2026-03-02T10:00:00Z'), 'Asia/Kolkata'),
      idempotencyKey: 'rem-1',
      turnId: newId('turn'),
    };
    const first = await scheduleByAction(world.digest, reminder);
    const again = await scheduleByAction(world.digest, reminder);
    expect([first.made, again.made, again.id, again.zone]).toEqual([true, false, first.id, 'Asia/Kolkata']);
  });

  it('a list holds each item once, without case, and an action tried again brings nothing back', async () => {
    const add = {
      ...base(),
      list: ' Groceries ',
      items: ['Milk', 'milk ', 'bread', ' '],
      idempotencyKey: 'add-1',
    };
    expect((await addListItems(world.digest, add)).map(({ item }) => item)).toEqual(['Milk', 'bread']);
    const change = { agentId: world.agentId, list: 'groceries', now };
    expect(
      await changeListItems(world.digest, { ...change, items: ['BREAD'], action: 'check' }),
    ).toMatchObject({
      touched: ['bread'],
      items: [
        { item: 'Milk', checkedAt: null },
        { item: 'bread', checkedAt: now },
      ],
    });
    expect(await loadLists(world.digest, world.agentId)).toEqual([
      { name: 'groceries', items: 2, unchecked: 1, trust: 'user' },
    ]);
    await changeListItems(world.digest, { ...change, items: ['bread'], action: 'uncheck' });
    await changeListItems(world.digest, { ...change, items: ['milk', 'eggs'], action: 'remove' });
    expect((await addListItems(world.digest, add)).map(({ item }) => item)).toEqual(['bread']);
    expect(await loadListItems(world.digest, world.agentId, 'GROCERIES')).toMatchObject([
      { checkedAt: null },
    ]);
    expect(await loadListItems(world.digest, world.agentId, 'none')).toBeUndefined();
  });

  it('two lanes that add to one list at once lose nothing', async () => {
    const words = Array.from({ length: 12 }, (_, index) => `thing ${index}`);
    await Promise.all(
      words.map((item) =>
        addListItems(world.digest, { ...base(), list: 'busy', items: [item], idempotencyKey: item }),
      ),
    );
    expect(await loadListItems(world.digest, world.agentId, 'busy')).toHaveLength(12);
  });

  it('a thread has one focus, which its next turn is taken with (law 8)', async () => {
    const focus = { ...base(), threadId, idempotencyKey: 'focus-1' };
    await setFocus(world.digest, { ...focus, text: 'the boat' });
    await setFocus(world.digest, { ...focus, text: 'the house', idempotencyKey: 'focus-2' });
    // The first action, tried again after the second: nothing changes.
    expect(await setFocus(world.digest, { ...focus, text: 'the boat' })).toMatchObject({ text: 'the house' });
    const other = await world.accept('something', { threadKey: 'focus' });
    const there = await world.take(other.threadId);
    expect(there.snapshot.focus).toBeNull();
    await world.commit(there);
    await world.commit(taken);
    await world.accept('go on', { threadId });
    taken = await world.take(threadId);
    expect(taken.snapshot.focus).toMatchObject({ text: 'the house', trust: 'user' });
    const clear = { agentId: world.agentId, threadId, now };
    expect([await clearFocus(world.digest, clear), await clearFocus(world.digest, clear)]).toEqual([
      true,
      false,
    ]);
    expect(await loadFocus(world.digest, world.agentId, threadId)).toBeUndefined();
    await world.commit(taken);
  });
});

describe('what a model saw', () => {
  it('is kept with the turn, its system text once per agent, and read by that agent only (laws 12 and 13)', async () => {
    const context = (call: number, content: string) => ({
      call,
      tokens: 12,
      role: 'respond',
      provider: 'offline',
      model: 'offline',
      template: 'RESPOND',
      budgetTokens: 4_000,
      compacted: 'no' as const,
      sections: [],
      items: [
        {
          id: 'ex_1',
          section: 'memory',
          trust: 'user' as const,
          tokens: 3,
          relevance: 0.4,
          included: true,
          why: 'words',
        },
      ],
      system: 'You are calm.',
      messages: [{ role: 'user' as const, content }],
    });
    const contexts = [context(0, 'first'), context(1, 'second')];
    for (const key of ['seen-1', 'seen-2']) {
      const accepted = await world.accept('look', { threadKey: key });
      const turn = await world.take(accepted.threadId);
      await world.commit(turn, { contexts });
      expect(await loadContexts(world.consumer, world.agentId, turn.turn.id)).toEqual(contexts);
      expect(await loadContexts(world.consumer, newId('agent'), turn.turn.id)).toEqual([]);
    }
    expect(await world.database.admin('select system from salience.context_prefixes')).toEqual([
      { system: 'You are calm.' },
    ]);
  });
});
