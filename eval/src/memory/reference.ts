import { measureRanking } from '@salience/memory';
import { Bm25 } from './bm25.ts';
import { type AnsweredQuestion, type QuestionRow, spoken, type TurnRow } from './rows.ts';
import { contentWords } from './words.ts';

/**
 * The reference: plain BM25 over the turns of each conversation, stop words dropped, light stemming, the speaker's name in the
 * text. Questions of conversations without turns are left out.
 */
export function answerByWords(
  turns: readonly TurnRow[],
  questions: readonly QuestionRow[],
): AnsweredQuestion[] {
  const conversations = Map.groupBy(turns, ({ conv }) => conv);
  const indexes = new Map<string, Bm25<TurnRow>>();
  const indexOf = (key: string, rows: readonly TurnRow[]): Bm25<TurnRow> => {
    const known = indexes.get(key);
    if (known !== undefined) return known;
    const made = new Bm25(
      rows.map((row) => ({ item: row, words: contentWords(`${row.speaker}: ${spoken(row)}`) })),
    );
    indexes.set(key, made);
    return made;
  };
  return questions.flatMap((row): AnsweredQuestion[] => {
    const conversation = conversations.get(row.conv);
    if (conversation === undefined) return [];
    const before = row.before_turn ?? null;
    const rows = before === null ? conversation : turnsBefore(conversation, before);
    const index = indexOf(JSON.stringify([row.conv, before]), rows);
    const ranked = index.rank(contentWords(row.question)).map((turn) => ({
      turn: turn.turn,
      session: turn.session,
      chars: `${turn.speaker}: ${spoken(turn)}`.length,
    }));
    const gold = rows.filter(({ turn }) => row.evidence.includes(turn));
    const sessions = new Set(gold.map(({ session }) => session));
    const { conv, category, question } = row;
    // What is said later is no evidence yet.
    const evidence = row.evidence.filter((turn) => before === null || gold.some((one) => one.turn === turn));
    return [
      {
        conv,
        category,
        question,
        evidence,
        evidence_sessions: [...sessions],
        scored: row.scored && evidence.length > 0,
        figures: measureRanking(ranked, { turns: evidence, sessions: [...sessions] }),
        ranked,
      },
    ];
  });
}

/** What was said before a turn. */
function turnsBefore(turns: readonly TurnRow[], before: string): TurnRow[] {
  const place = turns.findIndex(({ turn }) => turn === before);
  if (place < 0) throw new Error(`There is no turn ${before} to ask before.`);
  return turns.slice(0, place);
}
