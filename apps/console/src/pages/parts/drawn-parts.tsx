import { useState } from 'react';
import { Badge } from '../../parts/badge.tsx';
import { BandMeter, Bar } from '../../parts/bar.tsx';
import { Calendar } from '../../parts/calendar.tsx';
import { addDays } from '../../parts/calendar-days.ts';
import { Card } from '../../parts/card.tsx';
import { Graph } from '../../parts/graph.tsx';
import { Slider } from '../../parts/slider.tsx';
import { TimePlot } from '../../parts/time-plot.tsx';
import { Waterfall } from '../../parts/waterfall.tsx';

/** Bars with threshold and margin, and values in their bands. */
export function Bars() {
  return (
    <Card title="Bars and bands">
      <div className="bars">
        <Bar label="respond" value={0.72} threshold={0.5} margin={0.21} chosen />
        <Bar label="clarify" value={0.51} threshold={0.5} />
        <Bar label="act" value={0.2} threshold={0.5} />
        <Bar label="influence" value={-0.3} min={-1} max={1} />
      </div>
      <div className="bars">
        <BandMeter label="respond" value={0.62} band={[0.4, 0.8]} words="62 %" />
        <BandMeter label="ignore" value={0.31} band={[0.02, 0.2]} words="31 %" />
      </div>
    </Card>
  );
}

const today = '2026-11-27';
const from = addDays(today, -30);

/** A slider over days, a calendar, a waterfall. */
export function Times() {
  const [day, setDay] = useState(today);
  const [view, setView] = useState<'month' | 'week'>('month');
  const [index, setIndex] = useState(30);
  return (
    <Card title="Slider, calendar, waterfall">
      <Slider
        label="As it was on"
        value={index}
        min={0}
        max={30}
        words={(at) => addDays(from, at)}
        onChange={setIndex}
      />
      <Calendar
        label="Schedules"
        day={day}
        onDay={setDay}
        view={view}
        onView={setView}
        today={today}
        render={(one) => (one.endsWith('7') ? <Badge tone="good">09:00 water</Badge> : null)}
      />
      <Waterfall
        label="A turn"
        stages={[
          { name: 'accept', startMs: 0, endMs: 4 },
          { name: 'route', startMs: 6, endMs: 9 },
          { name: 'recall', startMs: 9, endMs: 31, depth: 1 },
          { name: 'generate', startMs: 31, endMs: 840 },
          { name: 'commit', startMs: 842, tone: 'good' },
        ]}
      />
    </Card>
  );
}

const hour = 3_600_000;
const start = Date.parse('2026-11-20T00:00:00Z');
const times = Array.from({ length: 96 }, (_, index) => start + index * hour);
const nodes = ['Anna', 'boat', 'Zita', 'harbour', 'keys', 'Tuesday', 'letter', 'bank'].map(
  (label, index) => ({ id: label, label, weight: 1 / (1 + index / 2) }),
);
const edges = [
  ['Anna', 'boat'],
  ['boat', 'Zita'],
  ['boat', 'harbour'],
  ['Anna', 'keys'],
  ['keys', 'harbour'],
  ['Anna', 'Tuesday'],
  ['letter', 'bank'],
  ['Anna', 'letter'],
].map(([a = '', b = '']) => ({ from: a, to: b, strength: 0.5 }));

/** What is drawn: lines over time, and a graph. */
export function Drawn() {
  const [chosen, setChosen] = useState<string>();
  return (
    <Card title="Plot and graph">
      <TimePlot
        label="A module's score against its threshold"
        times={times}
        lines={[
          { label: 'score', values: times.map((_, index) => 0.4 + 0.35 * Math.sin(index / 8)) },
          { label: 'threshold', values: times.map(() => 0.65), dashed: true },
        ]}
        band={[0.2, 0.6]}
        marks={[{ at: start + 13 * hour, label: 'woke' }]}
        range={[0, 1]}
      />
      <Graph label="Concepts" nodes={nodes} edges={edges} chosen={chosen} onChoose={setChosen} />
    </Card>
  );
}
