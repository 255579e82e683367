import type { AnswerOf } from '../../../api/client.ts';
import { useGet } from '../../../api/use-get.ts';
import { Bar } from '../../../parts/bar.tsx';
import { Badge } from '../../../parts/badge.tsx';
import { Card } from '../../../parts/card.tsx';
import { Loaded } from '../../../parts/states.tsx';
import { Table } from '../../../parts/table.tsx';
import { Words } from '../../../parts/text-block.tsx';
import { Time } from '../../../parts/time.tsx';

type Answer = AnswerOf<'GET /budgets'>;
type Budget = Answer['budgets'][number];

const titles: Readonly<Record<Budget['name'], string>> = {
  'turns-per-minute': 'Messages a minute',
  'open-turns': 'Open turns',
  'wakes-per-day': 'Wakes of the day',
  'wake-tokens-per-day': 'Tokens of wakes',
  'listens-per-day': 'Listening',
  'thoughts-per-day': 'Thoughts said',
  'thinking-tokens': 'Idle thinking',
  'tasks-at-once': 'Tasks at once',
  'open-tasks': 'Open tasks',
};
const groups: readonly { readonly title: string; readonly names: readonly Budget['name'][] }[] = [
  {
    title: 'By itself',
    names: ['wakes-per-day', 'wake-tokens-per-day', 'thoughts-per-day', 'thinking-tokens', 'listens-per-day'],
  },
  { title: 'Work', names: ['tasks-at-once', 'open-tasks'] },
  { title: 'Messages', names: ['turns-per-minute', 'open-turns'] },
];
const refreshMs = 30_000;
const whole = new Intl.NumberFormat();

/** What the agent may use, what it has used, and what happens beyond. */
export function Page() {
  const query = useGet(
    '/budgets',
    {},
    { live: ['turn.ended', 'activation', 'task', 'thought'], everyMs: refreshMs },
  );
  return (
    <div className="content budgets">
      <Loaded query={query} lines={12}>
        {(found) => <Budgets found={found} />}
      </Loaded>
    </div>
  );
}

function Budgets({ found: { budgets, day, models, time_zone: zone } }: { found: Answer }) {
  return (
    <>
      <p className="soft">
        The day is {day} in {zone}. Limits are settings of the agent; <code>./salience agent export</code>{' '}
        shows them.
      </p>
      {groups.map(({ title, names }) => (
        <Card key={title} title={title}>
          <ul className="budgets-list">
            {names
              .flatMap((name) => budgets.filter((one) => one.name === name))
              .map((one) => (
                <li key={one.name}>
                  <Row budget={one} />
                </li>
              ))}
          </ul>
        </Card>
      ))}
      <Card title="Replies of the day, by model">
        {models.length === 0 ? (
          <p className="soft">No turn was answered yet today.</p>
        ) : (
          <Table
            label="Replies of the day, by model"
            rows={models}
            rowKey={({ model }) => model}
            columns={[
              { title: 'Model', cell: ({ model }) => <Words text={model} />, wide: true },
              { title: 'Turns', cell: ({ turns }) => whole.format(turns), number: true },
              { title: 'Tokens in', cell: (one) => whole.format(one.input_tokens), number: true },
              { title: 'Tokens out', cell: (one) => whole.format(one.output_tokens), number: true },
            ]}
          />
        )}
      </Card>
    </>
  );
}

function Row({ budget }: { budget: Budget }) {
  const { beyond, limit, name, resets_at: resets, set_by: setBy, used, what } = budget;
  const words = `${whole.format(used)}${limit === null ? '' : ` of ${whole.format(limit)}`}`;
  return (
    <div className="budgets-row">
      <Bar
        label={titles[name]}
        value={limit === null ? 0 : Math.min(used, limit)}
        max={Math.max(limit ?? 1, 1)}
        chosen
        words={words}
      />
      <p className="soft">
        {what}{' '}
        {limit !== null && used >= limit ? (
          <Badge tone="warn">{beyond}</Badge>
        ) : (
          `Beyond that ${beyond.charAt(0).toLowerCase()}${beyond.slice(1)}`
        )}
        {resets !== null && (
          <>
            {' '}
            It begins anew <Time at={resets} />.
          </>
        )}
        {setBy === 'agent' && ' Set for this agent.'}
      </p>
    </div>
  );
}
