import type { BaseAdapter } from '@bull-board/api/baseAdapter';
import type { QueueHandle } from './queue-handle.ts';

/**
 * What Bull Board shows of the queues: one adapter each, on either backend. Loads Bull Board when first called, so a
 * process that never shows it does not pay for it. Rejects with `queues.unavailable`.
 */
export async function boardAdapters(queues: {
  handles(): Promise<readonly QueueHandle[]>;
}): Promise<BaseAdapter[]> {
  const [handles, { bullAdapters }] = await Promise.all([queues.handles(), import('./bull-adapters.ts')]);
  return bullAdapters(handles);
}
