import { PersonSearch } from '@salience/memory';
import { spokenLife } from './spoken-of.ts';

/** What the rules that forget a person would do to made-up lives. */
export interface ForgettingFigures {
  readonly lives: number;
  /** Turns about the person. */
  readonly about: number;
  /** Those of them that would stay, at most 50. */
  readonly missed: readonly string[];
  /** Other turns. */
  readonly rest: number;
  /** Those of them that would go. */
  readonly lost: readonly string[];
}

/** Reads lives as forgetting does, without a database. The same seed gives the same figures. */
export function measureForgetting(options: {
  readonly lives: number;
  readonly lines: number;
  readonly seed: number;
}): ForgettingFigures {
  const missed: string[] = [];
  const lost: string[] = [];
  let about = 0;
  let rest = 0;
  for (let n = 0; n < options.lives; n += 1) {
    const { lines, name } = spokenLife(options.seed + n, options.lines);
    const turns = lines.map(({ text, thread }, at) => ({
      id: String(at),
      threadId: thread,
      at: at * 60_000,
      speaker: null,
      message: text,
      reply: null,
    }));
    const search = new PersonSearch({ name });
    for (const turn of turns) search.learn(turn);
    search.settle();
    const threads = [...new Set(turns.map(({ threadId }) => threadId))];
    const judged = threads.flatMap((thread) =>
      search.judge(turns.filter(({ threadId }) => threadId === thread)),
    );
    const gone = new Set(judged.filter((one) => one.gone).map(({ id }) => id));
    for (const [at, { isAbout, text }] of lines.entries()) {
      if (isAbout) about += 1;
      else rest += 1;
      if (isAbout && !gone.has(String(at))) missed.push(text);
      if (!isAbout && gone.has(String(at))) lost.push(text);
    }
  }
  return { lives: options.lives, about, missed: missed.slice(0, 50), rest, lost };
}
