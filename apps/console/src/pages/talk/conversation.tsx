import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { follow } from '../../api/event-stream.ts';
import { keyOf } from '../../api/use-get.ts';
import { Go, useGo } from '../../app/navigation.tsx';
import { useLive, useLiveState } from '../../live/use-live.ts';
import { Button } from '../../parts/button.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Empty, ErrorState, Skeleton } from '../../parts/states.tsx';
import { Words } from '../../parts/text-block.tsx';
import { Composer } from './composer.tsx';
import { forgetMessage, type Outgoing, useOutbox } from './outbox.ts';
import { OutgoingMessage } from './outgoing.tsx';
import { threadName } from './thread-name.ts';
import { Turn } from './turn.tsx';
import { useMessages, useThreads } from './use-messages.ts';

const newPlace = 'new';

/** What is said in a thread, and where to say more. `new` is a thread that has not begun. */
export function Conversation({ thread, turn }: { thread: string; turn: string | undefined }) {
  const fresh = useMemo(() => `console-${crypto.randomUUID().slice(0, 8)}`, []);
  const isNew = thread === newPlace;
  const outgoing = useOutbox().filter((one) => one.thread === (isNew ? fresh : thread));
  const go = useGo();
  const began = isNew ? outgoing.find((one) => one.turn !== undefined) : undefined;
  useEffect(() => {
    if (began?.turn === undefined) return;
    forgetMessage(began.key);
    go(`/talk/${began.turn.thread_id}`, { replace: true });
  }, [began, go]);
  return (
    <section className="conversation" aria-label="Conversation">
      <div className="conversation-head">
        <Go to="/talk" className="button quiet square only-phone" label="All threads" below={false}>
          <Icon name="back" />
        </Go>
        <h2>{isNew ? 'New thread' : <Name thread={thread} />}</h2>
      </div>
      {isNew ? (
        <div className="messages">
          {outgoing.length === 0 && (
            <Empty title="Say something to the agent">
              It answers here. Beside each answer stands why it went as it did. To look around in a life that
              was lived already, run <code>./salience demo</code> and choose the agent “example” above.
            </Empty>
          )}
          <ol>
            {outgoing.map((one) => (
              <OutgoingMessage key={one.key} message={one} />
            ))}
          </ol>
        </div>
      ) : (
        <Messages thread={thread} chosen={turn} outgoing={outgoing} />
      )}
      <Composer thread={isNew ? fresh : thread} begun={!isNew} />
    </section>
  );
}

/** What a thread is about, as far as the list of threads says it. */
function Name({ thread }: { thread: string }) {
  const known = useThreads().items?.find(({ key, thread_id }) => thread_id === thread || key === thread);
  return known === undefined ? 'Conversation' : <Words text={threadName(known)} />;
}

function Messages({
  thread,
  chosen,
  outgoing,
}: {
  thread: string;
  chosen: string | undefined;
  outgoing: readonly Outgoing[];
}) {
  const list = useMessages(thread);
  const refresh = useThreadStream(thread);
  const turns = useMemo(() => list.items?.toReversed(), [list.items]);
  const shown = new Set(turns?.map(({ turn_id }) => turn_id));
  const waiting = outgoing.filter((one) => one.turn === undefined || !shown.has(one.turn.turn_id));
  useEffect(() => {
    for (const one of outgoing)
      if (one.turn !== undefined && shown.has(one.turn.turn_id)) forgetMessage(one.key);
  });
  const taken = waiting.filter((one) => one.turn !== undefined).length;
  useEffect(() => {
    if (taken > 0) refresh();
  }, [taken, refresh]);
  const bottom = useAtBottom(turns !== undefined);
  if (turns === undefined)
    return (
      <div className="messages">
        {list.error === null ? (
          <Skeleton lines={8} />
        ) : (
          <ErrorState error={list.error} retry={() => void list.refetch()} />
        )}
      </div>
    );
  return (
    // It scrolls, so the keyboard must reach it.
    <div className="messages" ref={bottom} tabIndex={0} role="region" aria-label="Messages">
      {list.hasNextPage && (
        <Button kind="quiet" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Earlier messages
        </Button>
      )}
      <ol>
        {turns.map((one) => (
          <Turn
            key={one.turn_id}
            thread={thread}
            turn={one}
            chosen={one.turn_id === chosen}
            onEnd={refresh}
          />
        ))}
        {waiting.map((one) => (
          <OutgoingMessage key={one.key} message={one} />
        ))}
      </ol>
    </div>
  );
}

/** Asks for the messages again whenever a turn of the thread has ended, whoever began it; returns how to do so at once. */
function useThreadStream(thread: string): () => void {
  const client = useQueryClient();
  const refresh = useMemo(
    () => () => {
      const [path] = keyOf('/threads/:thread/messages');
      void client.invalidateQueries({
        predicate: ({ queryKey: [asked, input] }) =>
          asked === '/threads' || (asked === path && JSON.stringify(input).includes(JSON.stringify(thread))),
      });
    },
    [client, thread],
  );
  useLive(['turn.accepted', 'turn.ended', 'approval'], ({ thread_id: id }) => {
    // A thread that the address names by its key may be any.
    if (id === undefined || id === thread || !thread.startsWith('thr_')) refresh();
  });
  // The stream of the console tells of the same; only where it does not come is the thread's own followed.
  const alone = useLiveState() !== 'live';
  useEffect(() => {
    if (!alone) return undefined;
    const stopping = new AbortController();
    void (async () => {
      for await (const { data } of follow(`/threads/${thread}/events`, { signal: stopping.signal }))
        if ((data as { type: string }).type === 'turn') refresh();
    })();
    return () => stopping.abort();
  }, [alone, thread, refresh]);
  return refresh;
}

const nearPx = 160;

/** Keeps the end of a scrolled place in sight while it grows, unless somebody scrolled up. */
function useAtBottom(shown: boolean) {
  const place = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    const scrolled = () => {
      follows.current = element.scrollHeight - element.scrollTop - element.clientHeight < nearPx;
    };
    element.addEventListener('scroll', scrolled, { passive: true });
    const content = element.querySelector('ol');
    const growing = new ResizeObserver(() => {
      if (follows.current) element.scrollTop = element.scrollHeight;
    });
    if (content !== null) growing.observe(content);
    return () => {
      element.removeEventListener('scroll', scrolled);
      growing.disconnect();
    };
  }, [shown]);
  return place;
}
