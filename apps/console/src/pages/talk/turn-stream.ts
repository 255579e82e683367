import { useEffect, useState } from 'react';
import { follow } from '../../api/event-stream.ts';
import type { Routes } from '../../api/routes.gen.ts';

type StreamEvent = Routes['GET /turns/:turn/events']['events'];

/** What is known of a turn that runs. */
export interface Running {
  readonly status: 'waiting' | 'processing' | 'thinking' | 'still_working' | 'done';
  /** The answer as far as it was written. */
  readonly text: string;
}

const begun: Running = { status: 'waiting', text: '' };

/** Follows a turn as it runs; `onEnd` is called once when it has ended. */
export function useTurnStream(turnId: string, onEnd: () => void): Running {
  const [running, setRunning] = useState(begun);
  useEffect(() => {
    const stopping = new AbortController();
    void (async () => {
      for await (const { data } of follow(`/turns/${turnId}/events`, { signal: stopping.signal })) {
        const event = data as StreamEvent;
        setRunning((before) => after(before, event));
        if (event.type === 'done') break;
      }
      if (!stopping.signal.aborted) onEnd();
    })();
    return () => stopping.abort();
    // The end is told to whoever asked first; the stream is the same.
  }, [turnId]);
  return running;
}

function after(before: Running, event: StreamEvent): Running {
  switch (event.type) {
    case 'status':
      return { ...before, status: event.status };
    case 'delta':
      return { ...before, text: before.text + event.text };
    case 'reset':
      return { ...before, text: '' };
    case 'message':
      return { status: 'done', text: event.text };
    case 'error':
      return { status: 'done', text: event.message };
    case 'done':
      return { ...before, status: 'done' };
    case 'detached':
      return before;
  }
}
