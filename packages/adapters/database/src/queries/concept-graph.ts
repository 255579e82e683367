import type { AgentId, Id, Trust } from '@salience/contracts';
import { ask, type Database } from '../connect.ts';

type ConceptId = Id<'concept'>;

/** What activation may go along from the concepts that a question names. */
export interface QuestionEdges {
  readonly seeds: readonly ConceptId[];
  /** `near` leads to `node` at this step from a seed. */
  readonly edges: readonly {
    readonly step: number;
    readonly near: ConceptId;
    readonly id: string;
    readonly node: ConceptId;
    readonly strength: number;
  }[];
}

/** How far the edges of a question are read. */
export interface QuestionReach {
  readonly agentId: AgentId;
  readonly text: string;
  readonly seeds: number;
  readonly decay: number;
  readonly cut: number;
  /** The least strength of what was mentioned together, 0..1. */
  readonly together: number;
  readonly at: Date;
}

/** The concepts that a text names and what leads on from them, two steps far. Reads only. */
export function loadQuestionEdges(
  db: Database,
  { agentId, at, cut, decay, seeds, text, together }: QuestionReach,
): Promise<QuestionEdges> {
  return ask(db, 'question_edges', agentId, text, seeds, decay, cut, together, at);
}

/** A concept as graphs show it. Times are ISO 8601 as Postgres writes them. */
export interface GraphNodeRow {
  readonly id: ConceptId;
  readonly name: string;
  readonly kind: string;
  readonly definition: string;
  readonly trust: Trust;
  readonly strength: number;
  readonly mentions: number;
  readonly last_seen_at: string;
  readonly sources: readonly {
    readonly episode_id: string;
    readonly exchange_id: string | null;
    readonly thread_id: string | null;
    readonly turn_id: string | null;
    readonly at: string;
    readonly text: string | null;
    readonly trust: Trust;
  }[];
}

/** A connection of two concepts as graphs show it. */
export interface GraphEdgeRow {
  readonly id: string;
  readonly from: ConceptId;
  readonly to: ConceptId;
  readonly type: string;
  readonly strength: number;
  readonly since: string;
  readonly until: string | null;
  readonly trust: Trust;
}

/** Concepts by their ids, with these connections and the relations among them; without ids the strongest `limit`. Reads only. */
export function loadConceptGraph(
  db: Database,
  agentId: AgentId,
  asked: {
    readonly nodes?: readonly ConceptId[];
    readonly edges?: readonly string[];
    readonly limit: number;
    readonly at: Date;
  },
): Promise<{ readonly nodes: readonly GraphNodeRow[]; readonly edges: readonly GraphEdgeRow[] }> {
  return ask(db, 'concept_graph', agentId, asked.nodes ?? null, asked.edges ?? [], asked.limit, asked.at);
}
