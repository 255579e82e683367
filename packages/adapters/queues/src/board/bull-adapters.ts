import type { BaseAdapter } from '@bull-board/api/baseAdapter';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import type { Queue } from 'bullmq';
import type { QueueHandle } from './queue-handle.ts';

/** An adapter of Bull Board for each queue, under its name in the contracts. */
export function bullAdapters(handles: readonly QueueHandle[]): BaseAdapter[] {
  return handles.map(({ name, bull }) => new BullMQAdapter(bull as Queue, { displayName: name }));
}
