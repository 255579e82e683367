import type { Mode } from '@salience/contracts';
import { describe, expect, test } from 'vitest';
import { seededRandom } from '../random.ts';
import { fitOf } from './fit.ts';
import { type LivedDay, liveDays, type LivedOptions, type LivedWorld } from './live-days.ts';
import { createPeople, dayMs, type PeopleOptions } from './people.ts';
import { crowdOf } from './personas.ts';
import { stockMessages } from './stock.ts';

const messages = stockMessages();

/** An agent that routes as `mode` says, and a clock that is late by up to a second. */
function worldOf(mode: (text: string) => Mode): LivedWorld & {
  readonly said: { readonly thread: string; readonly text: string; readonly at: number }[];
  readonly ended: LivedDay[];
} {
  const said: { thread: string; text: string; at: number }[] = [];
  const ended: LivedDay[] = [];
  const inHand = new Set<string>();
  const random = seededRandom(5);
  let now = 0;
  return {
    said,
    ended,
    async say({ text, thread }) {
      expect(inHand.has(thread), 'one message of a thread at a time').toBe(false);
      inHand.add(thread);
      said.push({ thread, text, at: now });
      for (let n = Math.floor(3 * random()); n >= 0; n -= 1) await Promise.resolve();
      inHand.delete(thread);
      return { mode: mode(text), reply: 'Well.', turn: `${thread}/${text}` };
    },
    passTo(ms) {
      expect(inHand.size, 'time stands still while somebody waits').toBe(0);
      now = Math.max(now, ms) + Math.floor(1_000 * random());
      return Promise.resolve(now);
    },
    dayEnded(day) {
      ended.push(day);
      return Promise.resolve();
    },
  };
}

const truth = new Map(messages.map(({ text, wanted }) => [text, wanted[0] as Mode]));
const always = (mode: Mode) => () => mode;
const oracle = (text: string): Mode => truth.get(text) ?? 'RESPOND';

async function live(
  mode: (text: string) => Mode,
  more: Partial<PeopleOptions> = {},
  options: Partial<LivedOptions> = {},
) {
  const people = createPeople({ seed: 3, crowd: crowdOf(20, 0.1), messages, sayingsADay: 80, ...more });
  const world = worldOf(mode);
  return { ...(await liveDays({ people, days: 3, world, ...options })), world };
}
const sum = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((all, count) => all + count, 0);

describe('days that people live (law 15: time is somebody else’s)', () => {
  test('everything planned is said once, whatever the agent does', async () => {
    for (const mode of [oracle, always('RESPOND'), always('IGNORE'), always('CLARIFY')]) {
      const { days, turns, world } = await live(mode);
      expect(days.map((day) => day.messages)).toEqual([80, 80, 80]);
      expect(world.ended).toEqual(days);
      expect(world.said).toHaveLength(turns.length);
      const planned = turns.filter(({ said }) => said === 'message').map(({ messageId }) => messageId);
      const same = (await live(always('ACT'))).turns.filter(({ said }) => said === 'message');
      expect(planned.toSorted()).toEqual(same.map(({ messageId }) => messageId).toSorted());
    }
  });

  test('how many wait at the same time changes nothing', async () => {
    const one = await live(oracle, {}, { atOnce: 1 });
    const many = await live(oracle, {}, { atOnce: 16 });
    expect(many.turns.map(({ at: _, ...turn }) => turn)).toEqual(one.turns.map(({ at: _, ...turn }) => turn));
  });

  test('a thread goes on in order of time, and nobody answers before they had the time for it', async () => {
    const { turns, world } = await live(always('RESPOND'));
    const last = new Map<string, number>();
    for (const { at, thread } of turns) {
      expect(at - (last.get(thread) ?? -1e9)).toBeGreaterThan(2_000);
      last.set(thread, at);
    }
    expect(world.said.map(({ at }) => at)).toEqual(world.said.map(({ at }) => at).toSorted((a, b) => a - b));
  });

  test('who leaves says the rest in another thread', async () => {
    const { turns } = await live(always('IGNORE'), { crowd: crowdOf(12) });
    const left = turns.filter(({ reaction }) => reaction === 'leave').map(({ thread }) => thread);
    expect(left.length).toBeGreaterThan(10);
    for (const thread of left) {
      const all = turns.filter((turn) => turn.thread === thread);
      expect(all.findIndex(({ reaction }) => reaction === 'leave')).toBe(all.length - 1);
    }
  });

  test('misroutes are counted as the truth has them, and better routing is met with fewer words', async () => {
    const good = await live(oracle);
    const poor = await live(always('CLARIFY'));
    expect(good.days.every(({ misrouted }) => sum(misrouted) === 0)).toBe(true);
    const planned = poor.turns.filter(({ said }) => said === 'message');
    const wrong = planned.filter(({ mode, wanted }) => fitOf(wanted, mode) !== 'fits').length;
    expect(sum(Object.fromEntries(poor.days.map(({ day, misrouted }) => [day, sum(misrouted)])))).toBe(wrong);
    expect(wrong / planned.length).toBeGreaterThan(0.7);
    const words = ({ days }: typeof good): number => days.reduce((all, { followUps }) => all + followUps, 0);
    expect(words(poor)).toBeGreaterThan(1.5 * words(good));
  });

  test('with reactions cut only what was planned is said', async () => {
    const { days } = await live(always('RESPOND'), { control: 'cut' });
    expect(days.every(({ followUps }) => followUps === 0)).toBe(true);
  });

  test('a day ends after its last hour', async () => {
    const times: number[] = [];
    const people = createPeople({ seed: 1, crowd: crowdOf(6), messages, sayingsADay: 10 });
    const world: LivedWorld = {
      say: () => Promise.resolve({ mode: 'RESPOND', reply: 'Well.' }),
      passTo: (ms) => Promise.resolve(ms),
    };
    await liveDays({
      people,
      days: 2,
      world: { ...world, passTo: (ms) => Promise.resolve(times.push(ms)).then(() => ms) },
    });
    expect(times).toContain(dayMs);
    expect(times.at(-1)).toBe(2 * dayMs);
  });

  test('an agent that fails ends the run', async () => {
    const people = createPeople({ seed: 1, crowd: crowdOf(6), messages, sayingsADay: 10 });
    const say = () => Promise.reject(new Error('It is away.'));
    const world: LivedWorld = { say, passTo: (ms) => Promise.resolve(ms) };
    await expect(liveDays({ people, days: 1, world })).rejects.toThrow('It is away.');
  });
});
