import type { ChunkProposal } from '@salience/contracts';
import { instantIn, timeSpokenOf } from '@salience/language';
import type { ChunkSource } from './chunk-source.ts';
import { sentenceAround, type Span } from './spans.ts';

/** A time that a text mentions: from (included) to (excluded), ISO 8601 in UTC; null if it cannot be resolved. */
export interface ResolvedTime {
  readonly text: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly confidence: number;
}

const dayMs = 86_400_000;
const yearMs = 365 * dayMs;
/** Maximum distance in years between the message and a time that only a model resolved. */
const yearsMost = 120;

/**
 * Resolves a time from its words, their sentence and the day on which they were said, in the speaker's zone. If code cannot read the
 * words, the model's times are used, provided that the start is before the end and both are within `yearsMost`.
 */
export function resolveTime(
  time: ChunkProposal['times'][number] & Span,
  source: Pick<ChunkSource, 'message' | 'reply' | 'saidAt' | 'zone'>,
): ResolvedTime {
  const { confidence, text } = time;
  const { zone = 'UTC' } = source;
  const said = source.saidAt.getTime();
  const own = timeSpokenOf(text, sentenceAround(time, source), said, zone);
  if (own !== undefined) return { text, confidence, from: iso(own.from), to: iso(own.to) };
  const from = instantOf(time.from, zone);
  const end = time.to ? instantOf(time.to, zone) : Number.NaN;
  // A time without an end lasts one day.
  const to = Number.isNaN(end) ? from + dayMs : end;
  const sane = to > from && Math.abs(from - said) < yearsMost * yearMs && to - from < yearsMost * yearMs;
  return { text, confidence, from: sane ? iso(from) : null, to: sane ? iso(to) : null };
}

/** Milliseconds since 1970; NaN for text that is no time. A date, or a time without offset, is read in the zone. */
function instantOf(text: string | null | undefined, zone: string): number {
  if (!text) return Number.NaN;
  return instantIn(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00` : text, zone) ?? Number.NaN;
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
