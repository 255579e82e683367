import { type Candidate, isWanted } from './budget.ts';
import { speakerName } from './item-line.ts';
import { type PromptItem, type Section, type SectionUse, sections } from './prompt.ts';
import { type Attributes, element } from './xml.ts';

/** The explanation of each section for a model, placed at that section. */
const abouts = {
  goals: 'what you are here for, the most important first',
  memory: 'remembered from before, oldest first',
  history: 'this conversation so far, oldest first',
  world: 'what goes on, and what lies ahead',
  skills: 'what you are able to do',
} as const;

/** A section with its items; nothing where there are none. */
export function section(name: keyof typeof abouts, kept: readonly Candidate[]): string {
  return listElement(
    name,
    { about: abouts[name] },
    kept.map(({ rendered }) => rendered),
  );
}

/** The person section; empty if nothing is known. */
export function personSection(name: string, kept: readonly Candidate[]): string {
  return listElement(
    'person',
    { name: speakerName(name), about: 'what you know of them' },
    kept.map(({ rendered }) => rendered),
  );
}

/** History with a mark at every gap, so that separate exchanges are not read as consecutive. */
export function historySection(all: readonly Candidate[], kept: readonly Candidate[]): string {
  const included = new Set(kept);
  const lines: string[] = [];
  let omitted = 0;
  const mark = () => {
    if (omitted > 0) lines.push(`- (${omitted} left out here)`);
    omitted = 0;
  };
  for (const item of all.filter(isWanted)) {
    if (!included.has(item)) omitted += 1;
    else {
      mark();
      lines.push(item.rendered);
    }
  }
  mark();
  return listElement('history', { about: abouts.history }, lines);
}

function listElement(name: string, attributes: Attributes, lines: readonly string[]): string {
  return lines.length === 0 ? '' : element(name, attributes, `\n${lines.join('\n')}\n`);
}

/** The tokens of each section. `fixed`: of sections whose own count is larger than the sum of their items. */
export function usesOf(
  items: readonly PromptItem[],
  shares: Readonly<Record<Section, number>>,
  fixed: { readonly identity: number; readonly actions: number },
): SectionUse[] {
  return [...sections, 'actions' as const].map((name) => {
    const own = items.filter((item) => item.section === name);
    const kept = own.filter((item) => item.included);
    const sum = kept.reduce((total, item) => total + item.tokens, 0);
    const used = name === 'identity' || name === 'actions' ? fixed[name] : sum;
    const share = name === 'actions' ? fixed.actions : shares[name];
    const lent = Math.max(0, used - share);
    return { section: name, share, used, lent, items: kept.length, dropped: own.length - kept.length };
  });
}
