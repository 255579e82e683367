import { estimateTokens, relevanceTo } from '@salience/context';
import type { ToolSpec } from './skill-contract.ts';

/** Tokens that a provider's form puts around a tool. */
const formTokens = 12;

/** The tools of one planner's call. */
export interface OfferedTools<Spec extends Offerable = ToolSpec> {
  /** In the order in which they were given. */
  readonly tools: readonly Spec[];
  /** Names of those that there was no room for. */
  readonly left: readonly string[];
  /** What the offered ones take, in tokens. */
  readonly tokens: number;
}

type Offerable = Pick<ToolSpec, 'description' | 'inputSchema' | 'name'>;

/**
 * The tools that `tokensMax` has room for: first those named in `keep`, then those whose names and descriptions speak most of `about`,
 * of equals the first. Deterministic; with room for all of them, all of them.
 */
export function offeredTools<Spec extends Offerable>(
  specs: readonly Spec[],
  {
    about,
    keep,
    tokensMax,
  }: { readonly about: string; readonly keep: ReadonlySet<string>; readonly tokensMax: number },
): OfferedTools<Spec> {
  const sizes = specs.map(tokensOf);
  const all = sizes.reduce((sum, size) => sum + size, 0);
  if (all <= tokensMax) return { tools: specs, left: [], tokens: all };
  const relevance = relevanceTo(
    about,
    specs.map(({ description, name }) => `${name.replaceAll(/[_-]+/g, ' ')} ${description}`),
  );
  const rank = (at: number) => (keep.has(specs[at]?.name ?? '') ? 1 : 0);
  const byRank = specs
    .map((_, at) => at)
    .toSorted((a, b) => rank(b) - rank(a) || (relevance[b] ?? 0) - (relevance[a] ?? 0) || a - b);
  const chosen = new Set<number>();
  let tokens = 0;
  for (const at of byRank) {
    const size = sizes[at] ?? 0;
    if (tokens + size > tokensMax) continue;
    chosen.add(at);
    tokens += size;
  }
  return {
    tools: specs.filter((_, at) => chosen.has(at)),
    left: specs.filter((_, at) => !chosen.has(at)).map(({ name }) => name),
    tokens,
  };
}

/** The tokens of a tool as a provider is sent it. */
function tokensOf({ description, inputSchema, name }: Offerable): number {
  return formTokens + estimateTokens(JSON.stringify({ name, description, parameters: inputSchema }));
}
