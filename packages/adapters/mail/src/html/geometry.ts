import { lengthOf, type Measure } from './lengths.ts';
import { splitOutside } from './split-outside.ts';

type Style = ReadonlyMap<string, string>;

/** So far out that nothing of it is in the window, in pixels. */
const farPx = 780;
const farRightPx = 5_000;

/** True for a box without room for a word whose contents do not stand out of it, or that is clipped or scaled away. */
export function isSqueezed(style: Style, measure: Measure): boolean {
  const overflow = ['overflow', 'overflow-x', 'overflow-y']
    .map((name) => style.get(name) ?? 'visible')
    .join(' ');
  const clips = /hidden|clip|auto|scroll/.test(overflow);
  const none = (name: string): boolean => {
    const size = lengthOf(style.get(name) ?? '', measure);
    return size !== undefined && size <= 1;
  };
  if (clips && ['height', 'max-height', 'width', 'max-width', 'line-height'].some(none)) return true;
  return isClipped(style) || isScaledAway(style.get('transform') ?? style.get('scale') ?? '');
}

function isClipped(style: Style): boolean {
  const [, rect] = /^rect\(([^()]*)\)$/.exec(style.get('clip') ?? '') ?? [];
  if (rect !== undefined) {
    const edges = rect.split(/[\s,]+/).filter((edge) => edge !== '');
    return edges.length === 4 && edges.every((edge) => Number.parseFloat(edge) <= 1);
  }
  const path = style.get('clip-path') ?? style.get('-webkit-clip-path') ?? '';
  const [, shape, inside = ''] = /^(inset|circle|ellipse|polygon)\(([^()]*)\)$/.exec(path) ?? [];
  if (shape === undefined) return false;
  const numbers = (inside.match(/-?[\d.]+%?/g) ?? []).map((number) => Number.parseFloat(number));
  if (shape === 'inset') return numbers.length > 0 && numbers.every((number) => number >= 50);
  return numbers.length > 0 && numbers.every((number) => number === 0);
}

function isScaledAway(transform: string): boolean {
  const [, scale] = /scale(?:3d|x|y)?\(\s*([\d.]+)/.exec(transform) ?? [];
  if (scale !== undefined && Number(scale) < 0.05) return true;
  if (/^0(\.0\d*)?(\s|$)/.test(transform)) return true;
  return /rotate[xy]\(\s*-?90deg/.test(transform);
}

/** True for a box that is moved out of the window. */
export function isOffScreen(style: Style, measure: Measure): boolean {
  const lengths = (name: string): readonly number[] =>
    splitOutside(style.get(name) ?? '', ' ').flatMap((part) => lengthOf(part, measure) ?? []);
  const near = [
    'left',
    'top',
    'right',
    'bottom',
    'inset',
    'margin',
    'margin-left',
    'margin-top',
    'margin-right',
    'translate',
  ];
  if (near.some((name) => lengths(name).some(isFar))) return true;
  const moves = [...(style.get('transform') ?? '').matchAll(/translate(?:3d|x|y)?\(([^()]*)\)/g)];
  return moves.some(([, inside = '']) =>
    inside.split(',').some((part) => isFar(lengthOf(part, measure) ?? 0)),
  );
}

function isFar(px: number): boolean {
  return px <= -farPx || px >= farRightPx;
}
