import type { AgentId, ConceptKind, Id, RelationType, Trust } from '@salience/contracts';
import type { EndedIn } from '@salience/memory';
import { type Database, query } from '../connect.ts';

/** A concept that relations led to. */
export interface AssociationRow {
  readonly id: Id<'concept'>;
  readonly name: string;
  readonly kind: ConceptKind;
  readonly definition: string;
  /** When it was defined, ISO 8601. */
  readonly at: string;
  readonly energy: number;
  readonly trust: Trust;
  /** The path from the concept asked about: each relation, or that two were mentioned together, with the names of its concepts. */
  readonly way: readonly {
    readonly id: string;
    readonly from: string;
    readonly type: RelationType | 'mentioned-with';
    readonly to: string;
    readonly since: string;
    /** When it ceased to hold; null while it does. */
    readonly until: string | null;
    readonly trust: Trust;
  }[];
}

/** What was found to be connected with a name. */
export interface Associations {
  /** The concepts that the name was understood as. */
  readonly seeds: readonly {
    readonly id: Id<'concept'>;
    readonly name: string;
    readonly kind: ConceptKind;
    readonly definition: string;
    /** When it was defined, ISO 8601. */
    readonly at: string;
    readonly trust: Trust;
  }[];
  /** Strongest first. */
  readonly found: readonly AssociationRow[];
  /** The statements behind all this that no longer hold; null for none. */
  readonly ended: EndedIn | null;
}

/** What is connected with the concepts that a text names, as things stood at `at`. Writes nothing. */
export async function associate(
  db: Database,
  ask: {
    readonly agentId: AgentId;
    readonly text: string;
    readonly limit: number;
    readonly depth: number;
    readonly at: Date;
  },
): Promise<Associations> {
  const rows = await query<{ r: Associations }>(
    db,
    'associate_concepts',
    'select salience.associate_concepts($1, $2, $3, $4, $5) as r',
    [ask.agentId, ask.text, ask.depth, ask.limit, ask.at],
  );
  return (rows[0] as { r: Associations }).r;
}
