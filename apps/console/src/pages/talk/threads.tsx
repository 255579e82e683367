import type { Shapes } from '../../api/routes.gen.ts';
import { Go } from '../../app/navigation.tsx';
import { Badge } from '../../parts/badge.tsx';
import { Icon } from '../../parts/icon.tsx';
import { ErrorState, Skeleton } from '../../parts/states.tsx';
import { Words } from '../../parts/text-block.tsx';
import { Time } from '../../parts/time.tsx';
import { VirtualList } from '../../parts/virtual-list.tsx';
import { threadName } from './thread-name.ts';
import { useThreads } from './use-messages.ts';
import { modeName, isThere } from './words.ts';

/** Every thread, latest activity first. */
export function Threads({ open }: { open: string | undefined }) {
  const list = useThreads();
  const more = () => {
    if (list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage();
  };
  return (
    <aside className="threads" aria-label="Threads">
      <div className="threads-head">
        <h2>Threads</h2>
        <Go to="/talk/new" className="button quiet square" label="New thread">
          <Icon name="plus" />
        </Go>
      </div>
      {list.items === undefined ? (
        list.error === null ? (
          <Skeleton lines={6} />
        ) : (
          <ErrorState error={list.error} retry={() => void list.refetch()} />
        )
      ) : list.items.length === 0 ? (
        <p className="soft threads-none">No thread yet. Say something, and one begins.</p>
      ) : (
        <VirtualList
          label="Threads"
          items={list.items}
          itemKey={({ thread_id }) => thread_id}
          height={52}
          onEnd={more}
          render={(thread) => <ThreadLink thread={thread} current={thread.thread_id === open} />}
        />
      )}
    </aside>
  );
}

function ThreadLink({ thread, current }: { thread: Shapes['Thread']; current: boolean }) {
  const { asked = 0, last, last_activity_at: at, pending, thread_id: id } = thread;
  return (
    <Go to={`/talk/${id}`} className={current ? 'thread current' : 'thread'}>
      <span className="thread-name">
        <Words text={threadName(thread)} />
        <span className="soft">
          <Time at={at} />
        </span>
      </span>
      <span className="thread-about soft">
        <Words text={lastWords(last) ?? 'Nothing was said here yet'} />
        <span className="thread-badges">
          {asked > 0 && <Badge tone="warn">asks</Badge>}
          {pending > 0 && <Badge tone="accent">{pending} running</Badge>}
          {asked === 0 && pending === 0 && isThere(last?.mode) && <Badge>{modeName(last.mode)}</Badge>}
        </span>
      </span>
    </Go>
  );
}

/** The latest words in one line: the reply where there is one. */
function lastWords(last: Shapes['Thread']['last']): string | undefined {
  if (!isThere(last)) return undefined;
  const words = last.reply ?? last.text;
  return words === '' ? undefined : words.replaceAll(/\s+/g, ' ');
}
