import { edgesIn, endsOfTogether, heardOf } from './graph-edges.ts';
import type { GraphIndex } from './graph-index.ts';
import { namedConcepts } from './named-concepts.ts';
import { type Activated, spreadActivation } from './spread.ts';

/** What concepts are to lead to. */
export interface GraphQuestion {
  readonly text: string;
  /** As things stood then, milliseconds. */
  readonly at: number;
  /** The number of exchanges in memory: what is mentioned in many of them says little. */
  readonly documents: number;
  /** Maximum number of memories. */
  readonly limit: number;
}

/** An exchange, an episode or a concept that concepts led to. */
export interface LedTo {
  readonly id: string;
  /** 0..1 */
  readonly graph: number;
}

/** The concepts of a question, and those that become active with them. */
export const seedsMax = 16;
const activeMax = 16;
/** The latest mentions of each, the latest statements of each relation on the way, and the latest exchanges of what was mentioned together. */
const mentionsMax = 20;
const statedMax = 10;
const togetherMax = 10;
/** What was mentioned together once says little; twice has a strength of 0.62. */
export const togetherMin = 0.6;
const documentsMin = 10;

/**
 * The memories reached from the concepts that a question names, best first, of equal ones in the order of their ids. Each is as near as the
 * concepts that lead to it are active, those that are mentioned everywhere less; evidence from several adds up, as independent chances do. Pure.
 */
export function graphEvidence(graph: GraphIndex, { at, documents, limit, text }: GraphQuestion): LedTo[] {
  const seeds = namedConcepts(graph, text).slice(0, seedsMax);
  if (seeds.length === 0) return [];
  const active = spreadActivation(
    seeds.map((id) => ({ id, energy: 1 })),
    edgesIn(graph, { at, together: togetherMin }),
  )
    .filter(({ id }) => graph.has(id))
    .slice(0, activeMax);
  /** By id: the chance, as a logarithm, that none of its evidence counts. */
  const missed = new Map<string, number>();
  const see = (id: string, share: number): void => {
    missed.set(id, (missed.get(id) ?? 0) + Math.log(1 - Math.min(share, 0.999)));
  };
  const total = Math.max(documentsMin, documents);
  for (const concept of active) {
    const rarity = Math.log(1 + total / Math.max(1, graph.mentions.count(concept.id))) / Math.log(1 + total);
    seeMentions(graph, concept, Math.min(1, rarity), see);
    for (const way of concept.via) for (const id of exchangesOf(graph, way, at)) see(id, concept.energy);
    see(concept.id, concept.energy);
  }
  return [...missed]
    .map(([id, chance]) => ({ id, graph: 1 - Math.exp(chance) }))
    .toSorted((a, b) => b.graph - a.graph || (a.id < b.id ? -1 : 1))
    .slice(0, limit);
}

function seeMentions(
  { mentions }: GraphIndex,
  { energy, id }: Activated,
  rarity: number,
  see: (id: string, share: number) => void,
): void {
  const episodes = new Set<string>();
  let left = mentionsMax;
  for (const place of mentions.latestFirst(id)) {
    if (left === 0) break;
    left -= 1;
    const exchange = mentions.exchangeAt(place);
    if (exchange !== undefined) see(exchange, energy * rarity);
    episodes.add(mentions.episodeAt(place));
  }
  for (const episode of episodes) see(episode, energy * rarity);
}

/** The exchanges that show a connection. */
function exchangesOf(graph: GraphIndex, way: string, at: number): readonly string[] {
  const ends = endsOfTogether(way);
  if (ends === undefined) return graph.relations.get(way)?.exchanges.slice(0, statedMax) ?? [];
  const { mentions } = graph;
  return heardOf(graph, ends.near, at)
    .flatMap((heard) =>
      mentions.inSameExchange(heard).filter((place) => mentions.conceptAt(place) === ends.node),
    )
    .slice(0, togetherMax)
    .map((place) => mentions.exchangeAt(place) as string);
}
