import type { Flame } from './fold-profile.ts';

const width = 1_200;
const rowHeight = 17;
const headHeight = 44;
/** Narrower flames are not drawn. */
const widthMin = 1;
/** Below this width a name has no room. */
const nameMin = 40;
const colours: Readonly<Record<Flame['origin'], string>> = {
  ours: '#e07a3f',
  package: '#d9b44a',
  node: '#7fa3b5',
};

interface Box {
  readonly flame: Flame;
  readonly x: number;
  readonly row: number;
  readonly width: number;
}

/** The flame graph as SVG: callers below, callees above, width is time; hovering tells name, milliseconds and share. */
export function drawFlames(root: Flame, title: string): string {
  const scale = root.ms === 0 ? 0 : width / root.ms;
  const boxes = [...place(root, 0, 0, scale)];
  const rows = Math.max(...boxes.map((box) => box.row)) + 1;
  const height = headHeight + rows * rowHeight + 8;
  const legend = Object.entries({ ours: 'Salience', package: 'libraries', node: 'Node and native code' })
    .map(([origin, text], index) => {
      const x = width - 420 + index * 130;
      return `<rect x="${x}" y="14" width="12" height="12" fill="${colours[origin as Flame['origin']]}"/><text x="${x + 17}" y="24">${text}</text>`;
    })
    .join('');
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="ui-monospace, Menlo, monospace" font-size="11">`,
    `<rect width="${width}" height="${height}" fill="#fffaf2"/><text x="8" y="24" font-size="14">${escape(title)} (${Math.round(root.ms)} ms sampled)</text>${legend}`,
    ...boxes.map((box) => drawBox(box, root.ms, height)),
    '</svg>\n',
  ].join('\n');
}

function* place(flame: Flame, x: number, row: number, scale: number): Generator<Box> {
  const wide = flame.ms * scale;
  if (wide < widthMin) return;
  yield { flame, x, row, width: wide };
  let at = x;
  for (const callee of [...flame.callees.values()].sort((a, b) => b.ms - a.ms)) {
    yield* place(callee, at, row + 1, scale);
    at += callee.ms * scale;
  }
}

function drawBox({ flame, x, row, width: wide }: Box, total: number, height: number): string {
  const y = height - 4 - (row + 1) * rowHeight;
  const told = `${flame.name}: ${Math.round(flame.ms)} ms, ${((100 * flame.ms) / total).toFixed(1)} %`;
  const room = Math.floor((wide - 6) / 6.7);
  const name =
    wide < nameMin ? '' : flame.name.length > room ? `${flame.name.slice(0, room - 1)}…` : flame.name;
  const text = name === '' ? '' : `<text x="${(x + 3).toFixed(1)}" y="${y + 12}">${escape(name)}</text>`;
  return `<g><title>${escape(told)}</title><rect x="${x.toFixed(1)}" y="${y}" width="${wide.toFixed(1)}" height="${rowHeight - 1}" fill="${colours[flame.origin]}" rx="1"/>${text}</g>`;
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
