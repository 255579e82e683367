import type { BiographyGround, BiographyPromptItem } from '@salience/context';
import { type BiographySection, biographySections, type Trust } from '@salience/contracts';
import { localDay } from '@salience/language';
import { type EndedIn, markEnded } from '../ended.ts';

/** An item that a statement may rest on, as it holds now. */
export interface BiographyItem extends BiographyGround {
  readonly id: string;
  readonly kind: 'episode' | 'trait' | 'concept' | 'relation';
  /** Salience, confidence or strength, 0..1. */
  readonly weight: number;
  /** False: it is included only because the last version rests on it. */
  readonly fresh: boolean;
}

/** A sentence of the last version. */
export interface ToldStatement {
  readonly text: string;
  readonly trust: Trust;
  /** Ids of what it rests on. */
  readonly sources: readonly string[];
}

/** The material of the next version. */
export interface BiographyMaterial {
  /** The IANA time zone of the person; days are calendar days of this zone. */
  readonly zone: string;
  readonly items: readonly BiographyItem[];
  readonly sections: Partial<Record<BiographySection, readonly ToldStatement[]>>;
  /** The statements behind the items that no longer hold; null for none. */
  readonly ended: EndedIn | null;
}

/** An item under the short name by which a model refers to it. */
export type ReferredItem = BiographyItem & Pick<BiographyPromptItem, 'day' | 'ref'>;

/** The material as a model gets it, with short names. Deterministic. */
export interface BiographyBrief {
  readonly items: readonly ReferredItem[];
  /** The statements of the last version that still hold: all their sources are among the items. */
  readonly told: readonly {
    readonly section: BiographySection;
    readonly text: string;
    readonly refs: readonly string[];
  }[];
}

/** Names the items s1, s2, … and leaves out statements of the last version that lost a source. */
export function biographyBrief(material: BiographyMaterial): BiographyBrief {
  const items = material.items.map((item, index) => ({
    ...item,
    ref: `s${index + 1}`,
    day: localDay(item.at, material.zone),
  }));
  const refs = new Map(items.map((item) => [item.id, item.ref]));
  const told = biographySections.flatMap((section) =>
    standing(material, section).map(({ sources, text }) => ({
      section,
      text,
      refs: sources.flatMap((id) => refs.get(id) ?? []),
    })),
  );
  return { items, told };
}

/** The statements of a section of which every source still holds. */
export function standing(material: BiographyMaterial, section: BiographySection): readonly ToldStatement[] {
  const held = new Set(material.items.map((item) => item.id));
  return (material.sections[section] ?? []).filter(
    ({ sources }) => sources.length > 0 && sources.every((id) => held.has(id)),
  );
}

/** The items as a model reads them: in episodes and concepts, statements that no longer hold are marked with their end. */
export function markedItems(
  items: readonly ReferredItem[],
  ended: EndedIn | null,
  zone: string,
): ReferredItem[] {
  if (ended === null) return [...items];
  return items.map((item) => {
    if (item.kind !== 'episode' && item.kind !== 'concept') return item;
    const { at, definition, id, intent, openLoops, outcome, trust } = item;
    const told = (text: string): string =>
      markEnded({ id, text, at, since: ended.since[id], speaker: null, trust }, ended.statements, zone);
    return {
      ...item,
      text: item.kind === 'episode' ? told(item.text) : item.text,
      intent: intent && told(intent),
      outcome: outcome && told(outcome),
      openLoops: openLoops?.map(told),
      definition: definition && told(definition),
    };
  });
}
