/** A colour: red, green and blue from 0 to 255, and how much of it covers what is behind, 0 to 1. */
export interface Colour {
  readonly rgb: readonly [number, number, number];
  readonly alpha: number;
}

/** Those that mails use to hide words, and those that are near to them, as hexadecimal digits. */
const named: Readonly<Record<string, string>> = {
  aliceblue: 'f0f8ff',
  azure: 'f0ffff',
  beige: 'f5f5dc',
  black: '000000',
  blue: '0000ff',
  cornsilk: 'fff8dc',
  floralwhite: 'fffaf0',
  gainsboro: 'dcdcdc',
  ghostwhite: 'f8f8ff',
  gray: '808080',
  green: '008000',
  grey: '808080',
  honeydew: 'f0fff0',
  ivory: 'fffff0',
  lavenderblush: 'fff0f5',
  lightgray: 'd3d3d3',
  lightgrey: 'd3d3d3',
  lightyellow: 'ffffe0',
  linen: 'faf0e6',
  maroon: '800000',
  mintcream: 'f5fffa',
  navy: '000080',
  oldlace: 'fdf5e6',
  orange: 'ffa500',
  purple: '800080',
  red: 'ff0000',
  seashell: 'fff5ee',
  silver: 'c0c0c0',
  snow: 'fffafa',
  teal: '008080',
  white: 'ffffff',
  whitesmoke: 'f5f5f5',
  yellow: 'ffff00',
};

export const black: Colour = { rgb: [0, 0, 0], alpha: 1 };
export const white: Colour = { rgb: [255, 255, 255], alpha: 1 };

/** The colour that a value names; undefined for one that is not literal. */
export function colourOf(value: string): Colour | undefined {
  const text = value.trim().toLowerCase();
  if (text === 'transparent') return { rgb: [0, 0, 0], alpha: 0 };
  const name = Object.hasOwn(named, text) ? named[text] : undefined;
  const hex = name ?? /^#?([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/.exec(text)?.[1];
  if (hex !== undefined) return hexColour(hex);
  const [, kind, inside] = /^(rgb|hsl)a?\(([^()]*)\)$/.exec(text) ?? [];
  if (inside === undefined) return undefined;
  const parts = inside.split(/[\s,/]+/).filter((part) => part !== '');
  const [first, second, third, fourth] = parts.map((part) => (part === 'none' ? 0 : Number.parseFloat(part)));
  if (first === undefined || second === undefined || third === undefined) return undefined;
  if (![first, second, third, fourth ?? 1].every(Number.isFinite)) return undefined;
  const alpha = clamp((fourth ?? 1) / (parts[3]?.endsWith('%') === true ? 100 : 1), 1);
  if (kind === 'hsl')
    return { rgb: fromHsl(first, clamp(second, 100) / 100, clamp(third, 100) / 100), alpha };
  const scale = parts[0]?.endsWith('%') === true ? 2.55 : 1;
  return { rgb: [clamp(first * scale, 255), clamp(second * scale, 255), clamp(third * scale, 255)], alpha };
}

/** The colours that stand in a value beside other words. */
export function coloursIn(value: string): readonly Colour[] {
  const words = value.match(/(?:rgb|hsl)a?\([^()]*\)|#[0-9a-f]{3,8}\b|\b[a-z]+\b/gi) ?? [];
  return words.flatMap((word) => colourOf(word) ?? []);
}

/** How much one colour stands out from the other behind it, from 1 (not at all) to 21: the contrast of WCAG 2. */
export function contrast(front: Colour, behind: Colour): number {
  const mixed = over(front, behind);
  const [light, dark] = [luminance(mixed), luminance(behind)].toSorted((a, b) => b - a);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

/** What is seen of a colour that lies over another. */
export function over({ alpha, rgb }: Colour, behind: Colour): Colour {
  const mix = (at: 0 | 1 | 2): number => rgb[at] * alpha + behind.rgb[at] * (1 - alpha);
  return { rgb: [mix(0), mix(1), mix(2)], alpha: 1 };
}

function hexColour(hex: string): Colour {
  const full = hex.length <= 4 ? hex.replace(/./g, '$&$&') : hex;
  const at = (index: number): number => Number.parseInt(full.slice(index, index + 2), 16);
  return { rgb: [at(0), at(2), at(4)], alpha: full.length === 8 ? at(6) / 255 : 1 };
}

function fromHsl(hue: number, saturation: number, lightness: number): [number, number, number] {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const channel = (offset: number): number => {
    const turn = (((offset + hue / 30) % 12) + 12) % 12;
    return 255 * (lightness - reach * Math.max(-1, Math.min(turn - 3, 9 - turn, 1)));
  };
  return [channel(0), channel(8), channel(4)];
}

function luminance({ rgb }: Colour): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((value) => {
    const share = value / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function clamp(value: number, max: number): number {
  return Math.min(Math.max(value, 0), max);
}
