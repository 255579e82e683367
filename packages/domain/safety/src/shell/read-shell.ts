import { Budget } from './budget.ts';
import { ScriptReader } from './script-reader.ts';
import type { Script } from './syntax.ts';
import type { Variables } from './variables.ts';

/**
 * Reads a text as a shell would, without running anything. Never throws; time and memory grow with the text's length,
 * whatever it holds. `budget` carries the bounds over texts inside of texts.
 */
export function readShell(
  text: string,
  budget: Budget = new Budget(),
  variables: Variables = new Map(),
): Script {
  return new ScriptReader(text, budget, variables, [], new Set()).read();
}
