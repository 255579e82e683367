import {
  denialOf,
  type Fact,
  factKey,
  settleFacts,
  settleTraits,
  type Trait,
  type TraitHistory,
  type TraitStatement,
} from '@salience/memory';
import { callIn, type Client } from './memory-lock.ts';
import { columnsOf, rowOf, type StoredRow } from './rows.ts';

/** A statement about a person with its span of words. */
export interface TraitRow extends TraitStatement {
  readonly spanStart: number;
  readonly spanEnd: number;
}

/** A fact with all columns of its row. */
export interface FactRow extends Fact {
  readonly threadId: string;
  readonly confidence: number;
  readonly source: string;
  readonly createdAt: Date;
  /** For the chunker: the exchange and the span of words. */
  readonly exchangeId?: string;
  readonly half?: string;
  readonly spanStart?: number;
  readonly spanEnd?: number;
  /** For an action that stores at a person's request: the turn, once per key. */
  readonly turnId?: string;
  readonly explicit?: boolean;
  readonly idempotencyKey?: string;
}

/** A person and key, or a subject and key, some of whose statements were taken away. */
export interface Unsettled {
  readonly traits: readonly { readonly person: string; readonly key: string }[];
  /** Subjects in lower case. */
  readonly facts: readonly { readonly subject: string; readonly key: string }[];
}

/** What `save_statements` writes. */
interface StatementChanges {
  readonly agentId: string;
  readonly traits: {
    readonly insert: StoredRow[];
    readonly update: StoredRow[];
    readonly remove: readonly string[];
  };
  readonly said: StoredRow[];
  readonly moved: StoredRow[];
  readonly facts: { readonly insert: StoredRow[]; readonly close: StoredRow[] };
}

/** Stores statements with everything that they change. Under the agent's memory lock; two round trips for any number of statements. */
export async function settleStatements(
  client: Client,
  agentId: string,
  said: { readonly traits: readonly TraitRow[]; readonly facts: readonly FactRow[] },
): Promise<void> {
  if (said.traits.length === 0 && said.facts.length === 0) return;
  const touched = said.facts.map(({ key, subject }) => ({ subject: subject.toLowerCase(), key }));
  for (const one of said.traits) {
    const denial = denialOf(one);
    if (denial !== null) touched.push({ subject: denial.subject, key: denial.key });
  }
  const changes = await settle(client, agentId, firstOfEach(said.traits), touched, said);
  await callIn(client, 'save_statements', changes);
}

/**
 * What is left of traits and facts where statements were taken away: changes to write, and the traits that are gone. Under the agent's
 * memory lock.
 */
export function resettleStatements(
  client: Client,
  agentId: string,
  { facts, traits }: Unsettled,
): Promise<StatementChanges> {
  const whole = traits.map((one) => ({ ...one, from: null, exchangeId: null }));
  return settle(client, agentId, whole, facts, { traits: [], facts: [] });
}

interface TraitKey {
  readonly person: string;
  readonly key: string;
  readonly from: Date | null;
  readonly exchangeId: string | null;
}

/** Each person and key with the first that is said of it now. */
function firstOfEach(said: readonly TraitRow[]): TraitKey[] {
  const first = new Map<string, TraitRow>();
  for (const one of said) {
    const key = JSON.stringify([one.person, one.key]);
    const other = first.get(key);
    const isFirst =
      other === undefined ||
      one.saidAt < other.saidAt ||
      (one.saidAt.getTime() === other.saidAt.getTime() && one.exchangeId < other.exchangeId);
    if (isFirst) first.set(key, one);
  }
  return [...first.values()].map(({ exchangeId, key, person, saidAt }) => ({
    person,
    key,
    exchangeId,
    from: saidAt,
  }));
}

async function settle(
  client: Client,
  agentId: string,
  traitKeys: readonly TraitKey[],
  factKeys: readonly { readonly subject: string; readonly key: string }[],
  said: { readonly traits: readonly TraitRow[]; readonly facts: readonly FactRow[] },
): Promise<StatementChanges> {
  const stored = await callIn<{
    readonly traits: readonly (Omit<TraitHistory, 'statements' | 'traits'> & {
      readonly traits: readonly StoredRow[];
      readonly statements: readonly StoredRow[];
    })[];
    readonly facts: readonly StoredRow[];
    readonly denials: readonly StoredRow[];
  }>(client, 'load_statements', { agentId, traits: traitKeys, facts: keysBySubject(factKeys) });
  const traits = settleTraits(
    stored.traits.map((history) => ({
      ...history,
      traits: history.traits.map((row) => rowOf<Trait>(row)),
      statements: history.statements.map((row) => rowOf<TraitStatement>(row)),
    })),
    said.traits,
  );
  const denials = [...stored.denials.map((row) => rowOf<TraitStatement>(row)), ...traits.said];
  const facts = settleFacts(
    stored.facts.map((row) => rowOf<FactRow>(row)),
    denials.flatMap((one) => denialOf(one) ?? []),
    said.facts,
  );
  return {
    agentId,
    traits: {
      insert: traits.insert.map(columnsOf),
      update: traits.update.map(columnsOf),
      remove: traits.remove,
    },
    said: traits.said.map(columnsOf),
    moved: traits.moved.map(columnsOf),
    facts: { insert: facts.insert.map(columnsOf), close: facts.close.map(columnsOf) },
  };
}

function keysBySubject(keys: readonly { readonly subject: string; readonly key: string }[]) {
  const bySubject = new Map<string, Set<string>>();
  for (const { key, subject } of new Map(keys.map((one) => [factKey(one), one])).values()) {
    bySubject.set(subject, (bySubject.get(subject) ?? new Set()).add(key));
  }
  return [...bySubject].map(([subject, all]) => ({ subject, keys: [...all] }));
}
