import { splitOutside } from './split-outside.ts';

/** An element as selectors see it, all in lower case: a mail without a document type is read so. */
export interface StyledElement {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly id: string;
  readonly classes: readonly string[];
}

/** What one element must have. */
interface Compound {
  readonly tag: string | undefined;
  readonly ids: readonly string[];
  readonly classes: readonly string[];
  readonly attributes: readonly { readonly name: string; readonly how: string; readonly value: string }[];
}

/** A chain of elements, the innermost first. */
export interface Selector {
  readonly compounds: readonly Compound[];
  /** Which of two wins: the higher one. */
  readonly weight: number;
  /** Part of it could not be read and is taken to be met: it may hide, and may not show. */
  readonly guessed: boolean;
}

/** How far out an element is looked for that a chain asks for. */
const reach = 64;
const compoundsMax = 8;
/** What holds for an element that nobody points at, or may. */
const structural =
  /^:(?:root|link|any-link|first-child|last-child|only-child|nth-[a-z-]+\(.*\)|first-of-type|last-of-type|only-of-type|not\(.*\)|is\(.*\)|where\(.*\)|has\(.*\)|empty|enabled|lang\(.*\)|dir\(.*\))$/;
const piece =
  /\*|[a-z][\w-]*|#[\w-]+|\.[\w-]+|\[\s*([\w-]+)\s*(?:([~|^$*]?=)\s*(?:"([^"]*)"|'([^']*)'|([^\s\]]+))\s*[is]?\s*)?\]|::?[\w-]+(?:\((?:[^()]|\([^()]*\))*\))?/gy;

/** A selector; undefined for one that never holds in a mail at rest, such as `:hover`, or that cannot be read. */
export function selectorOf(text: string): Selector | undefined {
  // Of neighbours only the last is looked at.
  const neighbours = splitOutside(text.toLowerCase(), '~+');
  const chain = splitOutside(neighbours.at(-1) ?? '', '> \t\n\r\f').filter((part) => part !== '');
  if (chain.length === 0 || chain.length > compoundsMax) return undefined;
  let guessed = neighbours.length > 1;
  let weight = 0;
  const compounds: Compound[] = [];
  for (const part of chain) {
    const read = compoundOf(part);
    if (read === undefined) return undefined;
    guessed ||= read.guessed;
    const { compound } = read;
    weight +=
      compound.ids.length * 10_000 +
      (compound.classes.length + compound.attributes.length) * 100 +
      (compound.tag === undefined ? 0 : 1);
    compounds.unshift(compound);
  }
  return { compounds, weight, guessed };
}

function compoundOf(text: string): { readonly compound: Compound; readonly guessed: boolean } | undefined {
  const ids: string[] = [];
  const classes: string[] = [];
  const attributes: { name: string; how: string; value: string }[] = [];
  let tag: string | undefined;
  let guessed = false;
  piece.lastIndex = 0;
  while (piece.lastIndex < text.length) {
    const match = piece.exec(text);
    if (match === null) return undefined;
    const [all, name, how = '', double, single, bare] = match;
    if (all === '*') continue;
    if (name !== undefined) attributes.push({ name, how, value: double ?? single ?? bare ?? '' });
    else if (all.startsWith('#')) ids.push(all.slice(1));
    else if (all.startsWith('.')) classes.push(all.slice(1));
    else if (!all.startsWith(':')) tag = all;
    else if (structural.test(all)) guessed ||= !/^:(any-)?link$/.test(all);
    else return undefined;
  }
  return { compound: { tag, ids, classes, attributes }, guessed };
}

/** What an element must have for a selector to be worth looking at: `#id`, `.class`, a tag, or `*`. */
export function keyOf({ compounds }: Selector): string {
  const [inner] = compounds;
  if (inner?.ids[0] !== undefined) return `#${inner.ids[0]}`;
  if (inner?.classes[0] !== undefined) return `.${inner.classes[0]}`;
  return inner?.tag ?? '*';
}

/** True if a selector holds for the last of these elements, each of which stands in the one before it. */
export function matches({ compounds }: Selector, path: readonly StyledElement[]): boolean {
  let at = path.length - 1;
  const [inner, ...outer] = compounds;
  if (inner === undefined || !holds(inner, path[at])) return false;
  for (const compound of outer) {
    const limit = Math.max(0, at - reach);
    at -= 1;
    while (at >= limit && !holds(compound, path[at])) at -= 1;
    if (at < limit) return false;
  }
  return true;
}

function holds(compound: Compound, element: StyledElement | undefined): boolean {
  return (
    element !== undefined &&
    (compound.tag === undefined || compound.tag === element.tag) &&
    compound.ids.every((id) => id === element.id) &&
    compound.classes.every((name) => element.classes.includes(name)) &&
    compound.attributes.every(({ how, name, value }) => has(element.attributes, name, how, value))
  );
}

function has(
  attributes: Readonly<Record<string, string>>,
  name: string,
  how: string,
  value: string,
): boolean {
  const given = Object.hasOwn(attributes, name) ? attributes[name]?.toLowerCase() : undefined;
  if (given === undefined) return false;
  switch (how) {
    case '':
      return true;
    case '=':
      return given === value;
    case '~=':
      return given.split(/\s+/).includes(value);
    case '^=':
      return value !== '' && given.startsWith(value);
    case '$=':
      return value !== '' && given.endsWith(value);
    case '*=':
      return value !== '' && given.includes(value);
    default:
      return given === value || given.startsWith(`${value}-`);
  }
}
