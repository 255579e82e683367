import { promptChunk, promptExchange } from '@salience/context';
import type { AgentId } from '@salience/contracts';
import type { StretchRow, ToldExchange } from '@salience/database/remembering';
import { areUntold } from '@salience/memory';
import type { Models } from '@salience/models';
import { askRole, decideFailure } from '@salience/runtime';
import { areOverheard, type TellDeps } from './tell-stretch.ts';

/** What one call works with. */
export interface OneCallDeps extends Omit<TellDeps, 'models'> {
  readonly models: Pick<Models, 'describe' | 'stretch'>;
}

/**
 * A stretch with its episode and its concepts, which one call proposes where they did not come with its chunks. The row as it is where no
 * model is needed (offline, and for exchanges that tell nothing or that nobody answered), and where the answer cannot be used: then each
 * role is asked by itself. Throws as the model does while it is away.
 */
export async function toldInOneCall(
  deps: OneCallDeps,
  agentId: AgentId,
  row: StretchRow,
  signal: AbortSignal,
): Promise<StretchRow> {
  const { exchanges, known, proposal } = row;
  if (proposal !== null || deps.models.describe('stretch').offline) return row;
  if (areUntold(exchanges) || areOverheard(exchanges)) return row;
  const input = {
    exchanges: exchanges.map((exchange) => ({ ...promptExchange(exchange), noted: promptChunk(exchange) })),
    neighbours: [],
    worldState: [],
    concepts: known,
    whole: true,
  };
  const { threadId } = exchanges[0] as ToldExchange;
  try {
    const { object, model } = await askRole(deps, 'stretch', input, { agentId, threadId, signal });
    const { concepts, episode, relations } = object;
    return { ...row, proposal: { episode, concepts, relations, model } };
  } catch (error) {
    if (signal.aborted || decideFailure(error, { attempt: 1, attemptsMax: 2 }).action !== 'bury') throw error;
    return row;
  }
}
