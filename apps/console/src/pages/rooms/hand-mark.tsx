import { Icon } from '../../parts/icon.tsx';
import type { Hand } from './room-state.ts';

/** An orange circle with a hand: somebody asks for the floor. */
export function HandMark({
  title,
  count,
  quiet = false,
}: {
  title: string;
  count?: number;
  quiet?: boolean;
}) {
  return (
    <span className={quiet ? 'rooms-hand quiet' : 'rooms-hand'} title={title} role="img" aria-label={title}>
      <Icon name="hand" />
      {count !== undefined && count > 1 && <b aria-hidden="true">{count}</b>}
    </span>
  );
}

/** The hand of an agent, as far as it is not down. */
export function AgentHand({ hand, speaks }: { hand: Hand; speaks: boolean }) {
  const { bid, reason, state } = hand;
  if (state === 'raised')
    return <HandMark title={`asks for the floor: ${reason ?? 'asked'}, ${Math.round(bid * 100)} %`} />;
  if (state === 'waiting') return <HandMark quiet title="wants to speak, and waits for a free place" />;
  if (state === 'granted' && !speaks)
    return <span className="soft">was given the floor, does not speak</span>;
  return null;
}
