import { useState } from 'react';
import { post } from '../../../api/client.ts';
import type { Shapes } from '../../../api/routes.gen.ts';
import { useGet } from '../../../api/use-get.ts';
import { Go, useParam } from '../../../app/navigation.tsx';
import { Badge } from '../../../parts/badge.tsx';
import { Button } from '../../../parts/button.tsx';
import { Card } from '../../../parts/card.tsx';
import { Confirm } from '../../../parts/confirm.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { KeyValues } from '../../../parts/key-values.tsx';
import { Loaded } from '../../../parts/states.tsx';
import { Table } from '../../../parts/table.tsx';
import { TextBlock } from '../../../parts/text-block.tsx';
import { TurnLink } from '../turn.tsx';
import { useChange } from '../use-change.ts';
import { fateTones, fateWords, stateTones } from './fate-words.ts';

type Schedule = Shapes['ScheduleDetail'];

const shownMax = 100;

/** A schedule: what it brings, when, and what became of each of its times. */
export function Page() {
  const schedule = useParam('schedule') ?? '';
  const query = useGet(
    '/schedules/:schedule',
    { params: { schedule }, query: { limit: shownMax } },
    { live: ['schedule'] },
  );
  return (
    <div className="content">
      <Loaded query={query} lines={10}>
        {(found) => <Detail schedule={found} />}
      </Loaded>
    </div>
  );
}

function Detail({ schedule }: { schedule: Schedule }) {
  const { kind, next, occurrences, rule_in_words: rule, starts_at: starts, text, time_zone: zone } = schedule;
  return (
    <>
      <Head schedule={schedule} />
      <Card title={kind === 'prompt' ? 'What the agent carries out' : 'What is said'}>
        <TextBlock text={text} />
      </Card>
      <Card title="When">
        <KeyValues
          pairs={[
            ['Comes', rule ?? 'once'],
            ['First', `${spaced(starts)} (${zone})`],
            ['Next', next.length === 0 ? 'Nothing more' : next.map(({ local }) => spaced(local)).join(' · ')],
          ]}
        />
      </Card>
      <Card title="What became of its times">
        {occurrences.items.length === 0 ? (
          <p className="soft">None of its times has come yet.</p>
        ) : (
          <Table
            label="What became of its times"
            rows={occurrences.items}
            rowKey={({ slot }) => slot}
            columns={[
              { title: 'Time', cell: ({ local }) => spaced(local) },
              { title: 'Fate', cell: ({ fate }) => <Badge tone={fateTones[fate]}>{fateWords[fate]}</Badge> },
              { title: 'Why', cell: (one) => whyOf(one), wide: true },
              { title: 'Turn', cell: ({ turn_id: turn }) => turn !== null && <TurnLink turn={turn} /> },
            ]}
          />
        )}
        {occurrences.next !== null && <p className="soft">The latest {shownMax}.</p>}
      </Card>
    </>
  );
}

function Head({ schedule: { schedule_id: id, state } }: { schedule: Schedule }) {
  return (
    <header className="row">
      <Go to="/world/schedules" label="All schedules" className="button quiet square" below={false}>
        <Icon name="back" />
      </Go>
      <h2>Schedule</h2>
      <Badge tone={stateTones[state]}>{state}</Badge>
      <span className="space" />
      {(state === 'active' || state === 'paused') && <Actions id={id} paused={state === 'paused'} />}
    </header>
  );
}

/** Run it now, pause or resume it, end it. */
function Actions({ id, paused }: { id: string; paused: boolean }) {
  const [ending, setEnding] = useState(false);
  const change = useChange();
  const params = { schedule: id };
  const run = () => change.run('run', () => post('/schedules/:schedule/run', { params }), 'It runs.');
  const pause = () =>
    change.run('pause', () => post('/schedules/:schedule/pause', { params }), 'It is paused.');
  const resume = () =>
    change.run('resume', () => post('/schedules/:schedule/resume', { params }), 'It goes on.');
  const end = async () => {
    await change.run('end', () => post('/schedules/:schedule/end', { params }), 'It is over.');
    setEnding(false);
  };
  return (
    <>
      <Button busy={change.busy === 'run'} onClick={() => void run()}>
        Run now
      </Button>
      {paused ? (
        <Button kind="primary" busy={change.busy === 'resume'} onClick={() => void resume()}>
          Resume
        </Button>
      ) : (
        <Button busy={change.busy === 'pause'} onClick={() => void pause()}>
          Pause
        </Button>
      )}
      <Button onClick={() => setEnding(true)}>End</Button>
      <Confirm
        title="End this schedule?"
        open={ending}
        action="End it"
        danger
        busy={change.busy === 'end'}
        onConfirm={() => void end()}
        onClose={() => setEnding(false)}
      >
        <p>It does not come again. What it brought stays.</p>
      </Confirm>
    </>
  );
}

const reasons: Readonly<Record<string, string>> = {
  'past-grace': 'Too late for it; the next one was nearer.',
  overtaken: 'A later one stands for it.',
  paused: 'The schedule was paused.',
  restored: 'It was due while the data came back from a backup.',
  unreadable: 'Its rule could not be read.',
  asked: 'Somebody asked for it.',
};

function whyOf({ late_ms: late, reason, stands_for: stands }: Shapes['Occurrence']): string {
  if (reason !== null) return reasons[reason] ?? reason;
  if (stands !== null && stands > 1) return `Stands for ${stands} that were missed.`;
  return late >= 60_000 ? `${Math.round(late / 60_000)} min late.` : '';
}

function spaced(local: string): string {
  return `${local.slice(0, 10)} ${local.slice(11, 16)}`;
}
