import { argumentsHashOf, definitionHashOf, definitionOf, ruledStep, type ToolSpec } from '@salience/act';
import type { ActionRuling, ActStep } from '@salience/contracts';
import { newId } from '@salience/database';
import { type NewApproval } from '@salience/database/acting';
import { sha256 } from '../sha256.ts';

/** A step that asks, with its approval. */
export interface Asked {
  readonly step: ActStep;
  readonly request: NewApproval;
}

/**
 * A step that asks for approval of exactly this call of exactly this tool: hashes of what was shown are stored, and checked again
 * before it runs. `call.spec` is the tool with the operator's and the capabilities' settings.
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
      reason: ruling.asked?.because ?? ruling.reason,
      tier: ruling.effectiveTier,
      expiresAt: new Date(at.now.getTime() + at.waitMs),
    },
  };
}
