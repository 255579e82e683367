import type { CpuProfile } from '../flame-graph/fold-profile.ts';

/** A stretch of the monotonic clock, in microseconds. */
export interface Window {
  readonly from: number;
  readonly to: number;
}

/** The functions of a profile by their own time in a window, the hottest first, and the same by package. Idle time is left out. */
export function hottest(
  profile: CpuProfile & { readonly startTime: number },
  { from, to }: Window,
  limit: number,
) {
  const ownMs = new Map<number, number>();
  let at = profile.startTime;
  for (const [index, id] of profile.samples.entries()) {
    const delta = profile.timeDeltas[index] ?? 0;
    at += delta;
    if (at >= from && at <= to) ownMs.set(id, (ownMs.get(id) ?? 0) + delta / 1_000);
  }
  const functions = new Map<string, { name: string; place: string; ms: number }>();
  const packages = new Map<string, number>();
  for (const { callFrame, id } of profile.nodes) {
    const ms = ownMs.get(id) ?? 0;
    const { functionName, lineNumber, url } = callFrame;
    if (ms === 0 || functionName === '(idle)') continue;
    const place = `${shortened(url)}:${lineNumber + 1}`;
    const known = functions.get(`${functionName} ${place}`);
    if (known) known.ms += ms;
    else functions.set(`${functionName} ${place}`, { name: functionName || '(anonymous)', place, ms });
    const home = packageOf(url) ?? (functionName.startsWith('(') ? functionName : 'node');
    packages.set(home, (packages.get(home) ?? 0) + ms);
  }
  return {
    functions: largest([...functions.values()], limit),
    packages: largest(
      [...packages].map(([name, ms]) => ({ name, ms })),
      limit,
    ),
  };
}

function largest<T extends { readonly ms: number }>(items: readonly T[], limit: number): T[] {
  return items.toSorted((a, b) => b.ms - a.ms).slice(0, limit);
}

function shortened(url: string): string {
  return url
    .replace(/^file:\/\//u, '')
    .replace(/^.*\/(?:node_modules\/\.pnpm\/[^/]+\/node_modules|packages|apps)\//u, '');
}

/** The package that a file belongs to; undefined for Node's own. */
function packageOf(url: string): string | undefined {
  if (url === '' || url.startsWith('node:')) return undefined;
  const installed = /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules\/)/u.exec(url)?.[1];
  return installed ?? /\/((?:packages\/(?:[a-z]+\/)?|apps\/)[^/]+)\/src\//u.exec(url)?.[1] ?? 'other';
}
