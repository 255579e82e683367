import { canonicalText, type Sha256 } from './canonical.ts';
import type { ToolSpec } from './skill-contract.ts';

/** What a tool was when it was shown, part by part: hashes, but the tier, which is said in words. */
export interface ToolDefinition {
  readonly description: string;
  readonly schema: string;
  readonly tier: string;
  readonly hints: string;
  readonly settings: string;
}

const words = {
  description: 'its description',
  schema: 'the arguments that it takes',
  hints: 'what its server says of it',
  settings: 'the rules that it is judged by',
} as const;

/** The definition of a tool, under all that an operator and the agent's capabilities say of it. */
export function definitionOf(spec: ToolSpec, sha256: Sha256): ToolDefinition {
  const { askPer, gated, hints, idempotent, tier } = spec;
  // A server may change what no model is shown of it too.
  const { description = '', inputSchema } = spec.said ?? spec;
  const hash = (value: unknown): string => sha256(canonicalText(value));
  return {
    description: hash(description),
    schema: hash(inputSchema),
    tier,
    hints: hash(hints ?? {}),
    settings: hash([gated.known, gated.commandArguments, gated.patterns, idempotent, askPer ?? null]),
  };
}

/** One hash over a definition, 64 hex digits. */
export function definitionHashOf(definition: ToolDefinition, sha256: Sha256): string {
  return sha256(canonicalText(definition));
}

/** What changed from one definition to another, in words; empty when they are the same. */
export function definitionChanges(before: Partial<ToolDefinition>, now: ToolDefinition): string[] {
  const changed = Object.entries(words).flatMap(([part, word]) =>
    before[part as keyof typeof words] === now[part as keyof typeof words] ? [] : [word],
  );
  return before.tier === now.tier
    ? changed
    : [...changed, `its tier (${before.tier ?? 'unknown'} before, ${now.tier} now)`];
}
