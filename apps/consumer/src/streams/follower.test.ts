import { describe, expect, it } from 'vitest';
import { newId } from '@salience/database';
import { Follower } from './follower.ts';
import { defaultIntervals } from './stream-intervals.ts';
import type { PlacedEvent } from './turn-progress.ts';

describe('Follower', () => {
  it('detaches a reader that cannot keep up instead of filling memory', async () => {
    const heard: PlacedEvent[] = [];
    let backlog = 0;
    const follower = new Follower(
      {
        agentId: newId('agent'),
        turnId: newId('turn'),
        fence: 0,
        after: undefined,
        left: new AbortController().signal,
        sink: {
          send: (events) => void heard.push(...events),
          keepAlive: () => {},
          backlogBytes: () => backlog,
        },
      },
      { ...defaultIntervals, backlogBytesMax: 1_000 },
    );
    follower.live({ fence: 1, n: 1 }, { type: 'delta', text: 'a' });
    expect(follower.open).toBe(true);
    backlog = 1_001;
    follower.live({ fence: 1, n: 2 }, { type: 'delta', text: 'b' });
    expect(await follower.over).toBe('detached');
    follower.live({ fence: 1, n: 3 }, { type: 'delta', text: 'c' });
    expect(heard.map(({ event }) => event.type)).toEqual(['delta', 'delta', 'detached']);
  });

  it('is over at once for a reader that has left', async () => {
    const left = AbortSignal.abort();
    const sink = { send: () => {}, keepAlive: () => {}, backlogBytes: () => 0 };
    const request = {
      agentId: newId('agent'),
      turnId: newId('turn'),
      fence: 0,
      after: undefined,
      left,
      sink,
    };
    expect(await new Follower(request, defaultIntervals).over).toBe('left');
  });
});
