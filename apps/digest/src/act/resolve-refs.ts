import type { Plan } from '@salience/act';
import { idOfRef, type Refs, withFullIds } from '@salience/context';

/** Arguments of our own tools that name an item of the prompt. Others are not changed: elsewhere `m3` may be a measure. */
const named: Readonly<Record<string, string>> = { recall: 'ids', schedule: 'reminder' };

/**
 * A plan with full ids in place of refs: refs are valid in its prompt only, and stored steps must mean the same to a worker that
 * takes the run over.
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
  // As written in the prompt, with or without brackets.
  return idOfRef(given.trim().replace(/^\[(.*)\]$/, '$1'), refs) ?? given;
}
