import { canonicalText, type Sha256 } from './canonical.ts';
import type { ToolSpec } from './skill-contract.ts';

/** What a success of a call stands for: calls of one kind earn leave for each other, and for no others. */
export interface KindOfCall {
  /** SHA-256 of the values that matter, hex; empty where all calls of the tool are one kind. */
  readonly hash: string;
  /** In words, for the person: what a standing permission would cover. */
  readonly covers: string;
}

/** Words in names of arguments that say whom or what a call reaches. */
const reachWords: ReadonlySet<string> = new Set(
  (
    'to cc bcc recipient recipients receiver receivers addressee addressees address addresses email emails mail phone phones tel ' +
    'contact contacts user users username member members assignee assignees account accounts iban payee beneficiary wallet ' +
    'channel channels chat room conversation group team url urls uri uris href link links endpoint webhook host hostname domain ' +
    'server origin ip port path paths file files filename folder directory dir destination dest target targets repo repository ' +
    'project branch bucket table database db id ids attachment attachments command cmd script query sql method action operation'
  ).split(' '),
);
const depthMax = 8;

/**
 * The kind of a call. Where an operator named the arguments that matter (`askPer`), those; with none of them the tool is one kind.
 * Else a tool that acts outside is judged by whom or what it reaches: its arguments with such names, at any depth, and its
 * commands; by all of its arguments where there are none. A tool of any other tier is one kind.
 */
export function kindOfCall(
  spec: Pick<ToolSpec, 'askPer' | 'gated' | 'name' | 'tier'>,
  args: Readonly<Record<string, unknown>>,
  sha256: Sha256,
): KindOfCall {
  const parts = partsOf(spec, args);
  if (parts === null) return { hash: '', covers: `${spec.name}, whatever its arguments` };
  const said = canonicalText(parts.values);
  return {
    hash: sha256(said),
    covers: parts.all
      ? `${spec.name} with exactly these arguments`
      : `${spec.name} with ${said}, whatever its other arguments`,
  };
}

function partsOf(
  { askPer, gated, tier }: Pick<ToolSpec, 'askPer' | 'gated' | 'tier'>,
  args: Readonly<Record<string, unknown>>,
): { values: Readonly<Record<string, unknown>>; all: boolean } | null {
  if (askPer !== undefined) return askPer.length === 0 ? null : { values: named(args, askPer), all: false };
  if (tier !== 'act') return null;
  const values = { ...reached(args, '', 0), ...named(args, gated.commandArguments) };
  return Object.keys(values).length === 0 ? { values: args, all: true } : { values, all: false };
}

function named(args: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    names.filter((name) => Object.hasOwn(args, name)).map((name) => [name, args[name]]),
  );
}

/** Arguments whose names say whom or what is reached, by path. */
function reached(value: object, path: string, depth: number): Record<string, unknown> {
  const found: [string, unknown][] = [];
  for (const [name, item] of Object.entries(value) as [string, unknown][]) {
    const place = path === '' ? name : `${path}.${name}`;
    if (wordsOf(name).some((word) => reachWords.has(word))) found.push([place, item]);
    else if (typeof item !== 'object' || item === null) continue;
    // Deeper than anybody looks: counted as it stands.
    else if (depth === depthMax) found.push([place, item]);
    else found.push(...Object.entries(reached(item, place, depth + 1)));
  }
  return Object.fromEntries(found);
}

function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
}
