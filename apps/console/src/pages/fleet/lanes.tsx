import type { Shapes } from '../../api/routes.gen.ts';
import { useList } from '../../api/use-get.ts';
import { useVisitor } from '../../api/use-visitor.tsx';
import { Go, useSearchValue } from '../../app/navigation.tsx';
import { Badge } from '../../parts/badge.tsx';
import { Card, Tile } from '../../parts/card.tsx';
import { Select } from '../../parts/field.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { Table } from '../../parts/table.tsx';
import { span } from '../../parts/time-words.ts';
import { Time } from '../../parts/time.tsx';
import { VirtualList } from '../../parts/virtual-list.tsx';
import { useFleet } from './use-fleet.ts';

type Lane = Shapes['Lane'];
type State = Lane['state'] | 'all';

const states: readonly { value: State; label: string }[] = [
  { value: 'all', label: 'All that have turns' },
  { value: 'waiting', label: 'Waiting' },
  { value: 'running', label: 'Running' },
  { value: 'parked', label: 'Parked' },
];

/** Work that waits: lanes of threads with their age, queues with theirs. */
export function Page() {
  return (
    <div className="content">
      <Figures />
      <Lanes />
      <Queues />
    </div>
  );
}

function Figures() {
  const query = useFleet();
  return (
    <Loaded query={query} lines={2}>
      {({ lanes, outbox }) => (
        <div className="tiles">
          <Tile label="Lanes running" value={lanes.running} note={`${lanes.turns} turns have not ended`} />
          <Tile
            label="Lanes waiting"
            value={lanes.waiting}
            note={lanes.oldest_ms === null ? 'nothing waits' : `the longest for ${span(lanes.oldest_ms)}`}
          />
          <Tile
            label="Jobs to be sent"
            value={outbox.waiting}
            note={outbox.oldest_ms === null ? 'none waits' : `the oldest for ${span(outbox.oldest_ms)}`}
          />
        </div>
      )}
    </Loaded>
  );
}

function Queues() {
  const query = useFleet();
  return (
    <Loaded query={query} lines={5}>
      {({ backend, queues }) => (
        <Card title={`Queues, in ${backend === 'redis' ? 'Redis' : 'Postgres'}`}>
          {queues === null ? (
            <Empty title="The queue server does not answer">
              Nothing is lost: what was accepted is in Postgres, and is sent again when it is back.
            </Empty>
          ) : (
            <QueueTable queues={queues} />
          )}
        </Card>
      )}
    </Loaded>
  );
}

function QueueTable({ queues }: { queues: readonly Shapes['Queue'][] }) {
  const age = (ms: number | undefined) => (ms === undefined || ms === 0 ? '–' : span(ms));
  return (
    <Table
      label="Queues"
      rows={queues}
      rowKey={({ queue }) => queue}
      columns={[
        { title: 'Queue', wide: true, cell: ({ queue }) => queue },
        { title: 'Waiting', number: true, cell: ({ waiting }) => waiting },
        { title: 'Oldest', number: true, cell: ({ oldest_ms: ms }) => age(ms) },
        { title: 'Active', number: true, cell: ({ active }) => active },
        { title: 'Delayed', number: true, cell: ({ delayed }) => delayed },
        {
          title: 'Failed',
          number: true,
          cell: ({ failed }) => (failed > 0 ? <Badge tone="bad">{failed}</Badge> : 0),
        },
        { title: 'Oldest failure', number: true, cell: ({ oldest_failed_ms: ms }) => age(ms) },
      ]}
    />
  );
}

function Lanes() {
  const [wanted, setWanted] = useSearchValue('state');
  const state = states.find(({ value }) => value === wanted)?.value ?? 'all';
  const list = useList(
    '/operator/lanes',
    { query: { limit: 100, ...(state === 'all' ? {} : { state }) } },
    { live: ['turn.accepted', 'turn.ended'] },
  );
  return (
    <Card
      title="Lanes, the longest wait first"
      actions={
        <Select
          label="Lanes"
          hideLabel
          value={state}
          onChange={(next) => setWanted(next === 'all' ? undefined : next)}
          options={states}
        />
      }
    >
      <Loaded query={{ ...list, data: list.items }}>
        {(items) =>
          items.length === 0 ? (
            <Empty title={state === 'all' ? 'No lane has a turn' : `No lane is ${state}`}>
              Each thread is a lane: its turns run one after another, here while they do.
            </Empty>
          ) : (
            <div className="fleet-list" style={{ height: `min(${items.length * 60}px, 50dvh)` }}>
              <VirtualList
                label="Lanes"
                items={items}
                itemKey={({ thread_id: id }) => id}
                height={52}
                onEnd={() => {
                  if (list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage();
                }}
                render={(lane) => <LaneLine lane={lane} />}
              />
            </div>
          )
        }
      </Loaded>
    </Card>
  );
}

const tones = { running: 'accent', waiting: 'warn', parked: 'soft' } as const;

function LaneLine({ lane }: { lane: Lane }) {
  const { agent: mine } = useVisitor();
  const {
    agent,
    age_ms: age,
    attempts,
    source,
    state,
    thread_id: thread,
    turn_id: turn,
    turns,
    wake_at: wakes,
    worker_id: worker,
  } = lane;
  return (
    <div className="fleet-line">
      <span className="row">
        <Badge tone={tones[state]}>{state}</Badge>
        <b>{span(age)}</b>
        <span>
          {turns} {turns === 1 ? 'turn' : 'turns'} of {agent}
        </span>
        {attempts > 1 && <Badge tone="warn">try {attempts}</Badge>}
        <span className="space" />
        {mine?.name === agent && <Go to={`/talk/${thread}/${turn}`}>Look at it</Go>}
      </span>
      <span className="row soft">
        <code>{thread}</code>
        {source}
        {worker !== null && <span>held by {worker.slice(-8)}</span>}
        {wakes !== null && (
          <span>
            goes on <Time at={wakes} />
          </span>
        )}
      </span>
    </div>
  );
}
