import { useEffect, useRef, useState } from 'react';
import UPlot from 'uplot';
import { colourOf, onTheme } from './colours.ts';
import { clock, dayAndClock } from './time-words.ts';

/** A line of a plot. */
export interface PlotLine {
  readonly label: string;
  /** As many as there are times; null where nothing was measured. */
  readonly values: readonly (number | null)[];
  /** A property of the style; default by its place. */
  readonly colour?: string;
  /** Broken, such as a threshold. */
  readonly dashed?: boolean;
}

/** Lines over time. */
export interface TimePlotProps {
  readonly label: string;
  /** Instants in milliseconds, ascending. */
  readonly times: readonly number[];
  readonly lines: readonly PlotLine[];
  /** Where values are healthy. */
  readonly band?: readonly [number, number];
  /** Instants in milliseconds that are marked, with what happened. */
  readonly marks?: readonly { readonly at: number; readonly label: string }[];
  /** The least and the largest value that are shown; default by the values. */
  readonly range?: readonly [number, number];
  /** The instants in milliseconds between which it is drawn; default by the times. */
  readonly span?: readonly [number, number];
  /** In pixels. */
  readonly height?: number;
  readonly words?: (value: number) => string;
}

const palette = ['--plot-1', '--plot-2', '--plot-3', '--plot-4', '--plot-5', '--plot-6'];
const rowsMax = 200;
const twoDigits = (value: number) => value.toFixed(2);

/** Draws with uPlot; what is drawn is also a table, for who does not see it. */
export function TimePlotCanvas(props: TimePlotProps) {
  const { label, times, lines, words = twoDigits } = props;
  const place = useRef<HTMLDivElement>(null);
  const [theme, setTheme] = useState(0);
  useEffect(() => onTheme(() => setTheme((count) => count + 1)), []);
  useEffect(() => {
    const into = place.current;
    if (into === null) return undefined;
    const plot = new UPlot(optionsOf(props, into.clientWidth), dataOf(props), into);
    const resizing = new ResizeObserver(() => plot.setSize({ width: into.clientWidth, height: plot.height }));
    resizing.observe(into);
    return () => {
      resizing.disconnect();
      plot.destroy();
    };
  }, [props, theme]);
  return (
    <figure className="plot">
      <div ref={place} aria-hidden="true" />
      <figcaption className="plot-legend" aria-label={label}>
        {lines.map((line, index) => (
          <span key={line.label}>
            <i
              className="plot-swatch"
              style={{ background: `var(${colourFor(line, index)})` }}
              aria-hidden="true"
            />
            {line.label}
          </span>
        ))}
      </figcaption>
      <table className="hidden-words">
        <caption>{label}</caption>
        <thead>
          <tr>
            <th scope="col">When</th>
            {lines.map((line) => (
              <th key={line.label} scope="col">
                {line.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {times.slice(-rowsMax).map((at, row) => (
            <tr key={at}>
              <th scope="row">{dayAndClock(new Date(at))}</th>
              {lines.map(({ label: name, values }) => (
                <td key={name}>{said(values[Math.max(0, times.length - rowsMax) + row], words)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}

const said = (value: number | null | undefined, words: (value: number) => string) =>
  value === null || value === undefined ? '–' : words(value);

function colourFor({ colour }: PlotLine, index: number): string {
  return colour ?? palette[index % palette.length] ?? '--accent';
}

function dataOf({ times, lines }: TimePlotProps): UPlot.AlignedData {
  return [times.map((at) => at / 1_000), ...lines.map(({ values }) => [...values])];
}

function optionsOf(props: TimePlotProps, width: number): UPlot.Options {
  const { height = 200, lines, range, words = twoDigits } = props;
  const axis = {
    stroke: colourOf('--soft'),
    grid: { stroke: colourOf('--line'), width: 1 },
    ticks: { show: false },
    font: '11px system-ui, sans-serif',
  };
  return {
    width: Math.max(width, 50),
    height,
    legend: { show: false },
    cursor: { y: false, points: { size: 6 } },
    scales: {
      x: { time: true, range: (_plot, from, to) => spanOf(props, from, to) },
      y: range === undefined ? {} : { range: [range[0], range[1]] },
    },
    axes: [
      { ...axis, size: 30, values: timeTicks },
      { ...axis, size: 44, values: (_: UPlot, ticks: number[]) => ticks.map(words) },
    ],
    series: [
      {},
      ...lines.map((line, index) => ({
        label: line.label,
        stroke: colourOf(colourFor(line, index)),
        width: 1.5,
        ...(line.dashed === true ? { dash: [5, 4] } : {}),
        points: { show: line.values.length < 40 && line.dashed !== true, size: 5 },
        spanGaps: false,
      })),
    ],
    hooks: {
      drawAxes: [(plot) => drawBand(plot, props.band)],
      draw: [(plot) => drawMarks(plot, props.marks)],
    },
  };
}

/** In seconds. A single time stands in the middle of an hour. */
function spanOf({ span }: TimePlotProps, from: number, to: number): [number, number] {
  if (span !== undefined) return [span[0] / 1_000, span[1] / 1_000];
  return from === to ? [from - 1_800, to + 1_800] : [from, to];
}

/** Days where ticks are days or more apart, else hours, with the day at midnight. */
function timeTicks(
  _plot: UPlot,
  ticks: number[],
  _axis: number,
  _space: number,
  stepSeconds: number,
): string[] {
  return ticks.map((tick) => {
    const date = new Date(tick * 1_000);
    const midnight = date.getHours() === 0 && date.getMinutes() === 0;
    return stepSeconds >= 86_400 || midnight
      ? date.toLocaleDateString(undefined, { day: 'numeric', month: 'short' })
      : clock(date);
  });
}

function drawBand(plot: UPlot, band: TimePlotProps['band']): void {
  if (band === undefined) return;
  const { ctx, bbox } = plot;
  const low = plot.valToPos(band[0], 'y', true);
  const high = plot.valToPos(band[1], 'y', true);
  ctx.save();
  ctx.fillStyle = colourOf('--band');
  ctx.fillRect(
    bbox.left,
    Math.max(high, bbox.top),
    bbox.width,
    Math.min(low, bbox.top + bbox.height) - Math.max(high, bbox.top),
  );
  ctx.restore();
}

function drawMarks(plot: UPlot, marks: TimePlotProps['marks'] = []): void {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.strokeStyle = colourOf('--warn');
  ctx.setLineDash([3, 3]);
  for (const { at } of marks) {
    const x = Math.round(plot.valToPos(at / 1_000, 'x', true));
    if (x < bbox.left || x > bbox.left + bbox.width) continue;
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
  }
  ctx.restore();
}
