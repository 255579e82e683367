import { type ThreadId, threadIdSchema } from '@salience/contracts';
import { httpProblem } from '../http/problems.ts';

/** A thread as a caller names it, by our id or by a key of their own. */
export function threadRef(
  ref: string | undefined,
): { threadId: ThreadId } | { threadKey: string } | undefined {
  if (ref === undefined) return undefined;
  const id = threadIdSchema.safeParse(ref);
  if (id.success) return { threadId: id.data };
  if (!ref.startsWith('thr_')) return { threadKey: ref };
  // A cut or mistyped id must not silently create a thread with that key.
  throw httpProblem(
    422,
    'thread.bad-id',
    'Keys that start with "thr_" are reserved for ids: thr_ and 32 hex digits. Check the id, or use another key.',
  );
}
