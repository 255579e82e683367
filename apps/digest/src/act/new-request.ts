import { argumentsHashOf, definitionHashOf, definitionOf, ruledStep, type ToolSpec } from '@salience/act';
import type { ActionRuling, ActStep } from '@salience/contracts';
import { type NewApproval, newId } from '@salience/database';
import { sha256 } from './sha256.ts';

/** A step that asks, with the request that it makes. */
export interface Asked {
  readonly step: ActStep;
  readonly request: NewApproval;
}

/**
 * A step that asks for a yes to exactly this call of exactly this tool: what was shown is kept by its hashes, and what runs is held
 * to them when the answer is taken up. `call.spec` is the tool under all that operator and capabilities say of it.
 */
export function newRequest(
  step: ActStep,
  ruling: ActionRuling,
  { args, spec }: { readonly args: Readonly<Record<string, unknown>>; readonly spec: ToolSpec },
  at: { readonly now: Date; readonly waitMs: number },
): Asked {
  const id = newId('approval', at.now.getTime());
  const definition = definitionOf(spec, sha256);
  return {
    step: ruledStep({ ...step, retryAt: null }, ruling, at.now, id),
    request: {
      id,
      n: step.n,
      tool: spec.name,
      arguments: args,
      argumentsHash: argumentsHashOf(spec.name, args, sha256),
      definition: { ...definition },
      definitionHash: definitionHashOf(definition, sha256),
      reason: ruling.reason,
      tier: ruling.effectiveTier,
      expiresAt: new Date(at.now.getTime() + at.waitMs),
    },
  };
}
