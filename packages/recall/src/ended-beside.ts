import type { Database } from '@salience/database';
import {
  type FindMemories,
  findMemories,
  type FoundMemories,
  type LatestStatements,
} from '@salience/database/recall';
import type { EndedStatement } from '@salience/memory';
import type { RecallQuestion } from './question.ts';
import type { SearchedMemory } from './read-memory.ts';

/** What is asked of what had ended, and what is known of it. */
export interface EndedAsk extends Pick<FindMemories, 'latest' | 'rests'> {
  /** What ended last, as the process holds it. */
  readonly held: LatestStatements | undefined;
}

/**
 * What must be asked of what had ended. Where nothing that is shown rests on an exchange that said something that ended, only what ended last
 * is wanted, and that is asked for once.
 */
export function askForEnded(
  { ended, latestEnded, words }: SearchedMemory,
  shown: Parameters<SearchedMemory['ended']['rests']>[0],
  { asOf, at }: Pick<RecallQuestion, 'asOf' | 'at'>,
): EndedAsk {
  if (!ended.hasEnded) return { held: undefined };
  const rests = ended.rests(shown, (id) => words.row(id)?.turnId);
  if (rests.length > 0 || asOf !== undefined) return { rests, held: undefined };
  const held = latestEnded.at(at);
  // That one of several traits is gone is not written anywhere.
  if (held?.traits.length === 0) return { held };
  return { latest: { traits: held?.traits }, held };
}

/** What had ended beside what was loaded; null for nothing. Asks once more where that which came beside it rests on such an exchange. */
export async function endedBeside(
  db: Database,
  { ended, words }: SearchedMemory,
  loaded: FoundMemories,
  { agentId, at, held, rests }: EndedAsk & Pick<RecallQuestion, 'agentId' | 'at'>,
): Promise<readonly EndedStatement[] | null> {
  if (rests !== undefined) return loaded.ended;
  const latest = loaded.latest ?? held;
  if (latest === undefined) return null;
  const sources = loaded.more.map(({ source }) => ({ id: source, kind: 'exchange' }));
  if (ended.rests(sources, (id) => words.row(id)?.turnId).length === 0) return latest.statements;
  return (await findMemories(db, { agentId, at, found: [], rests: loaded.more })).ended;
}
