/** What lengths are measured against, in pixels. */
export interface Measure {
  /** The font size. */
  readonly fontPx: number;
  /** What a percentage is of. */
  readonly wholePx: number;
}

/** The window that a mail is looked at in, in pixels. */
export const windowPx = 800;

const units: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  pt: 4 / 3,
  pc: 16,
  in: 96,
  cm: 37.8,
  mm: 3.78,
  q: 0.945,
  rem: 16,
  vw: windowPx / 100,
  vh: 6,
  vmin: 6,
  vmax: windowPx / 100,
};
const one = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)\s*([a-z%]*)$/;
const keywords: Readonly<Record<string, number>> = {
  'xx-small': 9,
  'x-small': 10,
  small: 13,
  medium: 16,
  large: 18,
  'x-large': 24,
  'xx-large': 32,
};

/** A length in pixels; undefined for a value that is none, such as `auto`. `calc()` is read where it holds one length or one product. */
export function lengthOf(value: string, measure: Measure): number | undefined {
  const text = withoutCalc(value.trim().toLowerCase());
  const [, number, unit = ''] = one.exec(text) ?? [];
  if (number === undefined) return undefined;
  const size = Number(number);
  if (unit === '%') return (size / 100) * measure.wholePx;
  if (unit === 'em') return size * measure.fontPx;
  if (unit === 'ex' || unit === 'ch') return (size * measure.fontPx) / 2;
  const factor = Object.hasOwn(units, unit) ? units[unit] : undefined;
  return factor === undefined ? undefined : size * factor;
}

/** A font size in pixels, inside of one of `parentPx`. */
export function fontSizeOf(value: string, parentPx: number): number | undefined {
  const text = value.trim().toLowerCase();
  if (Object.hasOwn(keywords, text)) return keywords[text];
  if (text === 'smaller') return parentPx / 1.2;
  if (text === 'larger') return parentPx * 1.2;
  const size = lengthOf(text, { fontPx: parentPx, wholePx: parentPx });
  return size === undefined || size < 0 ? undefined : size;
}

/** A number or a percentage, as of an opacity. */
export function shareOf(value: string): number | undefined {
  const [, number, percent] = /^([+-]?(?:\d+\.?\d*|\.\d+))(%?)$/.exec(withoutCalc(value.trim())) ?? [];
  return number === undefined ? undefined : Number(number) / (percent === '%' ? 100 : 1);
}

function withoutCalc(text: string): string {
  const [, inside] = /^calc\(([^()]*)\)$/.exec(text) ?? [];
  if (inside === undefined) return text;
  const [, first, second, unit = ''] = /^\s*(-?[\d.]+)\s*\*\s*(-?[\d.]+)([a-z%]*)\s*$/.exec(inside) ?? [];
  return first === undefined ? inside.trim() : `${Number(first) * Number(second)}${unit}`;
}
