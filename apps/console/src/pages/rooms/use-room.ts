import { useCallback, useEffect, useRef, useState } from 'react';
import { say } from '../../parts/toast.tsx';
import { afterEvent, afterEvents, type RoomEvent, type RoomState } from './room-state.ts';
import { openRoomSocket, type RoomSocket, type SocketAnswer, type SocketAuth } from './room-socket.ts';

const answerMs = 10_000;

/** A room that is shown, and what may be asked of it. */
export interface ShownRoom {
  /** Undefined until it was read. */
  readonly state: RoomState | undefined;
  readonly link: 'opening' | 'open' | 'lost';
  /** Why the room is not shown. */
  readonly problem: string | undefined;
  /** Asks the room for something; says what was refused. Resolves with whether it was done. */
  ask(name: string, input?: object): Promise<boolean>;
}

/** Joins a room with a socket of its own, and follows it: every event once and in order; what is missing is asked for. */
export function useRoom(room: string, { name, apiKey }: SocketAuth): ShownRoom {
  const [state, setState] = useState<RoomState>();
  const [link, setLink] = useState<ShownRoom['link']>('opening');
  const [problem, setProblem] = useState<string>();
  const socket = useRef<RoomSocket>(undefined);

  const send = useCallback(
    async (event: string, input: object = {}): Promise<SocketAnswer> => {
      const lost = {
        ok: false,
        problem: { type: 'about:blank', title: '', status: 0, code: 'network', detail: 'The server does not answer. This page tries again by itself.' },
      } as const;
      if (socket.current === undefined) return lost;
      return socket.current
        .timeout(answerMs)
        .emitWithAck(event, { channelId: room, ...input })
        .catch(() => lost);
    },
    [room],
  );

  useEffect(() => {
    let current: RoomState | undefined;
    let over = false;
    let syncing = false;
    const show = (next: RoomState) => {
      current = next;
      setState(next);
    };
    const join = async () => {
      const answer = await send('join_channel');
      if (!over) setProblem(answer.ok ? undefined : answer.problem.detail);
    };
    const repair = async () => {
      if (syncing || current === undefined) return;
      syncing = true;
      const answer = await send('room:sync', { seq: current.seq });
      syncing = false;
      if (over || !answer.ok) return;
      if (answer.state !== undefined) show(answer.state);
      show(afterEvents(current, answer.events ?? []));
    };
    const take = (event: RoomEvent) => {
      if (current === undefined || (event as { room?: string }).room !== room) return;
      const next = afterEvent(current, event);
      if (next === 'again') void join();
      else if (next === 'missing') void repair();
      else if (next !== 'same') show(next);
    };
    const auth = { ...(name === undefined ? {} : { name }), ...(apiKey === undefined ? {} : { apiKey }) };
    void openRoomSocket(auth)
      .then((opened) => {
        if (over) {
          opened.disconnect();
          return;
        }
        socket.current = opened;
        opened.on('connect', () => {
          setLink('open');
          void join();
        });
        opened.on('disconnect', () => setLink('lost'));
        opened.on('connect_error', (error) => {
          setLink('lost');
          setProblem(error.data?.detail);
        });
        opened.on('room:state', (read) => {
          if (read.id === room && (current === undefined || read.seq >= current.seq)) show(read);
        });
        opened.on('room:event', take);
      })
      .catch(() => setProblem('The part of the page that connects to rooms could not be loaded. Load the page again.'));
    return () => {
      over = true;
      socket.current?.disconnect();
      socket.current = undefined;
    };
  }, [room, name, apiKey, send]);

  const ask = useCallback(
    async (event: string, input: object = {}) => {
      const answer = await send(event, input);
      if (!answer.ok) say(answer.problem.detail, 'bad');
      return answer.ok;
    },
    [send],
  );
  return { state, link, problem, ask };
}
