import { readFileSync } from 'node:fs';
import type { RankedTurn, RetrievalFigures } from '@salience/memory';

/** A turn of a conversation. */
export interface TurnRow {
  readonly conv: string;
  readonly session: string;
  readonly turn: string;
  readonly speaker: string;
  readonly text: string;
  /** Of a picture that was sent along. */
  readonly caption?: string;
}

/** A question and the turns that answer it. */
export interface QuestionRow {
  readonly id?: string;
  readonly conv: string;
  readonly question: string;
  readonly category: string;
  readonly evidence: readonly string[];
  readonly scored: boolean;
  /** Asked before this turn was said. */
  readonly before_turn?: string | null;
}

/** A question with a ranking of its conversation's turns and what that is worth, as `salience eval memory` writes it. */
export interface AnsweredQuestion {
  readonly conv: string;
  readonly category: string;
  readonly question: string;
  readonly scored: boolean;
  readonly evidence: readonly string[];
  readonly evidence_sessions: readonly string[];
  readonly figures: RetrievalFigures;
  readonly ranked: readonly (RankedTurn & { readonly why?: Readonly<Record<string, number>> })[];
}

/** Reads JSON lines. Throws for a line that is no JSON. */
export function readJsonLines<T>(file: string): T[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as T);
}

/** What a turn says, as it is stored too. */
export function spoken({ text, caption }: TurnRow): string {
  return caption ? `${text} [photo: ${caption}]` : text;
}
