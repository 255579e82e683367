import { describe, expect, it } from 'vitest';
import type { PositionedEvent } from '../live/live-events.ts';
import { coalesce, DeltaBuffer } from './delta-buffer.ts';

const delta = (fence: number, n: number, text: string): PositionedEvent => ({
  position: { fence, n },
  event: { type: 'delta', text },
});
const ended = (fence: number, n: number): PositionedEvent => ({
  position: { fence, n },
  event: { type: 'ended' },
});

describe('coalesce', () => {
  it('joins neighbouring deltas at the place of the last one', () => {
    expect(coalesce([delta(1, 1, 'a'), delta(1, 2, 'b'), delta(1, 3, 'c')])).toEqual([delta(1, 3, 'abc')]);
  });

  it('never joins across another event or another fence', () => {
    const events = [delta(1, 1, 'a'), ended(1, 2), delta(1, 3, 'b'), delta(2, 1, 'c')];
    expect(coalesce(events)).toEqual(events);
  });
});

describe('DeltaBuffer', () => {
  it('writes one batch after the other, in order, however the writes take', async () => {
    const written: string[] = [];
    const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let idle = 0;
    const buffer = new DeltaBuffer(
      async (events) => {
        await gates[written.length]?.promise;
        written.push(events.map(({ position }) => position.n).join());
      },
      () => {
        idle += 1;
      },
      () => {},
    );
    const first = buffer.add([delta(1, 1, 'a'), delta(1, 2, 'b'), ended(1, 3)]);
    const second = buffer.add([ended(1, 4)]);
    gates[1]?.resolve();
    gates[0]?.resolve();
    await Promise.all([first, second]);
    expect(written).toEqual(['2,3', '4']);
    expect(idle).toBe(1);
  });

  it('tells the caller whose batch failed, and goes on with the next one', async () => {
    let fail = true;
    const written: number[] = [];
    const buffer = new DeltaBuffer(
      async (events) => {
        if (fail) throw new Error('away');
        written.push(...events.map(({ position }) => position.n));
      },
      () => {},
      () => {},
    );
    await expect(buffer.add([ended(1, 1)])).rejects.toThrow('away');
    fail = false;
    await buffer.add([ended(1, 2)]);
    expect(written).toEqual([2]);
  });
});
