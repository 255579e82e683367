import {
  forceCenter,
  forceCollide,
  forceLink,
  forceManyBody,
  forceSimulation,
  forceX,
  forceY,
  type SimulationNodeDatum,
} from 'd3-force';
import { useMemo } from 'react';
import { classes } from './class-names.ts';
import type { GraphProps } from './graph-shape.ts';
import { GraphTable } from './graph-table.tsx';
import { stretchesOf } from './visible-text.ts';

interface Placed extends SimulationNodeDatum {
  readonly id: string;
}

const width = 640;
const height = 420;
const steps = 200;
const stretchMax = 2;
const namedMax = 24;

/** Draws with d3-force, always the same for the same nodes and edges; the table below says the same in words. */
export function ForceGraph({ label, nodes, edges, chosen, onChoose }: GraphProps) {
  // Weights change from frame to frame; places shall not.
  const shape = JSON.stringify([
    nodes.map(({ id }) => id),
    edges.map(({ from, to, strength }) => [from, to, strength]),
  ]);
  const places = useMemo(() => placesOf(shape), [shape]);
  const named = namedOf(nodes, chosen);
  return (
    <div className="graph">
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        {edges.map(({ from, to, strength, lit = false }) => {
          const [a, b] = [places.get(from), places.get(to)];
          if (a === undefined || b === undefined) return null;
          return (
            <line
              key={`${from} ${to}`}
              className={classes(lit && 'lit')}
              x1={a.x}
              y1={a.y}
              x2={b.x}
              y2={b.y}
              strokeWidth={0.5 + 2 * strength}
            />
          );
        })}
        {nodes.map((node) => {
          const at = places.get(node.id);
          if (at === undefined) return null;
          return (
            <g
              key={node.id}
              className={classes('graph-node', node.id === chosen && 'chosen')}
              transform={`translate(${at.x} ${at.y})`}
              onClick={() => onChoose?.(node.id)}
            >
              <circle r={5 + 9 * node.weight} fillOpacity={0.25 + 0.75 * node.weight} />
              <title>{shortened(node.label)}</title>
              {named.has(node.id) && (
                <text x={0} y={-9 - 9 * node.weight}>
                  {shortened(node.label)}
                </text>
              )}
            </g>
          );
        })}
      </svg>
      <GraphTable label={label} nodes={nodes} edges={edges} onChoose={onChoose} />
    </div>
  );
}

/** Of many nodes those that stand out most are named in the picture; the others by pointing at them, and in the table. */
function namedOf(nodes: GraphProps['nodes'], chosen: string | undefined): ReadonlySet<string> {
  const most = nodes.toSorted((a, b) => b.weight - a.weight).slice(0, namedMax);
  return new Set([...most.map(({ id }) => id), ...(chosen === undefined ? [] : [chosen])]);
}

/** With characters that are not seen by their names, as everywhere. */
function shortened(label: string): string {
  const text = stretchesOf(label)
    .map((stretch) => stretch.text)
    .join('');
  return text.length > 24 ? `${text.slice(0, 23)}…` : text;
}

function placesOf(shape: string): ReadonlyMap<string, { readonly x: number; readonly y: number }> {
  const [ids, edges] = JSON.parse(shape) as [string[], [string, string, number][]];
  const placed: Placed[] = ids.map((id) => ({ id }));
  const known = new Set(ids);
  const links = edges
    .filter(([from, to]) => known.has(from) && known.has(to))
    .map(([source, target, strength]) => ({ source, target, strength }));
  forceSimulation(placed)
    .force(
      'link',
      forceLink<Placed, (typeof links)[number]>(links)
        .id(({ id }) => id)
        .distance(70),
    )
    .force('charge', forceManyBody().strength(-160))
    .force('collide', forceCollide(22))
    .force('centre', forceCenter(width / 2, height / 2))
    // What nothing holds drifts away else.
    .force('x', forceX(width / 2).strength(0.05))
    .force('y', forceY(height / 2).strength(0.1))
    .stop()
    .tick(steps);
  const across = fitted(
    placed.map(({ x = 0 }) => x),
    width,
    60,
  );
  const down = fitted(
    placed.map(({ y = 0 }) => y),
    height,
    36,
  );
  return new Map(placed.map(({ id, x = 0, y = 0 }) => [id, { x: across(x), y: down(y) }]));
}

/** Maps the extent of values to a size less a border; it stretches little, so that few nodes stay together. */
function fitted(values: readonly number[], size: number, border: number): (value: number) => number {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const scale = Math.min(stretchMax, (size - 2 * border) / Math.max(1, most - least));
  return (value) => size / 2 + (value - (least + most) / 2) * scale;
}
