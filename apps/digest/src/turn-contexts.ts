import { estimateTokens } from '@salience/context';
import type { ContextSnapshot } from '@salience/contracts';
import type { TurnContext } from '@salience/database';

/** What a turn's model calls saw, in order, as it is kept with the turn. */
export function turnContexts(snapshots: readonly ContextSnapshot[]): TurnContext[] {
  return snapshots.map((snapshot, call) => ({ ...snapshot, call, tokens: tokensOf(snapshot) }));
}

function tokensOf({ system, messages }: ContextSnapshot): number {
  const told = messages.map(({ content, calls = [], results = [] }) =>
    calls.length + results.length === 0 ? content : content + JSON.stringify([calls, results]),
  );
  return told.reduce((sum, text) => sum + estimateTokens(text), estimateTokens(system));
}
