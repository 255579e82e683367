import type { ConceptKind } from '@salience/contracts';
import type { ConceptRules } from '../concepts/concept-rules.ts';
import { bitsApart } from '../retrieval/sign-code.ts';
import { byText } from './changes.ts';
import type { Graph } from './concept-graph.ts';
import type { Concept, NameCode, SaidConcept } from './concept-rows.ts';
import { areNested, areSpelledAlike, haveSameNumbers, nameKey } from '@salience/language';

/** Known concepts that the name may mean. */
export function strongest(graph: Graph, key: string): Concept | undefined {
  return graph
    .kindsOf(key)
    .flatMap(({ conceptId }) => graph.concepts.get(conceptId) ?? [])
    .toSorted((a, b) => b.strength - a.strength || byText(a.id, b.id))[0];
}

/** The concept that a name means; undefined for a new one. */
export function meaning(
  graph: Graph,
  said: SaidConcept,
  kind: ConceptKind,
  rules: ConceptRules,
): Concept | undefined {
  const key = nameKey(said.name);
  const named = [key, ...said.aliases.map(nameKey)].flatMap((one) => graph.nameOf(one, kind) ?? [])[0];
  if (named !== undefined) return graph.concepts.get(named.conceptId);
  const fits = graph.kindsOf(key).filter((other) => kind === 'thing' || other.kind === 'thing');
  if (fits.length === 1) return graph.concepts.get(fits[0]?.conceptId ?? '');
  return said.code === null ? undefined : nearest(graph, said, said.code, kind, rules);
}

function nearest(
  graph: Graph,
  said: SaidConcept,
  { code, modelId }: NameCode,
  kind: ConceptKind,
  rules: ConceptRules,
): Concept | undefined {
  const key = nameKey(said.name);
  const bits = code.length * 8;
  const bitsMax = bitsApart(rules.sameThingMin, bits);
  const alikeBitsMax = bitsApart(rules.spelledAlikeMin, bits);
  const made = [...graph.codes]
    .filter(([, other]) => other.modelId === modelId && other.code.length === code.length)
    .map(([conceptId, other]) => ({ conceptId, distance: bitDistance(code, other.code) }));
  const near = [...said.near.filter(({ conceptId }) => !graph.codes.has(conceptId)), ...made]
    .filter(({ distance }) => distance <= alikeBitsMax)
    .toSorted((a, b) => a.distance - b.distance || byText(a.conceptId, b.conceptId));
  for (const { conceptId, distance } of near) {
    const concept = graph.concepts.get(conceptId);
    if (concept?.kind !== kind || !haveSameNumbers(key, concept.name)) continue;
    const keys = graph.namesOf(conceptId).map((name) => name.key);
    if (keys.some((one) => areSpelledAlike(one, key))) return concept;
    if (
      hasOwnName.has(kind) ? keys.length > 0 && keys.every((one) => areNested(one, key)) : distance <= bitsMax
    )
      return concept;
  }
  return undefined;
}

/** Kinds in which near codes do not suffice: names must be nested too. */
const hasOwnName: ReadonlySet<ConceptKind> = new Set(['person', 'place', 'organisation']);

function bitDistance(a: Uint8Array, b: Uint8Array): number {
  let distance = 0;
  for (const [at, byte] of a.entries()) {
    for (let rest = byte ^ (b[at] as number); rest > 0; rest &= rest - 1) distance += 1;
  }
  return distance;
}
