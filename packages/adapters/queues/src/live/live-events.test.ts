import { describe, expect, it } from 'vitest';
import { LiveReader, type PositionedEvent } from './live-events.ts';

const event = (fence: number, n: number): PositionedEvent => ({
  position: { fence, n },
  event: { type: 'ended' },
});

function reader(after?: { fence: number; n: number }) {
  const heard: string[] = [];
  return {
    heard,
    reader: new LiveReader(after, (position) => heard.push(`${position.fence}-${position.n}`)),
  };
}

describe('LiveReader', () => {
  it('delivers the replay first and what came in meanwhile after it, each once', () => {
    const one = reader();
    one.reader.accept([event(1, 2), event(1, 3)]);
    expect(one.heard).toEqual([]);
    one.reader.endReplay([event(1, 1), event(1, 2)]);
    expect(one.heard).toEqual(['1-1', '1-2', '1-3']);
  });

  it('delivers only what comes after the given place', () => {
    const one = reader({ fence: 2, n: 5 });
    one.reader.endReplay([event(1, 9), event(2, 5), event(2, 6)]);
    expect(one.heard).toEqual(['2-6']);
  });

  it('law 3: drops lower fences once a higher one was heard', () => {
    const one = reader();
    one.reader.endReplay([]);
    one.reader.accept([event(1, 1), event(2, 1), event(1, 2), event(2, 2)]);
    expect(one.heard).toEqual(['1-1', '2-1', '2-2']);
  });

  it('holds live events back during a second replay and fills the gap', () => {
    const one = reader();
    one.reader.endReplay([event(1, 1)]);
    expect(one.reader.beginReplay()).toBe(true);
    expect(one.reader.beginReplay()).toBe(false);
    one.reader.accept([event(1, 4)]);
    one.reader.endReplay([event(1, 2), event(1, 3)]);
    expect(one.heard).toEqual(['1-1', '1-2', '1-3', '1-4']);
  });
});
