import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A script of bench/. */
export interface Bench {
  readonly name: string;
  /** The first sentence of its opening comment. */
  readonly about: string;
  /** The whole of that comment: what it measures and how it is called. */
  readonly usage: string;
  readonly script: string;
}

/** The scripts of a bench folder by name; undefined when there is no such folder. */
export function findBenches(folder: string): Bench[] | undefined {
  if (!existsSync(folder)) return undefined;
  const names = readdirSync(folder)
    .filter((file) => /^[a-z0-9-]+\.ts$/.test(file) && !file.endsWith('.test.ts'))
    .map((file) => file.slice(0, -'.ts'.length));
  return names.sort().map((name) => {
    const usage = openingComment(readFileSync(join(folder, `${name}.ts`), 'utf8'));
    const about = /^.*?[.?](?=\s|$)/.exec(usage)?.[0] ?? usage;
    return { name, about, usage, script: scriptOf(folder, name) };
  });
}

/** A bench with special requirements has a folder with a run.mjs, which prepares them. */
function scriptOf(folder: string, name: string): string {
  const prepared = join(folder, name, 'run.mjs');
  return existsSync(prepared) ? prepared : join(folder, `${name}.ts`);
}

function openingComment(source: string): string {
  const lines: string[] = [];
  for (const line of source.split('\n')) {
    if (!line.startsWith('//')) break;
    lines.push(line.slice(2).trim());
  }
  return lines.join(' ');
}
