import { type BiographyProposal, type BiographySection, type Trust, lowestTrust } from '@salience/contracts';
import { besideWords, inheritedTrust } from '../inherited-trust.ts';
import { sameWords, sourceWords, supportOf } from '../words.ts';
import {
  type BiographyMaterial,
  biographyBrief,
  type ReferredItem,
  standing,
  type ToldStatement,
} from './material.ts';

/** The thresholds by which code judges a proposed autobiography (law 6). */
export interface BiographyRules {
  readonly name: string;
  readonly version: number;
  /** Share of a statement's words that the sources it names must contain. 0..1 */
  readonly supportMin: number;
  /** Two statements at least this alike are one; the older wording stays. 0..1 */
  readonly sameMin: number;
  readonly statementsMax: number;
  readonly sourcesMax: number;
}

/** The rules in force. A change of any number is a new version. */
const biographyRules: BiographyRules = Object.freeze({
  name: 'biography',
  version: 1,
  supportMin: 0.6,
  sameMin: 0.8,
  statementsMax: 8,
  sourcesMax: 6,
});

/** Sections that external text may not contribute to (law 10). */
const ownSections: ReadonlySet<BiographySection> = new Set(['identity', 'values']);

/** Connecting words of a statement; its sources need not contain them. */
const frame =
  /\b(?:still|open|since|began|begins?|first|often|comes?|back|keeps?|returns?|cares?|matters?|likes?|prefers?|values?|goals?|their|they|person|people|life|talks?|knows?|known|together|with|linked|relates?|means?|name|called|important)\b/gi;

/** A statement that was accepted. */
export interface AcceptedStatement {
  readonly text: string;
  /** The lowest of its sources, and of other items whose words it uses. */
  readonly trust: Trust;
  readonly sources: readonly { readonly id: string; readonly kind: string }[];
}

/** A version ready to be stored, and the refusals. */
export interface AcceptedBiography {
  readonly sections: Readonly<Record<BiographySection, readonly AcceptedStatement[]>>;
  readonly refused: Readonly<Record<RefusalReason, number>>;
}

/** Why a statement was refused. */
export type RefusalReason = 'unsourced' | 'external' | 'unsupported' | 'repeated';

/**
 * Accepts the statements of a proposed version that their sources support: each names its sources, all of them exist, and its words
 * occur in them. External items do not count for identity and values. The trust of a statement is the lowest of its sources and of
 * external items whose words it uses beyond them. A statement of the last version keeps its wording and place, so a section without
 * news stays the same, byte for byte.
 */
export function acceptBiography(
  material: BiographyMaterial,
  proposal: BiographyProposal,
  rules: BiographyRules = biographyRules,
): AcceptedBiography {
  const refused = { unsourced: 0, external: 0, unsupported: 0, repeated: 0 };
  const { items: all } = biographyBrief(material);
  const byRef = new Map(all.map((item) => [item.ref, item]));
  const byId = new Map(all.map((item) => [item.id, item]));
  const accept = (section: BiographySection): AcceptedStatement[] => {
    const told = standing(material, section);
    const kept: AcceptedStatement[] = [];
    for (const { sources, text } of proposal[section]) {
      const items = [...new Set(sources)].flatMap((ref) => byRef.get(ref) ?? []).slice(0, rules.sourcesMax);
      const statement = statementOf(text, items, told, { all, byId }, rules);
      const reason = refusal(section, { ...statement, text }, items, kept, rules);
      if (reason !== undefined) refused[reason] += 1;
      else kept.push(statement);
    }
    return inOrder(kept, told).slice(0, rules.statementsMax);
  };
  const sections = {
    identity: accept('identity'),
    relationship: accept('relationship'),
    values: accept('values'),
    patterns: accept('patterns'),
    threads: accept('threads'),
    themes: accept('themes'),
  };
  return { sections, refused };
}

function refusal(
  section: BiographySection,
  { text, trust }: Pick<AcceptedStatement, 'text' | 'trust'>,
  items: readonly ReferredItem[],
  kept: readonly AcceptedStatement[],
  rules: BiographyRules,
): RefusalReason | undefined {
  if (items.length === 0) return 'unsourced';
  if (supportOf(bareOf(text), wordsOf(items)) < rules.supportMin) return 'unsupported';
  if (ownSections.has(section) && trust === 'external') return 'external';
  if (kept.some((one) => one.text === text || sameWords(one.text, text, rules.sameMin))) return 'repeated';
  return undefined;
}

function statementOf(
  text: string,
  items: readonly ReferredItem[],
  told: readonly ToldStatement[],
  { all, byId }: { readonly all: readonly ReferredItem[]; readonly byId: ReadonlyMap<string, ReferredItem> },
  rules: BiographyRules,
): AcceptedStatement {
  const old =
    told.find((one) => one.text === text) ?? told.find((one) => sameWords(one.text, text, rules.sameMin));
  // A kept wording rests on its earlier sources and on the new ones.
  const before = (old?.sources ?? []).flatMap((id) => byId.get(id) ?? []);
  const sources = [...new Set([...before, ...items])].slice(0, rules.sourcesMax);
  const shown = old?.text ?? text;
  const others = all.filter((item) => !sources.includes(item));
  const beside = besideWords(others.map((item) => ({ text: textsOf(item).join(' '), trust: item.trust })));
  return {
    text: shown,
    trust: inheritedTrust(
      bareOf(shown),
      wordsOf(sources),
      lowestTrust(sources.map(({ trust }) => trust)),
      beside,
    ),
    sources: sources.map(({ id, kind }) => ({ id, kind })),
  };
}

/** Known statements in their old order, then new ones. */
function inOrder(
  kept: readonly AcceptedStatement[],
  told: readonly ToldStatement[],
): readonly AcceptedStatement[] {
  const place = new Map(told.map((one, index) => [one.text, index]));
  return kept.toSorted((a, b) => (place.get(a.text) ?? told.length) - (place.get(b.text) ?? told.length));
}

function bareOf(text: string): string {
  const bare = text.replace(frame, ' ');
  // A statement of frame words alone must be supported as it is.
  return bare.trim() === '' ? text : bare;
}

function wordsOf(items: readonly ReferredItem[]) {
  return sourceWords(items.flatMap(textsOf));
}

function textsOf(item: ReferredItem): string[] {
  return [
    item.text,
    item.intent ?? '',
    item.outcome ?? '',
    item.definition ?? '',
    item.person ?? '',
    item.key?.replaceAll('_', ' ') ?? '',
    ...(item.openLoops ?? []),
    // As a date is written: 2026-05-03, 2026.
    item.day,
  ];
}
