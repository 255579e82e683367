import type { ToolSpec } from '@salience/act';
import { type ConsequenceTier, consequenceTiers } from '@salience/contracts';
import { type Capability, gatedTools } from '@salience/safety';

/**
 * Applies the agent's capabilities to a tool: they can add patterns and commands and raise the tier of all of its calls,
 * those that only read too, never lower it.
 */
export function withCapabilities(spec: ToolSpec, capabilities: readonly Capability[]): ToolSpec {
  const named = capabilities.filter(({ tools }) => tools.some(({ name }) => name === spec.name));
  if (named.length === 0) return spec;
  const gates = named.flatMap(gatedTools).filter(({ name }) => name === spec.name);
  const tiers = named.flatMap(({ tools }) =>
    tools.filter(({ name }) => name === spec.name).map(({ tier }) => tier),
  );
  const least = Math.max(...tiers.map((tier) => (tier === null ? 0 : consequenceTiers.indexOf(tier))));
  const raised = (tier: ConsequenceTier): ConsequenceTier =>
    consequenceTiers[Math.max(least, consequenceTiers.indexOf(tier))] ?? tier;
  return {
    ...spec,
    tier: raised(spec.tier),
    ...(spec.reads && { reads: { ...spec.reads, tier: raised(spec.reads.tier) } }),
    gated: {
      ...spec.gated,
      patterns: [...spec.gated.patterns, ...gates.flatMap(({ patterns }) => patterns)],
      commandArguments: [
        ...new Set([
          ...spec.gated.commandArguments,
          ...gates.flatMap(({ commandArguments }) => commandArguments),
        ]),
      ],
    },
  };
}
