import type { Candidate } from './budget.ts';
import { type PromptItem, type Section, type SectionUse, sections } from './prompt.ts';
import { capText, cleanText } from './text.ts';
import { element } from './xml.ts';

/** The element of a section. */
export function section(name: string, kept: readonly Candidate[]): string {
  return element(name, {}, kept.length === 0 ? '' : `\n${kept.map((item) => item.rendered).join('\n')}\n`);
}

/** What is known of who speaks; nothing where nothing is. */
export function personSection(name: string | undefined, kept: readonly Candidate[]): string {
  if (name === undefined || kept.length === 0) return '';
  const lines = kept.map((item) => item.rendered).join('\n');
  return element('person', { name: capText(cleanText(name), 120) }, `\n${lines}\n`);
}

/** History with a mark wherever something was left out, so that nobody takes two exchanges for neighbours that are not. */
export function historySection(all: readonly Candidate[], kept: readonly Candidate[]): string {
  const written = all.filter(({ rendered }) => rendered !== '');
  if (kept.length === written.length) return section('history', kept);
  const included = new Set(kept);
  const lines: string[] = [];
  let omitted = 0;
  const mark = () => {
    if (omitted > 0) lines.push(element('omitted', { exchanges: String(omitted) }, ''));
    omitted = 0;
  };
  for (const item of written) {
    if (!included.has(item)) omitted += 1;
    else {
      mark();
      lines.push(item.rendered);
    }
  }
  mark();
  return element('history', {}, `\n${lines.join('\n')}\n`);
}

/** What each section had and took. `fixed` tells of those whose own account is larger than the sum of their items. */
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
