import { setTimeout as pause } from 'node:timers/promises';
import { readEvents } from '@salience/testing/load';
import { asPerson } from '@salience/testing';

/** How one talks to an idle fleet. */
export interface TalkPlan {
  /** Messages whose time is not told, before those whose time is. */
  readonly warm: number;
  readonly count: number;
  /** Milliseconds between the end of an answer and the next message. */
  readonly gapMs: number;
}

const texts = [
  'What do you know about the garden fence?',
  'My neighbour paints his fence green every spring.',
  'Thanks, that helps!',
  'How long does the paint need to dry?',
  'I will start on the north side tomorrow.',
  'Good morning!',
];

/** One message after another; resolves with the milliseconds from sending to `done`, the warm-up left out. */
export async function talk(url: string, thread: string, { warm, count, gapMs }: TalkPlan): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < warm + count; n += 1) {
    const startedAt = performance.now();
    const response = await fetch(`${url}/chat`, {
      method: 'POST',
      headers: { ...asPerson, 'content-type': 'application/json' },
      // Threads of twenty turns, as people have them.
      body: JSON.stringify({ text: texts[n % texts.length], thread_id: `${thread}-${Math.floor(n / 20)}` }),
    });
    let done = false;
    for await (const event of readEvents(response))
      if (event.type === 'done') {
        done = true;
        break;
      }
    if (!done) throw new Error(`${url} ended a stream without done: ${response.status}`);
    if (n >= warm) times.push(performance.now() - startedAt);
    await pause(gapMs);
  }
  return times;
}
