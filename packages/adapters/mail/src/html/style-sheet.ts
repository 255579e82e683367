import { type Declaration, declarationsIn, plainCss } from './declarations.ts';
import { windowPx } from './lengths.ts';
import { keyOf, matches, type Selector, selectorOf, type StyledElement } from './selectors.ts';
import { splitOutside } from './split-outside.ts';

/** The rules of all styles of a mail. */
export interface StyleSheet {
  /** The declarations that hold for the last of these elements, the weakest first. */
  declarationsFor(path: readonly StyledElement[]): readonly Declaration[];
}

interface Rule {
  readonly selector: Selector;
  readonly declarations: readonly Declaration[];
  readonly order: number;
}

/** Rules that are read, of all, and of those that are looked at for one id, class or tag. */
const rulesMax = 3_000;
const rulesPerKeyMax = 300;
/** How often rules and elements are compared for one mail; beyond it the mail is made to cost. */
const comparisonsMax = 3_000_000;

/** A mail whose styles would take too long to read. */
export class TooComplex extends Error {}

/** Reads the style sheets of a mail. Conditions are judged as for a screen 800 pixels wide. Throws `TooComplex` when asked too much. */
export function styleSheetOf(sheets: readonly string[]): StyleSheet {
  const byKey = new Map<string, Rule[]>();
  let order = 0;
  for (const { declarations, selectors } of sheets.flatMap((sheet) => blocksIn(plainCss(sheet)))) {
    for (const text of selectors) {
      const selector = selectorOf(text);
      if (selector === undefined) continue;
      const rules = byKey.get(keyOf(selector)) ?? [];
      order += 1;
      if (order > rulesMax || rules.length >= rulesPerKeyMax) throw new TooComplex('too many rules');
      rules.push({
        selector,
        declarations: selector.guessed ? declarations.filter(hides) : declarations,
        order,
      });
      byKey.set(keyOf(selector), rules);
    }
  }
  let comparisons = 0;
  return {
    declarationsFor(path) {
      const element = path.at(-1);
      if (element === undefined || byKey.size === 0) return [];
      const keys = new Set([
        '*',
        element.tag,
        `#${element.id}`,
        ...element.classes.map((name) => `.${name}`),
      ]);
      const candidates = [...keys].flatMap((key) => byKey.get(key) ?? []);
      comparisons += candidates.reduce(
        (sum, { selector }) => sum + (selector.compounds.length > 1 ? Math.min(path.length, 64) : 1),
        keys.size,
      );
      if (comparisons > comparisonsMax) throw new TooComplex('too many comparisons');
      return candidates
        .filter(({ selector }) => matches(selector, path))
        .toSorted((a, b) => a.selector.weight - b.selector.weight || a.order - b.order)
        .flatMap(({ declarations }) => declarations);
    },
  };
}

/** What a rule may do whose selector is only partly understood. */
function hides({ property, value }: Declaration): boolean {
  return (
    (property === 'display' && value === 'none') ||
    (property === 'visibility' && value !== 'visible') ||
    (property === 'opacity' && Number.parseFloat(value) < 0.1) ||
    (property === 'font-size' && Number.parseFloat(value) < 2)
  );
}

interface Block {
  readonly selectors: readonly string[];
  readonly declarations: readonly Declaration[];
}

/** The rules of a sheet, those inside of conditions that are met among them. */
function blocksIn(css: string, depth = 0): readonly Block[] {
  const blocks: Block[] = [];
  let from = 0;
  while (from < css.length) {
    const open = css.indexOf('{', from);
    if (open < 0) break;
    const close = closingOf(css, open);
    // What stands before the last semicolon, such as `@import …;`, is a statement of its own.
    const before = css.slice(from, open).replace(/<!--|-->/g, ' ');
    const head = before.slice(before.lastIndexOf(';') + 1).trim();
    const body = css.slice(open + 1, close);
    if (!head.startsWith('@')) {
      const selectors = splitOutside(head, ',');
      blocks.push({ selectors, declarations: declarationsIn(body) });
    } else if (depth < 4 && isMet(head)) blocks.push(...blocksIn(body, depth + 1));
    from = close + 1;
  }
  return blocks;
}

/** The place of the bracket that closes the one at `open`; the end of the text if none does. */
function closingOf(css: string, open: number): number {
  let depth = 0;
  for (let at = open; at < css.length; at += 1) {
    const sign = css[at];
    if (sign === '{') depth += 1;
    else if (sign === '}' && --depth === 0) return at;
  }
  return css.length;
}

/** True for a group of rules that holds on a screen of the usual width. */
function isMet(head: string): boolean {
  const [, kind, condition = ''] = /^@(\w+)\s*(.*)$/s.exec(head.toLowerCase()) ?? [];
  if (kind === 'supports' || kind === 'layer') return true;
  return kind === 'media' && mediaHolds(condition);
}

/** True for media that a screen of the usual width is. */
export function mediaHolds(condition: string): boolean {
  return condition.split(',').some((query) => {
    const parts = query
      .trim()
      .split(/\s+and\s+/)
      .map((part) => part.replace(/^only\s+/, '').trim());
    return parts.every((part) => {
      if (part === '' || part === 'all' || part === 'screen') return true;
      const [, bound, width] =
        /^\(\s*(min|max)-(?:device-)?width\s*:\s*([\d.]+)(?:px)?\s*\)$/.exec(part) ?? [];
      if (bound === undefined) return false;
      return bound === 'min' ? windowPx >= Number(width) : windowPx <= Number(width);
    });
  });
}
