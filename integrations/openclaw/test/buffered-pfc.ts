import { type FakePfc, fakePfc } from './fake-pfc.ts';

/** A PFC whose buffer of thoughts is one: at most 50 of the newest are returned, and exactly those that are named are taken. */
export interface BufferedPfc extends FakePfc {
  think(...contents: string[]): void;
  /** Thinks once more, right after the buffer was read. */
  thinkOnceRead(content: string): void;
  /** The ids that are in the buffer. */
  buffered(): readonly number[];
}

/** Starts one. */
export async function bufferedPfc(): Promise<BufferedPfc> {
  const pfc = await fakePfc();
  let buffer: { readonly id: number; readonly content: string }[] = [];
  let last = 0;
  const later: string[] = [];
  const think = (...contents: string[]): void => {
    for (const content of contents) buffer.push({ id: (last += 1), content });
  };
  pfc.answer('POST /pfc/internal/synthesize', ({ clear, thought_ids: ids }) => {
    const shown = buffer.slice(-50);
    think(...later.splice(0));
    if (clear === true) buffer = buffer.filter(({ id }) => !(ids as number[]).includes(id));
    return {
      thought_count: shown.length,
      thoughts: shown.map((one) => ({ ...one, thought_type: 'question' })),
    };
  });
  return {
    ...pfc,
    think,
    thinkOnceRead: (content) => void later.push(content),
    buffered: () => buffer.map(({ id }) => id),
  };
}
