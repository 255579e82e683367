import { backends, decisionOf } from '@salience/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { type LaneWorld, laneWorld } from './lane-world.ts';

describe('what is asked for in plain words is done, and what is kept is told from where it is kept', () => {
  let world: LaneWorld;
  beforeAll(async () => {
    world = await laneWorld(backends()[0] ?? 'postgres');
  });

  /** Says it in the one conversation of this test and returns the answer and what was really run for it. */
  async function say(text: string) {
    const turn = await world.say(text, { threadKey: 'chat' });
    const decision = await decisionOf(world.database, turn.id);
    const decided = decision && { first: decision.modeInitial, last: decision.modeTerminal };
    const ran = await world.database.admin<{ tool: string; state: string }>(
      `select call->>'tool' as tool, state from salience.act_steps
       where turn_id = $1 and kind = 'action' order by n`,
      [turn.id],
    );
    expect(turn.state, text).toBe('answered');
    return { reply: turn.reply?.text ?? '', decided, ran };
  }
  const did = (tool: string) => ({
    decided: { first: 'ACT', last: 'RESPOND' },
    ran: [{ tool, state: 'succeeded' }],
  });

  it('reminders', async () => {
    const none = await say('Do I have any reminders?');
    expect(none).toMatchObject(did('schedule'));
    expect(none.reply).toMatch(/no reminder/i);

    const set = await say('Remind me to call Ana tomorrow at 9');
    expect(set).toMatchObject(did('schedule'));
    expect(set.reply).toMatch(/call Ana.*2030-03-02 09:00/);
    const rows = await world.database.admin<{ text: string; due: string; state: string }>(
      `select text, to_char(due_at at time zone 'utc', 'YYYY-MM-DD HH24:MI') as due, state from salience.schedules`,
    );
    expect(rows).toEqual([{ text: 'call Ana', due: '2030-03-02 09:00', state: 'active' }]);

    const asked = await say('What reminders do I have?');
    expect(asked).toMatchObject(did('schedule'));
    expect(asked.reply).toContain('Saturday 2030-03-02 09:00 (UTC): call Ana');

    // Changed behind the conversation's back: an answer from memory would still name it.
    await world.database.admin("update salience.schedules set text = 'call Bo' where text = 'call Ana'");
    const again = await say('What reminders do I have?');
    expect(again.reply).toContain('call Bo');
    expect(again.reply).not.toContain('Ana');
  });

  it('lists', async () => {
    const added = await say('Add milk and eggs to my shopping list');
    expect(added).toMatchObject(did('list'));
    expect(added.reply).toMatch(/milk and eggs/);
    const items = await world.database.admin<{ list: string; item: string }>(
      'select list, item from salience.list_items order by item',
    );
    expect(items).toEqual([
      { list: 'shopping', item: 'eggs' },
      { list: 'shopping', item: 'milk' },
    ]);

    const asked = await say("What's on my shopping list?");
    expect(asked).toMatchObject(did('list'));
    expect(asked.reply).toMatch(/milk[\s\S]*eggs/);

    await say('Check off milk on my shopping list');
    const after = await say('Show me my shopping list');
    expect(after).toMatchObject(did('list'));
    expect(after.reply).toContain('[x] milk');
    expect(after.reply).toContain('[ ] eggs');
  });

  it('the focus', async () => {
    const set = await say('Focus on the report');
    expect(set).toMatchObject(did('focus'));
    expect(set.reply).toContain('the report');
    expect(await world.database.admin('select text from salience.focuses')).toEqual([{ text: 'the report' }]);
    const asked = await say('What is my focus?');
    expect(asked).toMatchObject(did('focus'));
    expect(asked.reply).toContain('the report');
  });

  it('its own decisions', async () => {
    for (const text of ['Explain your last decision', 'Why did you answer that?']) {
      const told = await say(text);
      expect(told).toMatchObject(did('introspect'));
      expect(told.reply).toContain('Latest decisions in this thread:');
    }
  });

  it('a statement about a reminder runs nothing', async () => {
    const told = await say('My reminder went off, what a noise!');
    expect(told.ran).toEqual([]);
    expect(told.decided?.first).not.toBe('ACT');
  });
});
