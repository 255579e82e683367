import type { ConsequenceTier } from '@salience/contracts';
import type { ToolSpec } from './skill-contract.ts';

type Arguments = Readonly<Record<string, unknown>>;

/** True for a call that its tool declares to only read. What the tool does not name does not. */
export function onlyReads({ reads }: Pick<ToolSpec, 'reads'>, args: Arguments): boolean {
  return Object.hasOwn(args, 'action') && reads?.actions.some((action) => action === args['action']) === true;
}

/** The tier of a call: that of reading calls if it only reads, else that of its tool. */
export function tierOfCall(spec: Pick<ToolSpec, 'reads' | 'tier'>, args: Arguments): ConsequenceTier {
  return spec.reads !== undefined && onlyReads(spec, args) ? spec.reads.tier : spec.tier;
}

/** True for a call by which the agent will act later, by itself. */
export function actsLater({ actsLater: values }: Pick<ToolSpec, 'actsLater'>, args: Arguments): boolean {
  return (
    values !== undefined &&
    Object.entries(values).every(([name, value]) => Object.hasOwn(args, name) && args[name] === value)
  );
}
