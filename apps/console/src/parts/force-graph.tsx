import { forceCenter, forceCollide, forceLink, forceManyBody, forceSimulation, forceX, forceY, type SimulationNodeDatum } from 'd3-force';
import { useMemo } from 'react';
import { classes } from './class-names.ts';
import { Table } from './table.tsx';
import { Words } from './text-block.tsx';

/** A node. */
export interface GraphNode {
  readonly id: string;
  readonly label: string;
  /** How much it stands out, 0 to 1. */
  readonly weight: number;
  /** What its weight is called in the table. */
  readonly note?: string;
}

/** An edge between two nodes. */
export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  /** 0 to 1. */
  readonly strength: number;
  readonly label?: string;
  /** Something goes along it now. */
  readonly lit?: boolean;
}

/** A graph of at most some hundred nodes. */
export interface GraphProps {
  readonly label: string;
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  readonly chosen?: string | undefined;
  readonly onChoose?: (id: string) => void;
}

interface Placed extends SimulationNodeDatum {
  readonly id: string;
}

const width = 640;
const height = 420;
const steps = 200;
const namedMax = 24;

/** Draws with d3-force, always the same for the same nodes and edges; the table below says the same in words. */
export function ForceGraph({ label, nodes, edges, chosen, onChoose }: GraphProps) {
  // Weights change from frame to frame; places shall not.
  const shape = JSON.stringify([nodes.map(({ id }) => id), edges.map(({ from, to, strength }) => [from, to, strength])]);
  const places = useMemo(() => placesOf(shape), [shape]);
  const name = new Map(nodes.map((node) => [node.id, node.label]));
  const named = namedOf(nodes, chosen);
  return (
    <div className="graph">
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        {edges.map(({ from, to, strength, lit = false }) => {
          const [a, b] = [places.get(from), places.get(to)];
          if (a === undefined || b === undefined) return null;
          return <line key={`${from} ${to}`} className={classes(lit && 'lit')} x1={a.x} y1={a.y} x2={b.x} y2={b.y} strokeWidth={0.5 + 2 * strength} />;
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
              <title>{node.label}</title>
              <circle r={5 + 9 * node.weight} fillOpacity={0.25 + 0.75 * node.weight} />
              {named.has(node.id) && (
                <text x={0} y={-9 - 9 * node.weight}>
                  {shortened(node.label)}
                </text>
              )}
            </g>
          );
        })}
      </svg>
      <details>
        <summary>The same as a table</summary>
        <Table
          label={label}
          rows={nodes}
          rowKey={({ id }) => id}
          columns={[
            {
              title: 'Name',
              wide: true,
              cell: ({ id, label: words }) =>
                onChoose === undefined ? (
                  <Words text={words} />
                ) : (
                  <button type="button" className="link" onClick={() => onChoose(id)}>
                    <Words text={words} />
                  </button>
                ),
            },
            { title: 'Weight', number: true, cell: ({ weight, note }) => note ?? weight.toFixed(2) },
            {
              title: 'Leads to',
              wide: true,
              cell: ({ id }) => (
                <Words
                  text={edges
                    .flatMap(({ from, to }) => (from === id ? [to] : to === id ? [from] : []))
                    .map((other) => name.get(other) ?? other)
                    .join(', ')}
                />
              ),
            },
          ]}
        />
      </details>
    </div>
  );
}

/** Of many nodes those that stand out most are named in the picture; the others by pointing at them, and in the table. */
function namedOf(nodes: readonly GraphNode[], chosen: string | undefined): ReadonlySet<string> {
  const most = nodes.toSorted((a, b) => b.weight - a.weight).slice(0, namedMax);
  return new Set([...most.map(({ id }) => id), ...(chosen === undefined ? [] : [chosen])]);
}

const shortened = (text: string) => (text.length > 24 ? `${text.slice(0, 23)}…` : text);

function placesOf(shape: string): ReadonlyMap<string, { readonly x: number; readonly y: number }> {
  const [ids, edges] = JSON.parse(shape) as [string[], [string, string, number][]];
  const placed: Placed[] = ids.map((id) => ({ id }));
  const known = new Set(ids);
  const links = edges
    .filter(([from, to]) => known.has(from) && known.has(to))
    .map(([source, target, strength]) => ({ source, target, strength }));
  forceSimulation(placed)
    .force('link', forceLink<Placed, (typeof links)[number]>(links).id(({ id }) => id).distance(70))
    .force('charge', forceManyBody().strength(-Math.max(40, 180 - 2 * ids.length)))
    .force('collide', forceCollide(22))
    .force('centre', forceCenter(width / 2, height / 2))
    // What nothing holds drifts away else.
    .force('x', forceX(width / 2).strength(0.05))
    .force('y', forceY(height / 2).strength(0.1))
    .stop()
    .tick(steps);
  const inside = (at: number | undefined, size: number) => Math.min(Math.max(at ?? size / 2, 24), size - 24);
  return new Map(placed.map(({ id, x, y }) => [id, { x: inside(x, width), y: inside(y, height) }]));
}
