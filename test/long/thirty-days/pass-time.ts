import { type ClockControl, clockControl, fleetSettled, until } from '@salience/testing';
import type { Stores } from '@salience/testing/load';

const minuteMs = 60_000;
/** Idle time passes in steps of so much. */
const stepMs = 30 * minuteMs;
/** Longer than a thread's silence and than the quiet that idle work waits for. */
const restMs = 15 * minuteMs;
/** Between two messages of a session. */
const gapMs = 20_000;
const patienceMs = 180_000;

/** Business time, and the fleet that has to keep up with it. */
export interface PassingTime {
  readonly clock: ClockControl;
  /** Steps taken so far. */
  steps(): number;
  /** The moment between two messages, in which the fleet learns from the first as it does within seconds. */
  moment(): Promise<void>;
  /** The end of a session: long enough for its threads to fall silent, and until all of it is learned from. */
  rest(): Promise<void>;
  /** Lets idle time pass up to an instant, step by step, each until the fleet has done what was due. */
  upTo(at: Date): Promise<void>;
}

/** Sets business time to `start`; it also runs on as real time does. */
export async function startTime(stores: Stores, start: Date): Promise<PassingTime> {
  const clock = clockControl(stores.database);
  await clock.set(start, 1);
  let steps = 0;
  const step = async (ms: number): Promise<void> => {
    await clock.advance(ms);
    await fleetSettled(stores.database, clock);
    steps += 1;
  };
  return {
    clock,
    steps: () => steps,
    async moment() {
      const learned = async (): Promise<boolean> =>
        (
          await stores.database.admin(`select 1 from salience.exchanges e left join salience.memory_progress m
          on m.thread_id = e.thread_id where e.seq > coalesce(m.chunked_seq, 0)`)
        ).length === 0;
      await until(learned, {
        what: 'the last message to be learned from',
        timeoutMs: patienceMs,
        everyMs: 10,
      });
      await clock.advance(gapMs);
    },
    rest: () => step(restMs),
    async upTo(at) {
      for (let left = at.getTime() - (await clock.now()).getTime(); left > 0; ) {
        await step(Math.min(stepMs, left));
        left = at.getTime() - (await clock.now()).getTime();
      }
    },
  };
}
