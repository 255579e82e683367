import { useState } from 'react';
import { send } from '../../api/client.ts';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { TextInput } from '../../parts/field.tsx';
import { Menu } from '../../parts/menu.tsx';
import { Words } from '../../parts/text-block.tsx';
import { Time } from '../../parts/time.tsx';
import { say } from '../../parts/toast.tsx';
import { AgentHand } from './hand-mark.tsx';
import { handOf, inOrder, isSame, type Member, type RoomState } from './room-state.ts';
import type { Self } from './self.ts';
import type { AskRoom } from './use-room.ts';

interface PeopleProps {
  readonly state: RoomState;
  readonly self: Self;
  readonly ask: AskRoom;
}

/** Who is in the room, whose hand is up, and the queue of people. */
export function People({ state, self, ask }: PeopleProps) {
  const up = state.hands.filter((hand) => hand.state === 'raised').length;
  return (
    <div className="stack">
      <section aria-labelledby="rooms-members">
        <h2 id="rooms-members">
          Members <span className="soft">{up === 0 ? '' : `${up} of ${state.handsMax} hands up`}</span>
        </h2>
        <ul className="rooms-members">
          {inOrder(state).map((member) => (
            <li key={`${member.kind} ${member.member}`}>
              <MemberRow member={member} state={state} self={self} ask={ask} />
            </li>
          ))}
        </ul>
        {self.moderates && <AddAgent room={state.id} />}
      </section>
      <Queue state={state} self={self} ask={ask} />
    </div>
  );
}

function MemberRow({ member, state, self, ask }: PeopleProps & { member: Member }) {
  const [leaving, setLeaving] = useState(false);
  const { display, kind, member: id, present } = member;
  const hand = handOf(state, member);
  const speaks = isSame(state.speaker, member);
  const who = { kind, member: id };
  const remove = async () => {
    setLeaving(false);
    try {
      await send('DELETE /rooms/:room/members/:member', {
        params: { room: state.id, member: id },
        query: { kind },
      });
      say(`${display} is out of the room.`);
    } catch (error) {
      say((error as Error).message, 'bad');
    }
  };
  return (
    <div className={speaks ? 'rooms-member now' : 'rooms-member'}>
      <span className={present ? 'dot good' : 'dot'} title={present ? 'present' : 'away'}>
        <Words text={display} />
        <span className="hidden-words">, {present ? 'present' : 'away'}</span>
      </span>
      <span className="soft">{kind === 'agent' ? 'agent' : isSame(member, self) ? 'you' : 'person'}</span>
      {hand !== undefined && <AgentHand hand={hand} speaks={speaks} />}
      {speaks && <Badge tone="accent">speaks</Badge>}
      <span className="space" />
      {self.moderates && hand?.state === 'raised' && !speaks && (
        <Button label={`Give floor to ${display}`} onClick={() => void ask('floor:give', who)}>
          Give floor
        </Button>
      )}
      {self.moderates && (
        <Menu
          label={`More for ${display}`}
          items={[
            { label: 'Give the floor', disabled: speaks, run: () => void ask('floor:give', who) },
            ...(hand === undefined
              ? []
              : [{ label: 'Lower the hand', run: () => void ask('hand:lower', who) }]),
            ...(isSame(member, self)
              ? []
              : [{ label: 'Take out of the room', danger: true, run: () => setLeaving(true) }]),
          ]}
        />
      )}
      <Confirm
        title={`Take ${display} out of the room?`}
        open={leaving}
        action="Take out"
        danger
        onConfirm={() => void remove()}
        onClose={() => setLeaving(false)}
      >
        <p>What was said stays. {kind === 'agent' && 'It does not listen here any more.'}</p>
      </Confirm>
    </div>
  );
}

function Queue({ state: { queue }, self, ask }: PeopleProps) {
  return (
    <section aria-labelledby="rooms-queue">
      <h2 id="rooms-queue">Queue of people</h2>
      {queue.length === 0 ? (
        <p className="soft">Nobody waits.</p>
      ) : (
        <ol className="rooms-queue">
          {queue.map(({ display, interrupted, member, raisedAt, tier }) => (
            <li key={member}>
              <Words text={display} />
              {tier === 'emergency' && <Badge tone="bad">emergency</Badge>}
              {interrupted && <span className="soft">was interrupted</span>}
              <span className="soft">
                <Time at={raisedAt} />
              </span>
              <span className="space" />
              {self.moderates && (
                <Button
                  kind="quiet"
                  icon="close"
                  label={`Take ${display} out of the queue`}
                  onClick={() => void ask('hand:lower', { kind: 'human', member })}
                />
              )}
            </li>
          ))}
        </ol>
      )}
      {self.moderates && queue.length > 0 && (
        <Button kind="primary" onClick={() => void ask('floor:give')}>
          Give the floor to the next
        </Button>
      )}
    </section>
  );
}

function AddAgent({ room }: { room: string }) {
  const [agent, setAgent] = useState('');
  const [error, setError] = useState<string>();
  const add = async () => {
    try {
      await send('POST /rooms/:room/members', { params: { room }, body: { agent: agent.trim() } });
      setAgent('');
      setError(undefined);
    } catch (problem) {
      setError((problem as Error).message);
    }
  };
  return (
    <form
      className="rooms-add"
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <TextInput
        label="Name of an agent"
        hideLabel
        placeholder="agent"
        value={agent}
        onChange={setAgent}
        error={error}
      />
      <Button type="submit" disabled={agent.trim() === ''}>
        Add agent
      </Button>
    </form>
  );
}
