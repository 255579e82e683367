import { type BiographySection, biographySections, type Trust } from '@salience/contracts';

/** Something that a statement may rest on, as it holds now. */
export interface BiographyItem {
  readonly id: string;
  readonly kind: 'episode' | 'trait' | 'concept' | 'relation';
  /** What it says: the gist of an episode, the value of a trait, the name of a concept, a relation in words. */
  readonly text: string;
  /** ISO 8601: when it ended or was last seen. */
  readonly at: string;
  readonly trust: Trust;
  /** Salience, confidence or strength, 0..1. */
  readonly weight: number;
  /** False: it is here only because an earlier version rests on it. */
  readonly fresh: boolean;
  readonly intent?: string | undefined;
  readonly outcome?: string | undefined;
  readonly openLoops?: readonly string[] | undefined;
  readonly person?: string | undefined;
  readonly key?: string | undefined;
  readonly category?: string | undefined;
  readonly definition?: string | null | undefined;
  readonly mentions?: number | undefined;
}

/** A sentence of the version before. */
export interface ToldStatement {
  readonly text: string;
  readonly trust: Trust;
  /** Ids of what it rests on. */
  readonly sources: readonly string[];
}

/** What the next version is written from. */
export interface BiographyMaterial {
  readonly items: readonly BiographyItem[];
  readonly sections: Partial<Record<BiographySection, readonly ToldStatement[]>>;
}

/** An item under the short name by which a model refers to it. */
export interface ReferredItem extends BiographyItem {
  readonly ref: string;
}

/** What a writer may say and rest on, in short names: the same material gives the same names. */
export interface BiographyBrief {
  readonly items: readonly ReferredItem[];
  /** Of the version before, what still holds: every item that it rests on is among the items. */
  readonly told: readonly {
    readonly section: BiographySection;
    readonly text: string;
    readonly refs: readonly string[];
  }[];
}

/** Names the items s1, s2, … and leaves out what was told on grounds that hold no more. */
export function biographyBrief(material: BiographyMaterial): BiographyBrief {
  const items = material.items.map((item, index) => ({ ...item, ref: `s${index + 1}` }));
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
