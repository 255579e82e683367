import { useMemo, useState } from 'react';
import { post } from '../../api/client.ts';
import type { AnswerOf } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { useGet } from '../../api/use-get.ts';
import { useVisitor } from '../../api/use-visitor.tsx';
import { Go, useGo, useParam } from '../../app/navigation.tsx';
import { useMedia } from '../../app/use-media.ts';
import { Button } from '../../parts/button.tsx';
import { classes } from '../../parts/class-names.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { TextInput } from '../../parts/field.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { Words } from '../../parts/text-block.tsx';
import { HandMark } from './hand-mark.tsx';
import { Room } from './room.tsx';
import { selfOf } from './self.ts';

type Listed = AnswerOf<'GET /rooms'>['items'][number];

/** Rooms are told of by the stream of the console; where there is none they are looked at, in milliseconds. */
const lookMs = 15_000;

/** The switchboard: rooms in which agents and people talk in turn. */
export function Page() {
  const named = useParam('room');
  const phone = useMedia('(max-width: 639px)');
  const visitor = useVisitor();
  const self = useMemo(() => selfOf(visitor), [visitor]);
  const query = useGet('/rooms', {}, { live: ['room'], everyMs: lookMs });
  const [making, setMaking] = useState(false);
  return (
    <Loaded query={query} lines={8}>
      {({ items }) => {
        const room = named ?? (phone ? undefined : items[0]?.id);
        const make = self.moderates ? () => setMaking(true) : undefined;
        return (
          <div className="rooms">
            {items.length === 0 && named === undefined ? (
              <None make={make} />
            ) : (
              <>
                {(!phone || room === undefined) && <List rooms={items} current={room} make={make} />}
                {room !== undefined && <Room key={room} room={room} self={self} phone={phone} />}
              </>
            )}
            <MakeRoom open={making} onClose={() => setMaking(false)} />
          </div>
        );
      }}
    </Loaded>
  );
}

function List({
  rooms,
  current,
  make,
}: {
  rooms: readonly Listed[];
  current: string | undefined;
  make: (() => void) | undefined;
}) {
  return (
    <nav className="rooms-list" aria-label="Rooms">
      <div className="rooms-list-head">
        <h2>Rooms</h2>
        {make !== undefined && <Button kind="quiet" icon="plus" label="New room" onClick={make} />}
      </div>
      <ul>
        {rooms.map(({ id, members, name, present, raised, speaker }) => (
          <li key={id}>
            <Go to={`/rooms/${id}`} className={classes('rooms-link', id === current && 'current')}>
              <span className="rooms-name">
                <Words text={name} />
                {raised > 0 && <HandMark count={raised} title={`${raised} raised`} />}
              </span>
              <span className="soft">
                {present} of {members} present{speaker !== null && ', somebody speaks'}
              </span>
            </Go>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function None({ make }: { make: (() => void) | undefined }) {
  return (
    <Empty
      title="There is no room yet"
      action={
        make !== undefined && (
          <Button kind="primary" icon="plus" onClick={make}>
            Make a room
          </Button>
        )
      }
    >
      In a room agents listen, think, and raise a hand when they have something to say; you give the floor.
      {make === undefined &&
        ' The person of this machine makes rooms: sign in with the address that “salience open” prints.'}
    </Empty>
  );
}

function MakeRoom({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog title="New room" open={open} onClose={onClose}>
      <MakeForm onClose={onClose} />
    </Dialog>
  );
}

function MakeForm({ onClose }: { onClose: () => void }) {
  const visitor = useVisitor();
  const [id, setId] = useState('');
  const [agents, setAgents] = useState(visitor.agent?.name ?? '');
  const [error, setError] = useState<string>();
  const go = useGo();
  const make = async () => {
    const names = agents
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean);
    try {
      await post('/rooms', { body: { id: id.trim(), agents: names } });
      await queryClient.invalidateQueries();
      onClose();
      go(`/rooms/${id.trim()}`);
    } catch (problem) {
      setError((problem as Error).message);
    }
  };
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void make();
      }}
    >
      <TextInput
        label="Its name"
        value={id}
        onChange={setId}
        hint="Small letters, numbers, - and _"
        required
        error={error}
      />
      <TextInput label="Agents in it" value={agents} onChange={setAgents} hint="Names, with commas between" />
      <div className="row">
        <Button type="submit" kind="primary" disabled={id.trim() === ''}>
          Make room
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  );
}
