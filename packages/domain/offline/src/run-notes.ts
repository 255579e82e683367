import { capText, splitSentences } from '@salience/language';
import type { CompactPromptInput } from '@salience/context';
import type { RunNotes } from '@salience/contracts';

const noteChars = 1_200;
const resultChars = 160;

/**
 * The notes of a run's earlier steps without a model: what the summary before said, then the first sentence of each result, the newest
 * first to stay. What is left to do is not known, so the request stands for it. Always fits its schema.
 */
export function noteSteps({ calls, earlier, words }: CompactPromptInput): RunNotes {
  const found = calls.map(
    ({ outcome, text, tool }) => `${tool} ${outcome}: ${capText(splitSentences(text)[0] ?? '', resultChars)}`,
  );
  return {
    progress: newestWithin(found, noteChars),
    remaining: '',
    data: earlier === null ? '' : capText(earlier.text, noteChars),
    decisions: capText(words.join(' '), noteChars),
  };
}

function newestWithin(lines: readonly string[], chars: number): string {
  const kept: string[] = [];
  let room = chars;
  for (const line of lines.toReversed()) {
    room -= line.length + 2;
    if (room < 0) break;
    kept.unshift(line);
  }
  return kept.join('; ');
}
