import type { ToolSpec } from '@salience/act';
import { consequenceTiers } from '@salience/contracts';
import { type Capability, gatedTools } from '@salience/safety';

/** The tool under what the agent's capabilities say of it: they add patterns and commands and raise its tier, never less. */
export function guarded(spec: ToolSpec, capabilities: readonly Capability[]): ToolSpec {
  const told = capabilities.filter(({ tools }) => tools.some(({ name }) => name === spec.name));
  if (told.length === 0) return spec;
  const gates = told.flatMap(gatedTools).filter(({ name }) => name === spec.name);
  const tiers = told.flatMap(({ tools }) =>
    tools.filter(({ name }) => name === spec.name).map(({ tier }) => tier),
  );
  const rank = Math.max(
    ...[spec.tier, ...tiers].map((tier) => (tier === null ? 0 : consequenceTiers.indexOf(tier))),
  );
  return {
    ...spec,
    tier: consequenceTiers[rank] ?? spec.tier,
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
