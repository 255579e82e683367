import type { Shapes } from '../../api/routes.gen.ts';
import { Badge } from '../../parts/badge.tsx';
import { Card } from '../../parts/card.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { Table } from '../../parts/table.tsx';
import { TimePlot } from '../../parts/time-plot.tsx';
import { figure, signed } from './numbers.ts';
import { usePolicy, useSeries } from './policy-queries.ts';

type Series = Shapes['PolicySeries'];

/** Lines that the plot shows at most: those that moved farthest. */
const linesMax = 6;

/** In which weights a policy departs from what it came with, how they moved, and which digests decide by it. */
export function Weights({ policy }: { policy: string }) {
  const detail = usePolicy(policy);
  const series = useSeries(policy);
  return (
    <div className="stack">
      <Loaded query={series}>{(found) => <Moved series={found} />}</Loaded>
      <Loaded query={detail}>
        {({ adoption, base, departures, live_version: live, replicas }) => (
          <div className="routing-columns">
            <Card title={base === null ? 'Weights' : `Weights that differ from ${base.name} ${base.version}`}>
              {departures.length === 0 ? (
                <p className="soft">None: every weight is as it came.</p>
              ) : (
                <Table
                  label="Weights that differ"
                  rows={departures}
                  rowKey={({ parameter }) => parameter}
                  columns={[
                    { title: 'Weight', wide: true, cell: ({ parameter }) => <code>{parameter}</code> },
                    { title: 'As it came', number: true, cell: ({ from }) => figure(from) },
                    { title: 'Now', number: true, cell: ({ to }) => figure(to) },
                    {
                      title: 'Moved',
                      number: true,
                      cell: ({ from, to }) => (from === null || to === null ? '–' : signed(to - from)),
                    },
                  ]}
                />
              )}
            </Card>
            <Card
              title={`Digests that decide by it${adoption === null ? '' : `: ${adoption.adopted} of ${adoption.live}`}`}
            >
              {replicas === null || replicas.length === 0 ? (
                <p className="soft">{live === null ? 'Nothing was changed yet.' : 'No digest beats.'}</p>
              ) : (
                <Table
                  label="Digests"
                  rows={replicas}
                  rowKey={({ worker_id: id }) => id}
                  columns={[
                    { title: 'Digest', wide: true, cell: ({ worker_id: id }) => <code>{id}</code> },
                    {
                      title: 'Decides by',
                      cell: ({ version }) => (
                        <Badge tone={version === live ? 'good' : 'warn'}>
                          {version === null ? 'tells of none' : `version ${version}`}
                        </Badge>
                      ),
                    },
                  ]}
                />
              )}
            </Card>
          </div>
        )}
      </Loaded>
    </div>
  );
}

/** The weights that are not the same in all versions that decided, the ones that moved farthest first. */
function movedOf({ versions }: Series): string[] {
  const spread = new Map<string, readonly [number, number]>();
  for (const { weights } of versions)
    for (const [name, value] of Object.entries(weights)) {
      const [low, high] = spread.get(name) ?? [value, value];
      spread.set(name, [Math.min(low, value), Math.max(high, value)]);
    }
  return [...spread]
    .filter(([, [low, high]]) => high > low)
    .toSorted(([, one], [, other]) => other[1] - other[0] - (one[1] - one[0]))
    .map(([name]) => name);
}

function Moved({ series }: { series: Series }) {
  const names = movedOf(series).slice(0, linesMax);
  const { days, versions } = series;
  if (names.length === 0 || days.length < 2)
    return (
      <Empty title="No weight has moved">
        A weight moves by two hundredths a day at most, and is taken back where that did not help. Its line
        appears here.
      </Empty>
    );
  const weightOf = (day: Series['days'][number], name: string) =>
    versions.find((one) => one.name === day.decided.name && one.version === day.decided.version)?.weights[
      name
    ] ?? null;
  return (
    <Card title="Weights day by day">
      <TimePlot
        label="Weights that moved"
        times={days.map(({ at }) => Date.parse(at))}
        lines={names.map((name) => ({ label: name, values: days.map((day) => weightOf(day, name)) }))}
        words={figure}
      />
    </Card>
  );
}
