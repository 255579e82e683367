import { memoryHitSchema, pageSchema } from '@salience/contracts';
import { measureRanking, type RankedTurn, type RetrievalFigures } from '@salience/memory';
import type { ApiClient } from '@salience/cli/client';
import { figure } from '../../intervals.ts';
import type { QuestionRow, TurnRow } from './rows.ts';

/** A stored conversation: where it lies and what became of its turns. */
export interface StoredConversation {
  readonly thread: string;
  /** When its last turn was said, ISO 8601; undefined where the rows do not say. */
  readonly endedAt: string | undefined;
  /** Its turns by the exchanges that they became. */
  readonly turns: ReadonlyMap<string, TurnRow>;
  /** The session of every turn of the rows, in their order. */
  readonly sessionOf: ReadonlyMap<string, string>;
  /** When its turns were said, ISO 8601; without those that had no words. */
  readonly saidAt: ReadonlyMap<string, string>;
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
  /** The turn that was about to be said; null where the conversation had ended. */
  readonly before_turn: string | null;
  /** Hits that had not been said yet; one would be a fault of the search. */
  readonly later_hits: number;
  readonly evidence: readonly string[];
  readonly evidence_sessions: readonly string[];
  readonly figures: RetrievalFigures;
  readonly ranked: readonly RankedAnswer[];
}

/** More than fit into the largest context that is judged. */
const hitsMax = 200;
const hitsSchema = pageSchema(memoryHitSchema).pick({ items: true });

/** Asks one question through the search route as it would be asked when its conversation ended, or before one of its turns was said. */
export async function askQuestion(
  client: ApiClient,
  row: QuestionRow,
  conversation: StoredConversation,
): Promise<AskedQuestion> {
  const before = row.before_turn ?? null;
  const earlier = turnsBefore(conversation, before);
  const isKnown = (turn: string) => earlier?.has(turn) ?? true;
  const parameters = new URLSearchParams({
    q: row.question,
    limit: String(hitsMax),
    kind: 'exchange',
    thread_id: conversation.thread,
    ...askedAt(conversation, before),
  });
  const { items } = await client.ask(`/memory/search?${parameters.toString()}`, hitsSchema);
  const ranked = items.flatMap(({ exchange_id: exchange, text, score, why }): RankedAnswer[] => {
    const known = exchange === null ? undefined : conversation.turns.get(exchange);
    if (known === undefined) return [];
    const { turn, session, speaker } = known;
    return [{ turn, session, chars: `${speaker}: ${text}`.length, score: figure(score), why: rounded(why) }];
  });
  // What is said later is no evidence yet.
  const evidence = row.evidence.filter(isKnown);
  const sessions = [...new Set(evidence.flatMap((turn) => conversation.sessionOf.get(turn) ?? []))];
  return {
    id: row.id ?? null,
    conv: row.conv,
    category: row.category,
    question: row.question,
    scored: row.scored && evidence.length > 0,
    before_turn: before,
    later_hits: ranked.filter(({ turn }) => !isKnown(turn)).length,
    evidence,
    evidence_sessions: sessions,
    figures: measureRanking(ranked, { turns: evidence, sessions }),
    ranked,
  };
}

/** When the question is asked: before a turn nothing is known of what was said at its time or later. */
function askedAt({ endedAt, saidAt, sessionOf }: StoredConversation, before: string | null) {
  if (before !== null) {
    const turns = [...sessionOf.keys()];
    // A turn without words was not said; what comes next was.
    const next = turns.slice(turns.indexOf(before)).find((turn) => saidAt.has(turn));
    const at = next === undefined ? undefined : saidAt.get(next);
    if (at !== undefined) return { as_of: new Date(Date.parse(at) - 1).toISOString() };
  }
  return endedAt === undefined ? {} : { at: endedAt };
}

/** The turns before one, in the order of the rows; undefined for all. */
function turnsBefore(
  { sessionOf }: StoredConversation,
  before: string | null,
): ReadonlySet<string> | undefined {
  if (before === null) return undefined;
  const turns = [...sessionOf.keys()];
  return new Set(turns.slice(0, turns.indexOf(before)));
}

function rounded(why: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(why).map(([name, value]) => [name, figure(value)]));
}
