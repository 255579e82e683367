import { backends, fireSchedules } from '@salience/testing';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { laneWorld, type LaneWorld } from './lane-world.ts';

describe.each(backends().slice(0, 1))('the clock of who speaks on %s', (backend) => {
  let world: LaneWorld;
  beforeAll(async () => {
    world = await laneWorld(backend);
  });
  afterEach(() => world.database.admin("update salience.schedules set state = 'cancelled'"));

  it.each([
    [
      'Europe/Berlin',
      '2030-03-01T12:00:00Z',
      'tomorrow at 9',
      '2030-03-02 08:00',
      'Saturday 2030-03-02 09:00',
    ],
    ['Asia/Kolkata', '2030-03-01T20:00:00Z', 'tomorrow at 9', '2030-03-03 03:30', 'Sunday 2030-03-03 09:00'],
    [
      'America/New_York',
      '2030-03-02T03:00:00Z',
      'tomorrow at 9',
      '2030-03-02 14:00',
      'Saturday 2030-03-02 09:00',
    ],
    // The clocks are put on that night, and put back.
    [
      'Europe/Berlin',
      '2030-03-30T12:00:00Z',
      'tomorrow at 2:30 am',
      '2030-03-31 01:30',
      'Sunday 2030-03-31 03:30',
    ],
    [
      'Europe/Berlin',
      '2030-10-26T12:00:00Z',
      'tomorrow at 2:30 am',
      '2030-10-27 00:30',
      'Sunday 2030-10-27 02:30',
    ],
  ])('in %s at %s, %s is on that clock, and told on it', async (zone, at, when, due, told) => {
    await world.clock.set(new Date(at));
    const thread = { zone, threadKey: `${zone} ${at}` };
    const made = await world.say(`Remind me to call Ana ${when}`, thread);
    expect(made.reply?.text).toContain(`call Ana, ${told} (${zone})`);
    const rows = await world.database.admin(
      `select to_char(due_at at time zone 'utc', 'YYYY-MM-DD HH24:MI') as due, zone from salience.schedules where state = 'active'`,
    );
    expect(rows).toEqual([{ due, zone }]);
    const listed = await world.say('What reminders do I have?', thread);
    expect(listed.reply?.text).toContain(`${told} (${zone}): call Ana`);
  });

  it('a reminder that comes late says when it was due, where it was made', async () => {
    const zone = 'Asia/Kolkata';
    await world.clock.set(new Date('2030-05-01T03:00:00Z'));
    await world.say('Remind me at 9:00 am to call Ana', { zone, threadKey: 'late' });
    const now = new Date('2030-05-01T06:30:00Z');
    await world.clock.set(now);
    const [fired] = await fireSchedules(world.database.connect('salience_scheduler'), { now, limit: 5 });
    await world.run(fired!.threadId);
    const [reminded] = await world.database.admin<{ text: string }>(
      `select r.text from salience.replies r join salience.turns t on t.id = r.turn_id where t.source = 'reminder' and t.thread_id = $1`,
      [fired!.threadId],
    );
    expect(reminded?.text).toBe('Reminder: call Ana (it was due Wednesday 2030-05-01 09:00 (Asia/Kolkata))');
  });

  it('a past that a message asks about has the days of its zone', async () => {
    const asked = async (zone: string) => {
      const turn = await world.say('What did I eat yesterday?', { zone, threadKey: `past ${zone}` });
      const [context] = await world.database.admin<{ text: string }>(
        `select c.body::text as text from salience.contexts c where c.turn_id = $1`,
        [turn.id],
      );
      return /the days from ([\d-]+ to [\d-]+)/.exec(context?.text ?? '')?.[1];
    };
    await world.clock.set(new Date('2030-05-01T20:00:00Z'));
    expect(await asked('Asia/Kolkata')).toBe('2030-05-01 to 2030-05-01');
    expect(await asked('Europe/Berlin')).toBe('2030-04-30 to 2030-04-30');
  });
});
