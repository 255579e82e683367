import { canonicalText, type Sha256 } from './canonical.ts';
import type { ToolSpec } from './skill-contract.ts';

/** A tool's definition as shown, part by part: hashes, except the tier, which is a word. */
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

/** The definition of a tool with the operator's and the capabilities' settings. */
export function definitionOf(spec: ToolSpec, sha256: Sha256): ToolDefinition {
  const { actsLater, askPer, gated, hints, idempotent, reads, tier } = spec;
  // A server may also change parts that no model is shown.
  const { description = '', inputSchema } = spec.said ?? spec;
  const hash = (value: unknown): string => sha256(canonicalText(value));
  return {
    description: hash(description),
    schema: hash(inputSchema),
    tier,
    hints: hash(hints ?? {}),
    settings: hash([
      gated.known,
      gated.commandArguments,
      gated.patterns,
      idempotent,
      askPer ?? null,
      ...(reads === undefined && actsLater === undefined ? [] : [{ reads, actsLater }]),
    ]),
  };
}

/** One hash over a definition, 64 hex digits. */
export function definitionHashOf(definition: ToolDefinition, sha256: Sha256): string {
  return sha256(canonicalText(definition));
}

/** The differences of two definitions, in words; empty if they are equal. */
export function definitionChanges(before: Partial<ToolDefinition>, now: ToolDefinition): string[] {
  const changed = Object.entries(words).flatMap(([part, word]) =>
    before[part as keyof typeof words] === now[part as keyof typeof words] ? [] : [word],
  );
  return before.tier === now.tier
    ? changed
    : [...changed, `its tier (${before.tier ?? 'unknown'} before, ${now.tier} now)`];
}
