import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A script of bench/ or test/long/. */
export interface Bench {
  readonly name: string;
  /** The first sentence of its opening comment. */
  readonly about: string;
  /** The whole of that comment: what it measures and how it is called. */
  readonly usage: string;
  readonly script: string;
}

/** The scripts of these folders by name; undefined when none of the folders is there. */
export function findBenches(folders: readonly string[]): Bench[] | undefined {
  const there = folders.filter((folder) => existsSync(folder));
  if (there.length === 0) return undefined;
  return there.flatMap(benchesIn).sort((a, b) => (a.name < b.name ? -1 : 1));
}

function benchesIn(folder: string): Bench[] {
  const names = readdirSync(folder)
    .filter((file) => /^[a-z0-9-]+\.ts$/.test(file))
    .map((file) => file.slice(0, -'.ts'.length));
  return names.map((name) => {
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
