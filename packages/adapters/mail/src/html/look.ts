import { black, type Colour, colourOf, coloursIn, contrast, over, white } from './colours.ts';
import type { Declaration } from './declarations.ts';
import { isOffScreen, isSqueezed } from './geometry.ts';
import { fontSizeOf, lengthOf, shareOf, windowPx } from './lengths.ts';

/** How an element looks, as far as it decides whether its words are seen. */
export interface Look {
  /** Nothing in it can be seen, whatever its children say. */
  readonly gone: boolean;
  /** `visibility`, which a child may set again. */
  readonly invisible: boolean;
  /** In pixels. */
  readonly fontPx: number;
  readonly indentPx: number;
  /** 0 to 1. */
  readonly opacity: number;
  /** Undefined: not literal, so that nobody knows. */
  readonly colour: Colour | undefined;
  readonly background: Colour | undefined;
  readonly keepsBlanks: boolean;
  /** Names that begin with `--`. */
  readonly variables: ReadonlyMap<string, string>;
}

/** The look of a mail before any style. */
export const plainLook: Look = {
  gone: false,
  invisible: false,
  fontPx: 16,
  indentPx: 0,
  opacity: 1,
  colour: black,
  background: white,
  keepsBlanks: false,
  variables: new Map(),
};

const smallestFontPx = 1.5;
const leastOpacity = 0.05;
const leastContrast = 1.15;

/** A background that says nothing of a colour. */
const onlyPlaces =
  /^(?:none|transparent|repeat(?:-[xy])?|no-repeat|top|left|right|bottom|center|cover|contain|auto|scroll|fixed|local|[\d.]+(?:px|em|%)?|[\s,/])*$/;

/** True if words that look so are seen. */
export function isSeen(look: Look): boolean {
  if (look.gone || look.invisible || look.fontPx <= smallestFontPx || look.indentPx <= -999) return false;
  if (look.opacity < leastOpacity) return false;
  if (look.colour === undefined) return true;
  if (look.colour.alpha < leastOpacity) return false;
  return look.background === undefined || contrast(look.colour, look.background) >= leastContrast;
}

/** The look of an element inside of another. The declarations come with the weakest first. */
export function lookOf(parent: Look, declarations: readonly Declaration[]): Look {
  if (declarations.length === 0) return parent;
  const variables = variablesOf(parent, declarations);
  const style = styleOf(declarations, variables);
  const fontPx = fontOf(style, parent.fontPx);
  const measure = { fontPx, wholePx: windowPx };
  const indent = lengthOf(style.get('text-indent') ?? '', measure);
  const opacity = parent.opacity * ownOpacity(style);
  const visibility = style.get('visibility');
  return {
    gone: parent.gone || isGone(style) || isSqueezed(style, measure) || isOffScreen(style, measure),
    invisible:
      visibility === undefined || visibility === 'inherit'
        ? parent.invisible
        : visibility === 'hidden' || visibility === 'collapse',
    fontPx,
    indentPx: indent ?? parent.indentPx,
    opacity,
    colour: colourIn(style, parent),
    background: backgroundIn(style, parent.background),
    keepsBlanks: keepsBlanks(style.get('white-space'), parent.keepsBlanks),
    variables,
  };
}

/** Values by property. */
export type Style = ReadonlyMap<string, string>;

function variablesOf(parent: Look, declarations: readonly Declaration[]): ReadonlyMap<string, string> {
  const own = declarations.filter(({ property }) => property.startsWith('--'));
  if (own.length === 0) return parent.variables;
  return new Map([...parent.variables, ...own.map(({ property, value }) => [property, value] as const)]);
}

function styleOf(declarations: readonly Declaration[], variables: ReadonlyMap<string, string>): Style {
  const style = new Map<string, string>();
  const important = declarations.filter((declaration) => declaration.important);
  for (const { property, value } of [...declarations.filter((one) => !one.important), ...important]) {
    const resolved = value.replace(
      /var\(\s*(--[\w-]+)\s*(?:,([^()]*))?\)/g,
      (_, name: string, fallback = '') => variables.get(name) ?? String(fallback).trim(),
    );
    style.set(property, resolved);
  }
  return style;
}

function isGone(style: Style): boolean {
  return (
    style.get('display') === 'none' ||
    style.get('mso-hide') === 'all' ||
    style.get('content-visibility') === 'hidden'
  );
}

function ownOpacity(style: Style): number {
  const filter = /opacity\(\s*([^()]+?)\s*\)/.exec(style.get('filter') ?? '')?.[1];
  const old = /opacity\s*=\s*(\d+)/.exec(style.get('filter') ?? '')?.[1];
  const shares = [
    shareOf(style.get('opacity') ?? '1'),
    shareOf(filter ?? '1'),
    old === undefined ? 1 : Number(old) / 100,
  ];
  return shares.reduce<number>((product, share) => product * Math.min(Math.max(share ?? 1, 0), 1), 1);
}

function fontOf(style: Style, parentPx: number): number {
  const size = fontSizeOf(style.get('font-size') ?? '', parentPx);
  if (size !== undefined) return size;
  // `font: bold 0/0 a`: the size stands before the slash or the name.
  const words = (style.get('font') ?? '').replace(/\/.*$/, '').split(/\s+/);
  for (const word of words) {
    const short = /^(\d{3}|normal|bold|bolder|lighter|italic|oblique)$/.test(word)
      ? undefined
      : fontSizeOf(word, parentPx);
    if (short !== undefined) return short;
  }
  return parentPx;
}

function colourIn(style: Style, parent: Look): Colour | undefined {
  const value = style.get('-webkit-text-fill-color') ?? style.get('color');
  if (value === undefined || /^(inherit|unset|revert|currentcolor)$/.test(value)) return parent.colour;
  return value === 'initial' ? black : colourOf(value);
}

function backgroundIn(style: Style, behind: Colour | undefined): Colour | undefined {
  const value = ['background', 'background-color', 'background-image']
    .map((property) => style.get(property) ?? '')
    .join(' ')
    .trim();
  if (value === '' || /^(none|inherit|initial|unset|transparent)$/.test(value)) return behind;
  // A picture may have any colour.
  if (/url\(|image-set\(/.test(value)) return undefined;
  const colours = coloursIn(value);
  const [first] = colours;
  if (first === undefined) return onlyPlaces.test(value) ? behind : undefined;
  if (colours.some((colour) => contrast(colour, first) > leastContrast)) return undefined;
  return behind === undefined && first.alpha < 1 ? undefined : over(first, behind ?? white);
}

function keepsBlanks(value: string | undefined, parent: boolean): boolean {
  if (value === undefined || value === 'inherit') return parent;
  return /^(pre|pre-wrap|break-spaces)$/.test(value);
}
