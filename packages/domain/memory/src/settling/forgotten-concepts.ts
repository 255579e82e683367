// Recomputes concepts from their remaining mentions after some were forgotten, as if those had never existed. Earlier definitions and
// confidences are not stored, so a definition is removed with its episode, and the confidence stays.
import { lowestTrust, type Trust } from '@salience/contracts';
import { byText, type Changes, changesOf } from './changes.ts';
import type { Concept, ConceptName } from './concept-rows.ts';
import { conceptStrength, shownTrust } from './concepts.ts';
import { labelRank } from './ranks.ts';
import { nameKey } from '@salience/language';

/** A concept that lost mentions, as stored. */
export interface ConceptLeft {
  readonly concept: Concept;
  readonly names: readonly ConceptName[];
  /** The remaining mentions by name: number, first and last time, lowest and highest trust, first time with the highest trust. */
  readonly heard: readonly {
    readonly key: string;
    readonly mentions: number;
    readonly firstAt: Date;
    readonly lastAt: Date;
    readonly least: Trust;
    readonly most: Trust;
    readonly mostFirstAt: Date;
  }[];
}

/** The changes. A concept without mentions is removed with its names. */
export interface UnlearnedConcepts {
  readonly concepts: Changes<Concept>;
  readonly names: {
    readonly put: readonly ConceptName[];
    readonly remove: readonly Pick<ConceptName, 'key' | 'kind'>[];
  };
}

/** Recomputes concepts after the mentions of `episodes` were deleted. */
export function unlearnConcepts(
  left: readonly ConceptLeft[],
  episodes: ReadonlySet<string>,
): UnlearnedConcepts {
  const kept: Concept[] = [];
  const put: ConceptName[] = [];
  const remove: Pick<ConceptName, 'key' | 'kind'>[] = [];
  for (const one of left) {
    if (one.heard.length === 0) continue;
    const names: ConceptName[] = [];
    for (const name of one.names) {
      const heard = one.heard.find(({ key }) => key === name.key);
      if (heard === undefined) {
        remove.push({ key: name.key, kind: name.kind });
        continue;
      }
      // A name has the trust of its remaining mentions.
      const isLess = labelRank(heard.most) < labelRank(name.trust);
      names.push(isLess ? { ...name, trust: heard.most } : name);
      if (isLess) put.push({ ...name, trust: heard.most });
    }
    kept.push(recounted(one, names, episodes));
  }
  return {
    concepts: changesOf(
      left.map(({ concept }) => concept),
      kept,
    ),
    names: { put, remove },
  };
}

function recounted(
  { concept, heard }: ConceptLeft,
  names: readonly ConceptName[],
  episodes: ReadonlySet<string>,
): Concept {
  const mentions = heard.reduce((sum, one) => sum + one.mentions, 0);
  const first = heard.map((one) => one.firstAt).reduce((a, b) => (a <= b ? a : b));
  const isUndefined = concept.definedBy !== null && episodes.has(concept.definedBy);
  const given = nameLeft(concept, names, heard) ?? {
    name: concept.name,
    nameTrust: lowestTrust(heard.map(({ least }) => least)),
    namedAt: first,
  };
  const definition = isUndefined
    ? { definition: '', definitionTrust: null, definedAt: null, definedBy: null }
    : {};
  return {
    ...concept,
    ...definition,
    ...given,
    mentions,
    strength: conceptStrength(concept.confidence, mentions),
    trust: shownTrust(given.nameTrust, isUndefined ? null : concept.definitionTrust),
    firstSeenAt: first,
    lastSeenAt: heard.map((one) => one.lastAt).reduce((a, b) => (a >= b ? a : b)),
  };
}

/** The best remaining name: of the most trusted mention, then the one it had, then the first. */
function nameLeft(
  concept: Concept,
  names: readonly ConceptName[],
  heard: ConceptLeft['heard'],
): Pick<Concept, 'name' | 'namedAt' | 'nameTrust'> | undefined {
  const own = nameKey(concept.name);
  const firstOf = ({ key }: ConceptName) => heard.find((one) => one.key === key)?.mostFirstAt as Date;
  const best = names.toSorted(
    (a, b) =>
      labelRank(b.trust) - labelRank(a.trust) ||
      Number(b.key === own) - Number(a.key === own) ||
      firstOf(a).getTime() - firstOf(b).getTime() ||
      byText(a.key, b.key),
  )[0];
  if (best === undefined) return undefined;
  const keepsSpelling = best.key === own && labelRank(concept.nameTrust) >= labelRank(best.trust);
  return {
    name: keepsSpelling ? concept.name : best.name,
    nameTrust: best.trust,
    namedAt: firstOf(best),
  };
}
