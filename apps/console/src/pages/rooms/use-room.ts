import { useCallback, useEffect, useRef, useState } from 'react';
import { say } from '../../parts/toast.tsx';
import { FollowedRoom, type Link } from './follow-room.ts';
import type { RoomState } from './room-state.ts';
import type { SocketAuth } from './room-socket.ts';

/** Asks the room for something; says what was refused. Resolves with whether it was done. */
export type AskRoom = (name: string, input?: object) => Promise<boolean>;

/** A room that is shown, and what may be asked of it. */
export interface ShownRoom {
  /** Undefined until it was read. */
  readonly state: RoomState | undefined;
  readonly link: Link;
  /** Why the room is not shown. */
  readonly problem: string | undefined;
  readonly ask: AskRoom;
}

/** Joins a room and follows it while the component is shown. */
export function useRoom(room: string, { name, apiKey }: SocketAuth): ShownRoom {
  const [state, setState] = useState<RoomState>();
  const [link, setLink] = useState<Link>('opening');
  const [problem, setProblem] = useState<string>();
  const followed = useRef<FollowedRoom>(undefined);

  useEffect(() => {
    const auth = { ...(name === undefined ? {} : { name }), ...(apiKey === undefined ? {} : { apiKey }) };
    const one = new FollowedRoom(room, auth, {
      onState: (next) => setState(next),
      onLink: (next) => setLink(next),
      onProblem: (detail) => setProblem(detail),
    });
    followed.current = one;
    return () => one.stop();
  }, [room, name, apiKey]);

  const ask = useCallback<AskRoom>(async (event, input) => {
    const answer = await followed.current?.send(event, input);
    if (answer?.ok === false) say(answer.problem.detail, 'bad');
    return answer?.ok === true;
  }, []);
  return { state, link, problem, ask };
}
