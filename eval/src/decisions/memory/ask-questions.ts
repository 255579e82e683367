import { memoryHitSchema, pageSchema } from '@salience/contracts';
import { measureRanking, type RankedTurn, type RetrievalFigures } from '@salience/memory';
import type { ApiClient } from '@salience/cli/client';
import { figure } from '../metrics.ts';
import type { QuestionRow, TurnRow } from './rows.ts';

/** A stored conversation: where it lies and what became of its turns. */
export interface StoredConversation {
  readonly thread: string;
  /** When its last turn was said, ISO 8601; undefined where the rows do not say. */
  readonly endedAt: string | undefined;
  /** Its turns by the exchanges that they became. */
  readonly turns: ReadonlyMap<string, TurnRow>;
  readonly sessionOf: ReadonlyMap<string, string>;
}

/** A hit as it is written to the output: a turn, its score, and each factor of it. */
export interface RankedAnswer extends RankedTurn {
  readonly score: number;
  readonly why: Readonly<Record<string, number>>;
}

/** A question with what the search found, best first, and what that is worth. */
export interface AskedQuestion {
  readonly id: string | null;
  readonly conv: string;
  readonly category: string;
  readonly question: string;
  readonly scored: boolean;
  readonly evidence: readonly string[];
  readonly evidence_sessions: readonly string[];
  readonly figures: RetrievalFigures;
  readonly ranked: readonly RankedAnswer[];
}

/** More than fit into the largest context that is judged. */
const hitsMax = 200;
const hitsSchema = pageSchema(memoryHitSchema).pick({ items: true });

/** Asks one question through the search route as it would be asked when its conversation ended. */
export async function askQuestion(
  client: ApiClient,
  row: QuestionRow,
  conversation: StoredConversation,
): Promise<AskedQuestion> {
  const parameters = new URLSearchParams({
    q: row.question,
    limit: String(hitsMax),
    kind: 'exchange',
    thread_id: conversation.thread,
    ...(conversation.endedAt === undefined ? {} : { at: conversation.endedAt }),
  });
  const { items } = await client.ask(`/memory/search?${parameters.toString()}`, hitsSchema);
  const ranked = items.flatMap(({ exchange_id: exchange, text, score, why }): RankedAnswer[] => {
    const known = exchange === null ? undefined : conversation.turns.get(exchange);
    if (known === undefined) return [];
    const { turn, session, speaker } = known;
    return [{ turn, session, chars: `${speaker}: ${text}`.length, score: figure(score), why: rounded(why) }];
  });
  const sessions = [...new Set(row.evidence.flatMap((turn) => conversation.sessionOf.get(turn) ?? []))];
  return {
    id: row.id ?? null,
    conv: row.conv,
    category: row.category,
    question: row.question,
    scored: row.scored && row.evidence.length > 0,
    evidence: row.evidence,
    evidence_sessions: sessions,
    figures: measureRanking(ranked, { turns: row.evidence, sessions }),
    ranked,
  };
}

function rounded(why: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(why).map(([name, value]) => [name, figure(value)]));
}
