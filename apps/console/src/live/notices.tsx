import { useEffect } from 'react';
import { follow } from '../api/event-stream.ts';
import { queryClient } from '../api/query-client.ts';
import type { Routes } from '../api/routes.gen.ts';
import { say } from '../parts/toast.tsx';
import { useVisible } from './use-visible.ts';

type NoticeEvent = Routes['GET /notices/events']['events'];

const charsMax = 140;

/** Says what the agent begins by itself, of whatever thread; first what nobody has seen yet. What is told here counts as seen. */
export function Notices({ agent }: { agent: string }) {
  const visible = useVisible();
  useEffect(() => {
    if (!visible) return undefined;
    const stopping = new AbortController();
    void (async () => {
      for await (const { data } of follow('/notices/events?missed=true', { signal: stopping.signal })) {
        const event = data as NoticeEvent;
        if (event.type !== 'notice') continue;
        const words = event.reply?.text ?? event.error?.message ?? event.text;
        say(words.length > charsMax ? `${words.slice(0, charsMax)}…` : words, 'good', {
          words: 'Show it',
          to: `/talk/${event.thread_id}/${event.turn_id}`,
        });
        void queryClient.invalidateQueries({ predicate: ({ queryKey: [path] }) => path === '/threads' });
      }
    })();
    return () => stopping.abort();
  }, [agent, visible]);
  return null;
}
