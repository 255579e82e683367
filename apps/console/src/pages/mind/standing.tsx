import type { Shapes } from '../../api/routes.gen.ts';
import { Go } from '../../app/navigation.tsx';
import { BandMeter } from '../../parts/bar.tsx';
import { Card, Tile } from '../../parts/card.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { Table } from '../../parts/table.tsx';
import { TimePlot } from '../../parts/time-plot.tsx';
import { Time } from '../../parts/time.tsx';
import { Calibration } from './calibration.tsx';
import { figure, percent, spaced } from './numbers.ts';
import { useSeries } from './policy-queries.ts';

type Series = Shapes['PolicySeries'];
type Day = Series['days'][number];
type Known = Day & { readonly standing: NonNullable<Day['standing']> };

/** Lines that a plot shows at most. */
const linesMax = 6;

/** How a policy does: shares of modes in their bands, what presses, how far its confidence is right. */
export function Standing({ policy }: { policy: string }) {
  const query = useSeries(policy);
  return (
    <Loaded query={query} lines={8}>
      {(series) => (
        <div className="stack">
          <Days series={series} />
          <Calibration />
        </div>
      )}
    </Loaded>
  );
}

function Days({ series }: { series: Series }) {
  const { days } = series;
  const known = days.filter((day): day is Known => day.standing !== null);
  const last = known.at(-1);
  if (days.length === 0)
    return (
      <Empty title="No day yet">
        The regulator looks at decisions once a day. Talk with the agent today, and tomorrow there is a point
        here.
      </Empty>
    );
  if (last === undefined)
    return (
      <Empty title="These figures tell of other agents too">
        Operators and the person of this machine see them.
      </Empty>
    );
  return (
    <>
      <Latest day={last} bands={series.bands} />
      <Shares days={known} bands={series.bands} />
      <Pressures days={known} />
    </>
  );
}

function Latest({ day: { at, standing }, bands }: { day: Known; bands: Series['bands'] }) {
  const {
    decisions,
    labelled,
    one_to_one: alone,
    outcome,
    pressures,
    shares,
    tiebreak_share: tiebreaks,
  } = standing;
  return (
    <>
      <div className="tiles">
        <Tile label="Last look" value={<Time at={at} />} note={spaced(outcome)} />
        <Tile label="Decisions" value={decisions} note={`${alone} between one person and the agent`} />
        <Tile label="Labelled" value={labelled} note={decisions === 0 ? '' : percent(labelled / decisions)} />
        <Tile label="Tie-breaker" value={percent(tiebreaks)} note="of decisions" />
      </div>
      <div className="routing-columns">
        <Card title="Shares of modes, and where they are healthy">
          {alone === 0 ? (
            <p className="soft">
              No talk of one person with the agent was old enough at that look. What is decided today is
              counted at the next one; under{' '}
              <Go to="/mind/routing" search={{ view: 'agent' }}>
                This agent
              </Go>{' '}
              it stands at once.
            </p>
          ) : (
            <div className="bars">
              {bands.map(({ high, low, mode }) => (
                <BandMeter
                  key={mode}
                  label={mode.toLowerCase()}
                  value={shares[mode] ?? 0}
                  band={[low, high]}
                  words={percent(shares[mode] ?? 0)}
                />
              ))}
            </div>
          )}
        </Card>
        <Card title="What presses">
          {pressures.length === 0 ? (
            <p className="soft">Nothing presses.</p>
          ) : (
            <Table
              label="What presses"
              rows={pressures}
              rowKey={({ name }) => name}
              columns={[
                {
                  title: 'What',
                  wide: true,
                  cell: ({ excess, name }) => (
                    <span className={excess > 1 ? 'dot bad' : 'dot good'}>{spaced(name)}</span>
                  ),
                },
                { title: 'Value', number: true, cell: ({ value }) => figure(value) },
                { title: 'Threshold', number: true, cell: ({ threshold }) => figure(threshold) },
                { title: 'By', number: true, cell: ({ excess }) => `${figure(excess)} ×` },
              ]}
            />
          )}
        </Card>
      </div>
    </>
  );
}

const timesOf = (days: readonly Day[]) => days.map(({ at }) => Date.parse(at));

/** Where another version began to decide. */
function marksOf(days: readonly Day[]) {
  return days.flatMap(({ at, decided }, index) => {
    const before = days[index - 1]?.decided;
    if (before === undefined || (before.name === decided.name && before.version === decided.version))
      return [];
    return [{ at: Date.parse(at), label: `${decided.name} ${decided.version} decides` }];
  });
}

function Shares({ days, bands }: { days: readonly Known[]; bands: Series['bands'] }) {
  const shown = days.filter(({ standing }) => standing.one_to_one > 0);
  if (shown.length < 2) return null;
  return (
    <Card title="Shares day by day; the band is where each is healthy, a broken line where another version began">
      <div className="routing-shares">
        {bands.map((band) => (
          <ModeShares key={band.mode} days={shown} band={band} />
        ))}
      </div>
    </Card>
  );
}

function ModeShares({
  days,
  band: { high, low, mode },
}: {
  days: readonly Known[];
  band: Series['bands'][number];
}) {
  const values = days.map(({ standing }) => standing.shares[mode] ?? 0);
  const label = `share, healthy from ${percent(low)} to ${percent(high)}`;
  return (
    <div>
      <h3>{mode.toLowerCase()}</h3>
      <TimePlot
        label={`Share of ${mode.toLowerCase()}`}
        times={timesOf(days)}
        lines={[{ label, values }]}
        band={[low, high]}
        marks={marksOf(days)}
        range={[0, Math.min(1, Math.max(2 * high, ...values.map((value) => 1.2 * value)))]}
        height={150}
        words={percent}
      />
    </div>
  );
}

function Pressures({ days }: { days: readonly Known[] }) {
  const worst = new Map<string, number>();
  for (const { standing } of days)
    for (const { excess, name } of standing.pressures)
      worst.set(name, Math.max(excess, worst.get(name) ?? 0));
  const names = [...worst].toSorted((a, b) => b[1] - a[1]).slice(0, linesMax - 1);
  if (names.length === 0 || days.length < 2) return null;
  return (
    <Card title="What pressed day by day: above 1 it has a weight moved">
      <TimePlot
        label="Pressures by their threshold"
        times={timesOf(days)}
        lines={[
          ...names.map(([name]) => ({
            label: spaced(name),
            values: days.map(
              ({ standing }) => standing.pressures.find((one) => one.name === name)?.excess ?? null,
            ),
          })),
          { label: 'presses from here', values: days.map(() => 1), dashed: true, colour: '--plot-5' },
        ]}
        marks={marksOf(days)}
        words={figure}
      />
    </Card>
  );
}
