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
  const indexes = new Map(
    [...conversations].map(([conv, rows]) => [
      conv,
      new Bm25(rows.map((row) => ({ item: row, words: contentWords(`${row.speaker}: ${spoken(row)}`) }))),
    ]),
  );
  return questions.flatMap((row): AnsweredQuestion[] => {
    const index = indexes.get(row.conv);
    if (index === undefined) return [];
    const ranked = index.rank(contentWords(row.question)).map((turn) => ({
      turn: turn.turn,
      session: turn.session,
      chars: `${turn.speaker}: ${spoken(turn)}`.length,
    }));
    const sessions = new Set(
      (conversations.get(row.conv) ?? [])
        .filter(({ turn }) => row.evidence.includes(turn))
        .map(({ session }) => session),
    );
    const { conv, category, question, evidence } = row;
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
