import type { ChunkProposal } from '@salience/contracts';
import { instantIn, timeSpokenOf } from '@salience/language';
import type { ChunkSource } from './chunk-source.ts';
import { sentenceAround, type Span } from './spans.ts';

/** A time that was spoken of: from (included) to (excluded), ISO 8601 in UTC; null where nobody can tell. */
export interface ResolvedTime {
  readonly text: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly confidence: number;
}

const dayMs = 86_400_000;
const yearMs = 365 * dayMs;
/** How far from what was said a time that only a model worked out may lie, in years. */
const yearsMost = 120;

/**
 * When a time is that was spoken of, worked out from its words, their sentence and the day they were said on, in the zone of who spoke. Words that
 * code cannot read take what the model made of them, if it can be: a beginning before an end, within a lifetime.
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
  // What ends nowhere is a day long.
  const to = Number.isNaN(end) ? from + dayMs : end;
  const sane = to > from && Math.abs(from - said) < yearsMost * yearMs && to - from < yearsMost * yearMs;
  return { text, confidence, from: sane ? iso(from) : null, to: sane ? iso(to) : null };
}

/** NaN for what is no time. A day, or a time without its offset, is one of the zone. */
function instantOf(text: string | null | undefined, zone: string): number {
  if (!text) return Number.NaN;
  return instantIn(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00` : text, zone) ?? Number.NaN;
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
