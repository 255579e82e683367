import type { AgentId } from '@salience/contracts';
import { type Database, newId } from '@salience/database';
import { takeSynthesis } from '@salience/database/pfc';
import { giveFloor, roomListeners, roomSeqs } from '@salience/database/rooms';
import { configOf, synthesize } from '@salience/pfc';
import { threadKeyOf } from './hear-in-room.ts';

/** What giving the floor to an agent takes. */
interface Giving {
  readonly db: Database;
  readonly room: string;
  readonly agentId: AgentId;
  readonly now: Date;
  readonly zone: string;
  readonly traceparent: string | undefined;
}

/** The words of a turn of an agent that thought nothing. */
const noThoughts = ' ';

/**
 * Gives the floor to an agent and begins its one turn, whose text is what it thought while it listened. The thoughts that the text is made of leave the buffer in the same
 * transaction. Two who give it at once begin one turn: its key is the room's last event.
 */
export async function giveFloorToAgent({ agentId, db, now, room, traceparent, zone }: Giving) {
  const [listeners, [seen]] = await Promise.all([roomListeners(db, room), roomSeqs(db, [room])]);
  const listener = listeners.find((one) => one.agentId === agentId);
  const to = { kind: 'agent', member: agentId } as const;
  // Refused there, with the reason.
  if (listener === undefined || seen === undefined) return giveFloor(db, { room, to, now });
  const { maxThoughts } = configOf(listener.config.doc).synthesis;
  const synthesisId = newId('synthesis', now.getTime());
  const { thoughts } = await takeSynthesis(db, {
    agentId,
    channel: room,
    max: maxThoughts,
    clear: false,
    now,
    synthesisId,
    trust: 'owner',
  });
  const { digest } = synthesize(
    thoughts.map((thought) => ({
      id: thought.id,
      thought_type: thought.thoughtType,
      content: thought.content,
      created_at: thought.createdAt.toISOString(),
      trigger_author: thought.triggerAuthor,
    })),
    // The prompt of such a turn reads thoughts by kind, whatever style callers are shown.
    { style: 'structured', maxThoughts, clear: true },
  );
  return giveFloor(db, {
    room,
    to,
    now,
    consume: { synthesisId, thoughtIds: thoughts.map(({ id }) => id) },
    startTurn: {
      agentId,
      threadKey: threadKeyOf(room),
      newThreadId: newId('thread', now.getTime()),
      text: digest === '' ? noThoughts : digest,
      source: 'floor',
      key: `${room}:${seen.seq}`,
      // Made of what others said.
      trust: 'unverified',
      now,
      zone,
      traceparent,
      // The room shows it.
      quiet: true,
    },
  });
}
