import { mentionedStrength } from '../../concepts/strength.ts';
import type { GraphIndex } from './graph-index.ts';
import type { Edge, EdgesOf } from './spread.ts';
import type { GraphRelation } from './stated-relations.ts';

/** Of a concept at most this many relations carry in either direction, the strongest; and as many of what was mentioned with it. */
const fan = 64;
/** The latest exchanges in which a concept was mentioned count for what was mentioned with it. */
const heardMax = 64;
/** The strength of what was mentioned together once. */
const togetherOnce = 0.5;

/** What carries energy in a graph. */
export interface EdgeRules {
  /** As things stood then, milliseconds. */
  readonly at: number;
  /** The least strength of what was mentioned together, 0..1. */
  readonly together: number;
}

/** The id of a connection that nobody stated: `node` was mentioned together with `near`. */
function togetherId(near: string, node: string): string {
  return `${near}+${node}`;
}

/** The two ends of such a connection; undefined for the id of a relation. */
export function endsOfTogether(id: string): { readonly near: string; readonly node: string } | undefined {
  const [near, node] = id.split('+');
  return near === undefined || node === undefined ? undefined : { near, node };
}

/** What leads on from a concept: what was stated of it and, from a seed, what was mentioned together with it. */
export function edgesIn(graph: GraphIndex, rules: EdgeRules): EdgesOf {
  return (node, step) => [
    ...stated(graph.relations.from(node), rules.at, ({ toId }) => toId),
    ...stated(graph.relations.to(node), rules.at, ({ fromId }) => fromId),
    ...(step === 1 ? mentionedTogether(graph, node, rules) : []),
  ];
}

function stated(
  relations: readonly GraphRelation[],
  at: number,
  nodeOf: (relation: GraphRelation) => string,
): Edge[] {
  const edges: Edge[] = [];
  for (const relation of relations) {
    if (edges.length === fan) break;
    const { from, id, strength, until } = relation;
    if (from <= at && (until === null || until > at)) edges.push({ id, node: nodeOf(relation), strength });
  }
  return edges;
}

/** The exchanges in which a concept was mentioned by a time, as places of its mentions, the latest first. */
export function heardOf({ mentions }: GraphIndex, conceptId: string, at: number): number[] {
  const places: number[] = [];
  for (const place of mentions.latestFirst(conceptId)) {
    if (places.length === heardMax) break;
    if (mentions.timeAt(place) <= at && mentions.exchangeAt(place) !== undefined) places.push(place);
  }
  return places;
}

/**
 * What was mentioned in the same exchanges, the oftener the stronger. Where something was stated of the two by then, that says how they are
 * connected and whether they still are: it is left out.
 */
function mentionedTogether(graph: GraphIndex, near: string, { at, together }: EdgeRules): Edge[] {
  const { mentions, relations } = graph;
  const counted = new Map<string, { times: number; last: number }>();
  for (const heard of heardOf(graph, near, at)) {
    for (const place of mentions.inSameExchange(heard)) {
      const node = mentions.conceptAt(place);
      if (node === near) continue;
      // Read from the latest on.
      const known = counted.get(node);
      if (known === undefined) counted.set(node, { times: 1, last: mentions.timeAt(heard) });
      else known.times += 1;
    }
  }
  return [...counted]
    .map(([node, { last, times }]) => ({ node, last, strength: mentionedStrength(togetherOnce, times) }))
    .filter(({ strength }) => strength >= together)
    .toSorted((a, b) => b.strength - a.strength || b.last - a.last || (a.node < b.node ? -1 : 1))
    .slice(0, fan)
    .filter(({ node }) => !relations.isStated(near, node, at))
    .map(({ node, strength }) => ({ id: togetherId(near, node), node, strength }));
}
