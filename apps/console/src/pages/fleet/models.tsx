import type { Shapes } from '../../api/routes.gen.ts';
import { useGet } from '../../api/use-get.ts';
import { Go } from '../../app/navigation.tsx';
import { Badge } from '../../parts/badge.tsx';
import { Card } from '../../parts/card.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { Table } from '../../parts/table.tsx';
import { Words } from '../../parts/text-block.tsx';
import { span } from '../../parts/time-words.ts';
import { Time } from '../../parts/time.tsx';
import { dollars, large } from './amounts.ts';

type Model = Shapes['ModelHealth'];

/** How often models are looked at while the page is seen, in milliseconds: a pause passes. */
const lookMs = 10_000;

/** Models that were asked within a week, and how they do. */
export function Page() {
  const query = useGet('/operator/models', {}, { everyMs: lookMs });
  return (
    <div className="content">
      <Loaded query={query} lines={6}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title="No model was asked this week" action={<Go to="/talk/new">Say something</Go>}>
              As soon as one is asked, its calls, errors and times are here.
            </Empty>
          ) : (
            <Card title="Models that were asked this week">
              <Models models={items} />
            </Card>
          )
        }
      </Loaded>
    </div>
  );
}

/** In a word: how a model does. */
function Health({ model: { away_for: away, paused_ms: paused, provider, today } }: { model: Model }) {
  if (away.length > 0)
    return (
      <Badge tone="bad">
        {away.length} {away.length === 1 ? 'worker cannot' : 'workers cannot'} reach it
      </Badge>
    );
  if (paused !== null) return <Badge tone="warn">pauses for {span(paused)}</Badge>;
  if (provider === 'offline') return <Badge tone="soft">built in, no language model</Badge>;
  if (today === null) return <Badge tone="soft">not asked today</Badge>;
  const failing = today.errors / Math.max(today.calls, 1);
  return (
    <Badge tone={failing > 0.2 ? 'bad' : failing > 0.02 ? 'warn' : 'good'}>
      {failing > 0.02 ? `${Math.round(100 * failing)} % fail` : 'does well'}
    </Badge>
  );
}

function Models({ models }: { models: readonly Model[] }) {
  return (
    <Table
      label="Models"
      rows={models}
      rowKey={({ model, provider }) => `${provider}:${model}`}
      columns={[
        {
          title: 'Model',
          wide: true,
          cell: ({ model, provider, roles }) => (
            <>
              <b>
                <Words text={model} />
              </b>{' '}
              of <Words text={provider} />
              <div className="soft">{roles.join(', ')}</div>
            </>
          ),
        },
        { title: 'Now', cell: (model) => <Health model={model} /> },
        { title: 'Today', number: true, cell: ({ today }) => <Counts sums={today} /> },
        { title: 'Week', number: true, cell: ({ week }) => <Counts sums={week} /> },
        {
          title: 'A call takes',
          number: true,
          cell: ({ week }) =>
            week === null ? '–' : `${span(week.mean_ms)}, at most ${span(week.longest_ms)}`,
        },
        {
          title: 'Cost of the week',
          number: true,
          cell: ({ week }) => (week === null ? '–' : dollars(week.cost_usd)),
        },
        {
          title: 'Last error',
          cell: ({ last_error: error }) =>
            error === null ? (
              <span className="soft">none this week</span>
            ) : (
              <>
                <code>{error.code}</code>{' '}
                <span className="soft">
                  <Time at={error.at} />
                </span>
              </>
            ),
        },
      ]}
    />
  );
}

function Counts({ sums }: { sums: Model['today'] }) {
  if (sums === null) return <span className="soft">–</span>;
  return (
    <>
      {large(sums.calls)}
      {sums.errors > 0 && <div className="problem">{sums.errors} failed</div>}
      {sums.failed_over > 0 && <div className="soft">{sums.failed_over} stood in</div>}
    </>
  );
}
