import type { Shapes } from '../../api/routes.gen.ts';
import { Go } from '../../app/navigation.tsx';
import { Badge, type Tone } from '../../parts/badge.tsx';
import { Card, Tile } from '../../parts/card.tsx';
import { Loaded } from '../../parts/states.tsx';
import { Table } from '../../parts/table.tsx';
import { span } from '../../parts/time-words.ts';
import { Time } from '../../parts/time.tsx';
import { useFleet } from './use-fleet.ts';

type Fleet = Shapes['Fleet'];
type Worker = Shapes['Worker'];

/** The eight apps, with what each is there for. */
const apps: readonly (readonly [app: string, does: string])[] = [
  ['consumer', 'takes messages in, serves this page'],
  ['digest', 'works turns'],
  ['memory-chunker', 'makes chunks of what was said'],
  ['episodic', 'tells episodes, keeps concepts'],
  ['cognitive-drift', 'thinks while all is quiet'],
  ['routing-regulator', 'moves the weights of routing'],
  ['scheduler', 'what is due, sweeps, deliveries'],
  ['pulse-sensor', 'senses and judges signals'],
];

const tones: Readonly<Record<Worker['state'], Tone>> = {
  starting: 'accent',
  ready: 'good',
  held: 'warn',
  draining: 'warn',
  stopped: 'soft',
  lost: 'bad',
};

/** Every worker process with its version and its beat. */
export function Page() {
  const query = useFleet();
  return (
    <div className="content">
      <Loaded query={query} lines={8}>
        {(fleet) => (
          <>
            <Figures fleet={fleet} />
            <Apps workers={fleet.workers} />
            <Workers workers={fleet.workers} />
          </>
        )}
      </Loaded>
    </div>
  );
}

function Figures({
  fleet: { dead_letters: dead, lanes, last_minute: minute, outbox, quarantined, undelivered = 0 },
}: {
  fleet: Fleet;
}) {
  return (
    <div className="tiles">
      <Tile
        label="Turns a second"
        value={(minute?.ended_per_second ?? 0).toFixed(2)}
        note={
          minute === undefined || minute.p50_ms === null
            ? 'none ended in the last minute'
            : `half within ${span(minute.p50_ms)}, 95 % within ${span(minute.p95_ms ?? 0)}`
        }
      />
      <Tile label="Lanes running" value={lanes.running} note={`${lanes.waiting} wait`} />
      <Tile
        label="Longest wait"
        value={lanes.oldest_ms === null ? '–' : span(lanes.oldest_ms)}
        note={<Go to="/fleet/lanes">Lanes</Go>}
      />
      <Tile label="Dead letters" value={dead} note={<Go to="/fleet/dead-letters">Look at them</Go>} />
      <Tile label="Quarantined" value={quarantined} note={<Go to="/fleet/quarantine">Look at them</Go>} />
      <Tile label="Reached nobody" value={undelivered} note="notices" />
      <Tile
        label="To be sent"
        value={outbox.waiting}
        note={outbox.oldest_ms === null ? 'jobs' : `oldest ${span(outbox.oldest_ms)}`}
      />
    </div>
  );
}

const isThere = ({ state }: Worker) => state !== 'stopped' && state !== 'lost';

/** An app with its processes: those that are there, and what of the others there is to say. */
function appOf(app: string, does: string, workers: readonly Worker[]) {
  const own = workers.filter((worker) => worker.app === app);
  const there = own.filter(isThere);
  const beats = own.map(({ seen_at: at }) => at).toSorted();
  return {
    app,
    does,
    there,
    lost: own.filter(({ state }) => state === 'lost').length,
    versions: [...new Set(there.map(({ version }) => version))],
    last: beats.at(-1),
  };
}

function Apps({ workers }: { workers: readonly Worker[] }) {
  const rows = apps.map(([app, does]) => appOf(app, does, workers));
  return (
    <Card title="Apps">
      <Table
        label="Apps and their replicas"
        rows={rows}
        rowKey={({ app }) => app}
        columns={[
          {
            title: 'App',
            wide: true,
            cell: ({ app, does }) => (
              <>
                <b>{app}</b> <span className="soft">{does}</span>
              </>
            ),
          },
          {
            title: 'Replicas',
            cell: ({ lost, there }) => (
              <span className="row">
                <Badge tone={there.length === 0 ? 'bad' : 'good'}>
                  {there.length === 0 ? 'none runs' : there.length}
                </Badge>
                {lost > 0 && <Badge tone="bad">{lost} lost</Badge>}
              </span>
            ),
          },
          {
            title: 'Version',
            cell: ({ versions }) =>
              versions.length > 1 ? (
                <Badge tone="warn">{versions.join(' and ')}</Badge>
              ) : (
                (versions[0] ?? '–')
              ),
          },
          {
            title: 'Last beat',
            cell: ({ last }) => (last === undefined ? 'none in an hour' : <Time at={last} />),
          },
          {
            title: 'Jobs done',
            number: true,
            cell: ({ there }) => there.reduce((sum, worker) => sum + worker.jobs_done, 0),
          },
          {
            title: 'Failed',
            number: true,
            cell: ({ there }) => there.reduce((sum, worker) => sum + worker.jobs_failed, 0),
          },
        ]}
      />
    </Card>
  );
}

function Workers({ workers }: { workers: readonly Worker[] }) {
  return (
    <Card title="Processes of the last hour">
      <Table
        label="Processes of the last hour"
        rows={workers.toSorted((a, b) => Number(isThere(b)) - Number(isThere(a)))}
        rowKey={({ worker_id: id }) => id}
        columns={[
          {
            title: 'Process',
            wide: true,
            cell: ({ app, host, pid, worker_id: id }) => (
              <>
                {app} <code>{id.slice(-8)}</code>
                <div className="soft">
                  {host}, process {pid}
                </div>
              </>
            ),
          },
          {
            title: 'State',
            cell: ({ away = [], state }) => (
              <span className="row">
                <Badge tone={tones[state]}>{state}</Badge>
                {away.length > 0 && <Badge tone="warn">cannot reach {away.join(', ')}</Badge>}
              </span>
            ),
          },
          {
            title: 'Running',
            cell: ({ running }) =>
              running.length === 0 ? <span className="soft">nothing</span> : running.join(', '),
          },
          { title: 'Started', cell: ({ started_at: at }) => <Time at={at} /> },
          { title: 'Beat', cell: ({ seen_at: at }) => <Time at={at} /> },
        ]}
      />
    </Card>
  );
}
