import type { ApiClient } from '@salience/cli/client';
import { usageError } from '@salience/supervisor/home';
import { figure } from '../../intervals.ts';
import { type AskedQuestion, askQuestion } from './ask-questions.ts';
import { type MemoryReport, reportOf } from './report.ts';
import type { QuestionRow, TurnRow } from './rows.ts';
import { storeTurns } from './store-turns.ts';

/** What a measurement of memory search came to. */
export interface MemoryEvaluation {
  readonly asked: readonly AskedQuestion[];
  readonly metrics: MemoryReport & {
    readonly decision: 'memory';
    readonly turns: number;
    readonly stored: number;
    readonly storedMs: number;
    readonly searchMs: { readonly p50: number; readonly p95: number };
    /** Questions that were asked before a turn, and hits of theirs that had not been said yet: none unless the search is at fault. */
    readonly beforeTurn: { readonly questions: number; readonly laterHits: number };
  };
}

/**
 * Stores conversations through the write path and asks questions about them through the read path, each as it would be asked when
 * its conversation had ended, or before the turn that it names, and of that conversation alone. Throws `cli.usage` for a question about a conversation without turns.
 */
export async function evaluateMemory(
  client: ApiClient,
  input: {
    readonly lines: readonly string[];
    readonly turns: readonly TurnRow[];
    readonly questions: readonly QuestionRow[];
  },
): Promise<MemoryEvaluation> {
  const { conversations, summary } = await storeTurns(client, input.lines, input.turns);
  const asked: AskedQuestion[] = [];
  const times: number[] = [];
  for (const row of input.questions) {
    const conversation = conversations.get(row.conv);
    if (conversation === undefined) throw unknownConversation(row);
    const began = performance.now();
    asked.push(await askQuestion(client, row, conversation));
    times.push(performance.now() - began);
  }
  const stored = [...conversations.values()].reduce((sum, { turns }) => sum + turns.size, 0);
  times.sort((a, b) => a - b);
  const quantile = (share: number) => figure(times[Math.ceil(share * times.length) - 1] ?? 0);
  return {
    asked,
    metrics: {
      decision: 'memory',
      turns: input.turns.length,
      stored,
      storedMs: summary.remembered_ms,
      searchMs: { p50: quantile(0.5), p95: quantile(0.95) },
      beforeTurn: {
        questions: asked.filter(({ before_turn: turn }) => turn !== null).length,
        laterHits: asked.reduce((sum, { later_hits: hits }) => sum + hits, 0),
      },
      ...reportOf(asked),
    },
  };
}

/** Makes sure, before anything is started, that every question is about a conversation, and before a turn of it, that is there. */
export function requireConversations(turns: readonly TurnRow[], questions: readonly QuestionRow[]): void {
  const known = new Set(turns.map(({ conv }) => conv));
  const named = new Set(turns.map(keyOf));
  for (const row of questions) {
    if (!known.has(row.conv)) throw unknownConversation(row);
    const { before_turn: turn, conv, question } = row;
    if (turn === null || turn === undefined || named.has(keyOf({ conv, turn }))) continue;
    throw usageError(
      `"${question}" is asked before the turn ${turn} of ${conv}, which --turns does not have.`,
    );
  }
}

const keyOf = ({ conv, turn }: Pick<TurnRow, 'conv' | 'turn'>) => JSON.stringify([conv, turn]);

function unknownConversation({ conv, question }: QuestionRow): Error {
  return usageError(
    `"${question}" is about the conversation ${conv}, of which --turns has no turn. Give both files of the same conversations.`,
  );
}
