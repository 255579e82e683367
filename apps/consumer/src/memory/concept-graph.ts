import type { AgentId, MemoryGraphView } from '@salience/contracts';
import type { Database } from '@salience/database';
import {
  type GraphEdgeRow,
  loadConceptGraph,
  loadQuestionEdges,
  type QuestionEdges,
} from '@salience/database/keeping';
import {
  type ActivationFrame,
  activationFrames,
  type Edge,
  seedsMax,
  spreadRules,
  togetherMin,
} from '@salience/memory';
import { isoInstant } from '../turns/iso-instant.ts';

type Frames = MemoryGraphView['frames'];
type ConceptId = MemoryGraphView['nodes'][number]['id'];

/**
 * The concepts that a question names and how activation spreads from them, by the domain's own function over the edges that Postgres has. At most
 * `limit` concepts are shown, the question's own and then the most active. Without a question: the strongest, and no frames.
 */
export async function conceptGraph(
  db: Database,
  asked: {
    readonly agentId: AgentId;
    readonly question: string | undefined;
    readonly at: Date;
    readonly limit: number;
  },
): Promise<MemoryGraphView> {
  const { agentId, at, limit, question } = asked;
  if (question === undefined)
    return graphView(asked, await loadConceptGraph(db, agentId, { limit, at }), [], noFrames);
  const { cut, decay } = spreadRules;
  const found = await loadQuestionEdges(db, {
    agentId,
    text: question,
    seeds: seedsMax,
    decay,
    cut,
    together: togetherMin,
    at,
  });
  const { edges, frames, leftOut, nodes } = spreadFrom(found, limit);
  const graph = await loadConceptGraph(db, agentId, { nodes, edges, limit, at });
  return graphView(asked, graph, found.seeds, { frames, leftOut });
}

interface Spread {
  readonly frames: Frames;
  readonly leftOut: number;
}
const noFrames: Spread = { frames: [], leftOut: 0 };

function spreadFrom({ edges, seeds }: QuestionEdges, limit: number) {
  const leading = Map.groupBy(edges, ({ near, step }) => `${step} ${near}`);
  const edgesOf = (node: string, step: number): readonly Edge[] => leading.get(`${step} ${node}`) ?? [];
  const spread = activationFrames(
    seeds.map((id) => ({ id, energy: 1 })),
    edgesOf,
  );
  const isSeed = new Set<string>(seeds);
  const active = (spread.at(-1)?.active ?? []).filter(({ id }) => !isSeed.has(id));
  const nodes = [...seeds, ...active.map(({ id }) => id as ConceptId)].slice(0, limit);
  const shown = new Set<string>(nodes);
  const frames = spread.map((frame) => frameOf(frame, nodes.slice(0, seeds.length), shown));
  return {
    nodes,
    edges: [...new Set(frames.flatMap((frame) => frame.edges))],
    frames,
    leftOut: seeds.length + active.length - nodes.length,
  };
}

/** What is shown of a frame: seeds are wholly active; ways lead through concepts that are shown too, which are never less active. */
function frameOf(
  { active, step }: ActivationFrame,
  seeds: readonly ConceptId[],
  shown: ReadonlySet<string>,
): Frames[number] {
  const reached = active.filter(({ id }) => shown.has(id));
  const isSeed = new Set<string>(seeds);
  return {
    step,
    active: [
      ...seeds.map((id) => ({ id, energy: 1 })),
      ...reached
        .filter(({ id }) => !isSeed.has(id))
        .map(({ energy, id }) => ({ id: id as ConceptId, energy })),
    ],
    edges: [...new Set(reached.flatMap(({ via }) => via))],
  };
}

function graphView(
  { at, question }: { readonly at: Date; readonly question: string | undefined },
  graph: Awaited<ReturnType<typeof loadConceptGraph>>,
  seeds: readonly string[],
  { frames, leftOut }: Spread,
): MemoryGraphView {
  const isSeed = new Set(seeds);
  const known = new Set<string>(graph.nodes.map(({ id }) => id));
  const edges = graph.edges.filter(({ from, to }) => known.has(from) && known.has(to));
  const drawn = new Set(edges.map(({ id }) => id));
  return {
    question: question ?? null,
    at: at.toISOString(),
    rules: { ...spreadRules },
    nodes: graph.nodes.map((node) => ({
      ...node,
      last_seen_at: isoInstant(node.last_seen_at),
      seed: isSeed.has(node.id),
      sources: node.sources.map((source) => ({
        ...source,
        at: isoInstant(source.at),
      })) as MemoryGraphView['nodes'][number]['sources'],
    })),
    edges: edges.map(edgeView),
    frames: frames.map((frame) => ({
      step: frame.step,
      active: frame.active.filter(({ id }) => known.has(id)),
      edges: frame.edges.filter((id) => drawn.has(id)),
    })),
    left_out: leftOut,
  };
}

function edgeView(edge: GraphEdgeRow): MemoryGraphView['edges'][number] {
  return {
    ...edge,
    since: isoInstant(edge.since),
    until: edge.until === null ? null : isoInstant(edge.until),
  };
}
