import type { ToolSpec } from '@salience/act';
import type { ToolCall } from '@salience/contracts';
import { leavesOf } from '@salience/safety';

/**
 * What a call says in words of its own: everything in its arguments but what its tool names itself, as its modes and its fields; null
 * where that is too much to be looked through.
 */
export function saidBy({ arguments: args, tool }: ToolCall, spec: ToolSpec | undefined): string[] | null {
  if (args === null) return [tool];
  const leaves = leavesOf(args);
  if (leaves === null) return null;
  const named = JSON.stringify(spec?.inputSchema ?? {});
  const texts = leaves.map(({ text }) => text.trim()).filter((text) => text !== '' && !named.includes(text));
  return [...new Set(spec === undefined ? [tool, ...texts] : texts)];
}
