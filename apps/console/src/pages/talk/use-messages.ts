import type { Shapes } from '../../api/routes.gen.ts';
import { type Listed, useList } from '../../api/use-get.ts';

/** A turn of a thread. */
export type Message = Shapes['HistoryItem'];
/** A request for a yes. */
export type Approval = NonNullable<Message['approvals']>[number];

/** Every thread, latest activity first, asked once for everything on the page that shows them. */
export function useThreads(): Listed<Shapes['Thread']> {
  return useList(
    '/threads',
    { query: { limit: 100 } },
    { live: ['turn.accepted', 'turn.ended', 'approval'] },
  );
}

/** The messages of a thread, newest first, asked once for everything on the page that shows them. */
export function useMessages(thread: string, enabled = true): Listed<Message> {
  return useList('/threads/:thread/messages', { params: { thread }, query: { limit: 50 } }, { enabled });
}

/** Whether a turn has not ended. */
export function isOpen({ state }: Pick<Message, 'state'>): boolean {
  return state === 'pending' || state === 'running';
}
