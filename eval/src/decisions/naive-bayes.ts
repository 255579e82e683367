/** A text with its right answer. */
export interface LabelledText {
  readonly text: string;
  readonly gold: string;
}

/** Parts that the rows are cut into; each is decided by what the others teach. */
const folds = 5;

/**
 * What a multinomial naive Bayes says of each row, learned from the other four fifths of the same rows: every fifth row is left out in turn. `smoothing`: what every word counts as seen
 * beforehand, above 0. It knows words and the marks ? and !.
 */
export function bayesInFolds(rows: readonly LabelledText[], smoothing: number): string[] {
  const taught = rows.map(({ gold, text }): Taught => ({ gold, words: wordsOf(text) }));
  const models = Array.from({ length: folds }, (_, fold) =>
    learn(
      taught.filter((_one, n) => n % folds !== fold),
      smoothing,
    ),
  );
  return taught.map(({ words }, n) => models[n % folds]?.(words) ?? '');
}

interface Taught {
  readonly gold: string;
  readonly words: readonly string[];
}

interface Known {
  rows: number;
  words: number;
  readonly counts: Map<string, number>;
}

function learn(rows: readonly Taught[], smoothing: number): (words: readonly string[]) => string {
  const classes = new Map<string, Known>();
  const vocabulary = new Set<string>();
  for (const { gold, words } of rows) {
    const known = classes.get(gold) ?? { rows: 0, words: 0, counts: new Map<string, number>() };
    classes.set(gold, known);
    known.rows += 1;
    known.words += words.length;
    for (const word of words) {
      vocabulary.add(word);
      known.counts.set(word, (known.counts.get(word) ?? 0) + 1);
    }
  }
  return (words) =>
    likeliest(
      classes,
      words.filter((word) => vocabulary.has(word)),
      smoothing,
      vocabulary.size,
    );
}

function likeliest(
  classes: ReadonlyMap<string, Known>,
  words: readonly string[],
  smoothing: number,
  size: number,
): string {
  let [best, bestScore] = ['', Number.NEGATIVE_INFINITY];
  for (const [name, known] of classes) {
    const below = Math.log(known.words + smoothing * size);
    let score = Math.log(known.rows);
    for (const word of words) score += Math.log((known.counts.get(word) ?? 0) + smoothing) - below;
    if (score > bestScore) [best, bestScore] = [name, score];
  }
  return best;
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}']+|[?!]/gu) ?? [];
}
