import type { Shapes } from '../../api/routes.gen.ts';
import { Card } from '../../parts/card.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { Table } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { figure, percent } from './numbers.ts';
import { useCalibration } from './policy-queries.ts';

type Calibrated = NonNullable<Shapes['RoutingCalibration']['calibration']>;
type Figures = NonNullable<Calibrated['figures']>;
type Bin = Figures['bins'][number];

/** Of the drawing, in its own units. */
const side = 220;
const edge = 28;

/** The reliability diagram: how often decisions of a confidence are right. */
export function Calibration() {
  const query = useCalibration();
  return (
    <Card title="How far its confidence is right">
      <Loaded query={query}>
        {({ calibration }) =>
          calibration === null ? (
            <Empty title="No calibration yet">
              Once fifty decisions were judged, by the next message, a thumb or a review, it is drawn here how
              often each confidence is right.
            </Empty>
          ) : calibration.figures === null ? (
            <Empty title="These figures tell of other agents too">
              Operators and the person of this machine see them.
            </Empty>
          ) : (
            <Found calibration={calibration} figures={calibration.figures} />
          )
        }
      </Loaded>
    </Card>
  );
}

function Found({
  calibration: { at, decisions, version },
  figures,
}: {
  calibration: Calibrated;
  figures: Figures;
}) {
  const bins = figures.bins.filter((bin) => bin.decisions > 0);
  return (
    <>
      <p className="soft">
        Version {version}, of {decisions} judged decisions, made <Time at={at} />. Off by{' '}
        {percent(figures.error_before)} as it is, by {percent(figures.error_after)} through the map
        {figures.helps
          ? ', so confidences are read through it.'
          : '. The map would not help, so confidences are left as they are.'}
      </p>
      <div className="calibration">
        <Diagram bins={bins} helps={figures.helps} />
        <Table
          label="Reliability by confidence"
          rows={bins}
          rowKey={({ from }) => String(from)}
          columns={[
            { title: 'Confidence', cell: ({ from, to }) => `${percent(from)} to ${percent(to)}` },
            { title: 'Decisions', number: true, cell: (bin) => bin.decisions },
            { title: 'Right', number: true, cell: ({ correct }) => percent(correct) },
            {
              title: '95 % of the time',
              number: true,
              cell: ({ high, low }) => `${percent(low)} to ${percent(high)}`,
            },
            { title: 'Mapped to', number: true, cell: ({ mapped }) => percent(mapped) },
          ]}
        />
      </div>
      <Scores scores={figures.scores} />
    </>
  );
}

const x = (value: number) => edge + value * side;
const y = (value: number) => edge / 2 + (1 - value) * side;

function Diagram({ bins, helps }: { bins: readonly Bin[]; helps: boolean }) {
  const most = Math.max(...bins.map(({ decisions }) => decisions), 1);
  return (
    <figure className="diagram">
      <svg
        viewBox={`0 0 ${side + edge * 1.5} ${side + edge * 1.5}`}
        role="img"
        aria-label="Reliability diagram; the table beside it has the figures"
      >
        <rect className="diagram-field" x={x(0)} y={y(1)} width={side} height={side} />
        <line className="diagram-ideal" x1={x(0)} y1={y(0)} x2={x(1)} y2={y(1)} />
        {[0, 0.5, 1].map((tick) => (
          <g key={tick} className="diagram-tick">
            <text x={x(tick)} y={y(0) + 14} textAnchor="middle">
              {tick}
            </text>
            <text x={x(0) - 5} y={y(tick) + 3} textAnchor="end">
              {tick}
            </text>
          </g>
        ))}
        {bins.map(({ confidence, correct, decisions, from, high, low, mapped }) => (
          <g key={from}>
            <line
              className="diagram-interval"
              x1={x(confidence)}
              x2={x(confidence)}
              y1={y(low)}
              y2={y(high)}
            />
            {helps && <circle className="diagram-mapped" cx={x(confidence)} cy={y(mapped)} r={4.5} />}
            <circle
              className="diagram-bin"
              cx={x(confidence)}
              cy={y(correct)}
              r={2.5 + 3 * Math.sqrt(decisions / most)}
            />
          </g>
        ))}
      </svg>
      <figcaption className="plot-legend">
        <span>
          <i className="plot-swatch diagram-key-right" aria-hidden="true" /> right, with its interval
        </span>
        {helps && (
          <span>
            <i className="plot-swatch diagram-key-mapped" aria-hidden="true" /> what the map makes of it
          </span>
        )}
        <span>
          <i className="plot-swatch diagram-key-ideal" aria-hidden="true" /> as sure as it is right
        </span>
      </figcaption>
    </figure>
  );
}

function Scores({ scores }: { scores: Figures['scores'] }) {
  return (
    <Table
      label="How often each mode was right"
      rows={scores.filter(({ decisions }) => decisions > 0)}
      rowKey={({ mode }) => mode}
      columns={[
        { title: 'Mode', cell: ({ mode }) => mode.toLowerCase() },
        { title: 'Judged', number: true, cell: ({ decisions }) => decisions },
        { title: 'Right', number: true, cell: ({ share }) => percent(share) },
        {
          title: '95 % of the time',
          wide: true,
          cell: ({ high, low }) => `${figure(low * 100)} to ${figure(high * 100)} %`,
        },
      ]}
    />
  );
}
