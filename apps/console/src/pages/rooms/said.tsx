import { Go } from '../../app/navigation.tsx';
import { useVisitor } from '../../api/use-visitor.tsx';
import { Button } from '../../parts/button.tsx';
import { classes } from '../../parts/class-names.ts';
import { TextBlock, Words } from '../../parts/text-block.tsx';
import { Time } from '../../parts/time.tsx';
import { isSame, type Message, nameOf, type RoomState } from './room-state.ts';
import type { Self } from './self.ts';
import type { AskRoom } from './use-room.ts';

/** One message, who wrote it, and which agent has its answer. */
export function Said({
  message,
  state,
  self,
  ask,
}: {
  message: Message;
  state: RoomState;
  self: Self;
  ask: AskRoom;
}) {
  const { agent } = useVisitor();
  const { at, author, authorKind, content, display, id, turnId: turn } = message;
  const claim = state.claims?.find(({ messageId }) => messageId === id);
  const mine = isSame({ kind: authorKind, member: author }, self);
  return (
    <article className={classes('rooms-said', mine && 'mine', authorKind)}>
      <p className="rooms-said-head">
        <b>
          <Words text={display} />
        </b>
        <span className="soft">
          <Time at={at} as="clock" />
        </span>
        {claim !== undefined && (
          <span className="soft">
            answered by <Words text={nameOf(state, { kind: 'agent', member: claim.agentId })} />
          </span>
        )}
        {turn !== null && author === agent?.agent_id && <Go to={`/world/turns/${turn}`}>why</Go>}
        {claim === undefined && self.kind === 'agent' && !mine && (
          <Button kind="quiet" onClick={() => void ask('claim', { messageId: id })}>
            Claim the answer
          </Button>
        )}
      </p>
      <TextBlock text={content} />
    </article>
  );
}
