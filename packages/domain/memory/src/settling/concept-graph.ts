import type { ConceptKind } from '@salience/contracts';
import { type Changes, changesOf, keyOfParts } from './changes.ts';
import type { Concept, ConceptMention, ConceptName, KnownConcepts, NameCode } from './concept-rows.ts';

/** The rows to write for concepts, names, mentions and codes. */
export interface GraphChanges {
  readonly concepts: Changes<Concept>;
  readonly names: {
    /** New names, and those whose spelling or trust changed. */
    readonly put: readonly ConceptName[];
    /** Concepts whose kind changed, for all their names; written first. */
    readonly rekind: readonly Pick<ConceptName, 'conceptId' | 'kind'>[];
  };
  readonly mentions: readonly ConceptMention[];
  readonly codes: readonly (NameCode & { readonly conceptId: string })[];
}

/** The graph in memory, to be changed. */
export interface Graph {
  readonly concepts: Map<string, Concept>;
  /** By key and kind. */
  readonly names: Map<string, ConceptName>;
  readonly kindsOf: (key: string) => readonly ConceptName[];
  readonly namesOf: (conceptId: string) => readonly ConceptName[];
  readonly nameOf: (key: string, kind: ConceptKind) => ConceptName | undefined;
  /** New codes. */
  readonly codes: Map<string, NameCode>;
  readonly isCoded: (conceptId: string, modelId: string) => boolean;
  setName(name: ConceptName): void;
  removeName(name: ConceptName): void;
  /** False if the mention exists already. */
  addMention(mention: ConceptMention): boolean;
  changes(): GraphChanges;
}

/** Builds the graph from stored rows. */
export function createGraph(known: KnownConcepts): Graph {
  const concepts = new Map(known.concepts.map((concept) => [concept.id, concept]));
  const names = new Map<string, ConceptName>();
  const byKey = new Map<string, Set<ConceptName>>();
  const byConcept = new Map<string, Set<ConceptName>>();
  const place = ({ key, kind }: Pick<ConceptName, 'key' | 'kind'>) => keyOfParts(key, kind);
  const into = (index: Map<string, Set<ConceptName>>, key: string, name: ConceptName) => {
    const group = index.get(key) ?? new Set();
    index.set(key, group.add(name));
  };
  const removeName = (name: ConceptName) => {
    names.delete(place(name));
    byKey.get(name.key)?.delete(name);
    byConcept.get(name.conceptId)?.delete(name);
  };
  const setName = (name: ConceptName) => {
    const old = names.get(place(name));
    if (old !== undefined) removeName(old);
    names.set(place(name), name);
    into(byKey, name.key, name);
    into(byConcept, name.conceptId, name);
  };
  for (const name of known.names) setName(name);
  const stored = new Map(known.names.map((name) => [keyOfParts(name.conceptId, name.key), name]));
  const mentions = new Map<string, ConceptMention>();
  const mentionKey = ({ conceptId, episodeId, exchangeId }: ConceptMention) =>
    keyOfParts(conceptId, episodeId, exchangeId);
  const before = new Set(known.mentions.map(mentionKey));
  const codes = new Map<string, NameCode>();
  const coded = new Map(known.coded.map(({ conceptId, modelId }) => [conceptId, modelId]));
  return {
    concepts,
    names,
    codes,
    isCoded: (id, modelId) => (codes.get(id)?.modelId ?? coded.get(id)) === modelId,
    kindsOf: (key) => [...(byKey.get(key) ?? [])],
    namesOf: (id) => [...(byConcept.get(id) ?? [])],
    nameOf: (key, kind) => names.get(place({ key, kind })),
    setName,
    removeName,
    addMention(one) {
      const key = mentionKey(one);
      if (before.has(key) || mentions.has(key)) return false;
      mentions.set(key, one);
      return true;
    },
    changes: () => ({
      concepts: changesOf(known.concepts, [...concepts.values()]),
      names: {
        put: [...names.values()].filter((name) => {
          const was = stored.get(keyOfParts(name.conceptId, name.key));
          return was?.name !== name.name || was.trust !== name.trust;
        }),
        rekind: known.concepts.flatMap(({ id, kind }) => {
          const now = concepts.get(id)?.kind ?? kind;
          return now === kind ? [] : [{ conceptId: id, kind: now }];
        }),
      },
      mentions: [...mentions.values()],
      codes: [...codes].map(([conceptId, code]) => ({ conceptId, ...code })),
    }),
  };
}
