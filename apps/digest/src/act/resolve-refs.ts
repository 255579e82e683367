import type { Plan } from '@salience/act';
import { idOfRef, type Refs, withFullIds } from '@salience/context';

/** The arguments of our own tools that name an item of the prompt. No other argument is touched: elsewhere `m3` may be a measure. */
const named: Readonly<Record<string, string>> = { recall: 'ids', schedule: 'reminder' };

/**
 * A plan with ids in full where the planner used short names: they hold for its prompt alone, and what is stored must mean the same to
 * whoever takes the run over.
 */
export function inFull<Given extends Plan>(plan: Given, refs: Refs): Given {
  const calls = plan.calls.map((call) => {
    const name = named[call.tool];
    const given = name === undefined || call.arguments === null ? undefined : call.arguments[name];
    if (name === undefined || given === undefined) return call;
    return { ...call, arguments: { ...call.arguments, [name]: idsIn(given, refs) } };
  });
  return { ...plan, text: withFullIds(plan.text, refs), calls };
}

function idsIn(given: unknown, refs: Refs): unknown {
  if (Array.isArray(given)) return given.map((one: unknown) => idsIn(one, refs));
  if (typeof given !== 'string') return given;
  // As it is written in the prompt, with its brackets, or without.
  return idOfRef(given.trim().replace(/^\[(.*)\]$/, '$1'), refs) ?? given;
}
