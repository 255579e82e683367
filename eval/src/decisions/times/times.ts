import { type DueReading, loadReadDue } from '@salience/due-times';
import { z } from 'zod';
import type { Evaluator } from '../evaluator.ts';
import { weightedMean, withIntervals } from '../../intervals.ts';
import { verdictOf, type Verdict } from './verdict.ts';

const rowSchema = z.object({
  id: z.string().optional(),
  text: z.string(),
  /** Now, on the clock of the zone. */
  reference: z.string(),
  zone: z.string().optional(),
  kind: z.string().optional(),
  /** Every time or day that is right; null where none is to be read. */
  due: z.array(z.string()).nullable(),
});

/** What becomes of a row that has a due time to read. */
const scoredVerdicts = ['right', 'wrong', 'asked', 'unread'] as const;

interface Prediction {
  readonly id: string | null;
  readonly text: string;
  readonly kind: string | null;
  readonly due: readonly string[] | null;
  readonly read: string | null;
  readonly why: string | null;
  readonly verdict: Verdict;
}

/** What is read of when something is due. Kinds other than "none" without a due time are not scored. */
async function evalTimes(
  rows: readonly unknown[],
): Promise<{ predictions: readonly Prediction[]; metrics: object }> {
  const readDue = await loadReadDue();
  const predictions = rows.map((value): Prediction => {
    const { due, id, kind, reference, text, zone } = rowSchema.parse(value);
    // Rows without a zone give a wall time: then the clock of UTC shows it.
    const reading = readDue(text, {
      now: new Date(`${reference.replace(' ', 'T').replace(/Z$/, '')}Z`),
      zone: zone ?? 'UTC',
      language: 'en',
    });
    const read = readTime(reading);
    const verdict = verdictOf({ due, isNone: kind === 'none', now: reference, read, said: reading.kind });
    return {
      id: id ?? null,
      text,
      kind: kind ?? null,
      due,
      read: read ?? null,
      why: reading.kind === 'unclear' ? reading.why : null,
      verdict,
    };
  });
  const count = (verdict: Verdict) => predictions.filter((one) => one.verdict === verdict).length;
  const [right, wrong, asked, unread] = scoredVerdicts.map(count);
  const isScored = ({ verdict }: Prediction) => scoredVerdicts.some((name) => name === verdict);
  const judged = predictions.filter(isScored);
  const are = (name: Verdict) => Uint8Array.from(judged, ({ verdict }) => (verdict === name ? 1 : 0));
  const [areRight, areWrong] = [are('right'), are('wrong')];
  return {
    predictions,
    metrics: {
      rows: predictions.length,
      scored: judged.length,
      right,
      wrong,
      asked,
      unread,
      ...withIntervals([...judged.keys()], (weights) => ({
        right_share: weightedMean(areRight, weights),
        wrong_share: weightedMean(areWrong, weights),
      })),
      none_rows: count('none-kept') + count('none-read'),
      none_read: count('none-read'),
      gold_in_the_past: count('past'),
    },
  };
}

/** The time that is read, to the second on the clock of the row; a day whose time of day would be asked counts as that day. */
function readTime(reading: DueReading): string | undefined {
  if (reading.kind === 'at') return `${reading.local}:${String(reading.at.getUTCSeconds()).padStart(2, '0')}`;
  if (reading.kind === 'unclear' && reading.why === 'no-time-of-day' && reading.recurs !== true)
    return reading.candidates[0];
  return reading.kind === 'every' ? reading.rule : undefined;
}

/** Due times on labelled rows. */
export const times: Evaluator = { rowSchema, evaluate: evalTimes };
