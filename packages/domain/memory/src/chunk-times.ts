import type { ChunkProposal } from '@salience/contracts';
import { timeAskedAbout } from './retrieval/time-cues.ts';
import type { ChunkSource } from './chunk-source.ts';
import { sentenceAround, type Span } from './spans.ts';
import { instantOf } from './wall-time.ts';

/** A time that was spoken of: from (included) to (excluded), ISO 8601 in UTC; null where nobody can tell. */
export interface ResolvedTime {
  readonly text: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly confidence: number;
}

const dayMs = 86_400_000;
const days = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const yearMs = 365 * dayMs;
/** How far from what was said a time that only a model worked out may lie, in years. */
const yearsMost = 120;
const future =
  /(?:will|shall|going to|gonna|next|upcoming|tomorrow|plan|planning|due|appointment|remind|until|by|soon)(?!\p{L})|['’]ll(?!\p{L})/iu;
const counts = 'a|an|one|two|three|four|five|six|seven|eight|nine|ten|\\d{1,3}';
const ahead = new RegExp(`\\bin\\s+(${counts})\\s+(day|week|month|year)s?\\b`, 'iu');

/**
 * When a time is that was spoken of, worked out from its words and the day they were said on. Words that code cannot read
 * take what the model made of them, if it can be: a beginning before an end, within a lifetime. Days are days of UTC.
 */
export function resolveTime(
  time: ChunkProposal['times'][number] & Span,
  source: Pick<ChunkSource, 'message' | 'reply' | 'saidAt' | 'zone'>,
): ResolvedTime {
  const { confidence, text } = time;
  const said = source.saidAt.getTime();
  const own = readTime(text, said, future.test(sentenceAround(time, source)));
  if (own !== undefined) return { text, confidence, from: iso(own.from), to: iso(own.to) };
  const from = time.from ? instantOf(time.from, source.zone) : Number.NaN;
  const end = time.to ? instantOf(time.to, source.zone) : Number.NaN;
  // What ends nowhere is a day long.
  const to = Number.isNaN(end) ? from + dayMs : end;
  const sane = to > from && Math.abs(from - said) < yearsMost * yearMs && to - from < yearsMost * yearMs;
  return { text, confidence, from: sane ? iso(from) : null, to: sane ? iso(to) : null };
}

function readTime(text: string, said: number, isAhead: boolean): { from: number; to: number } | undefined {
  const words = text.toLowerCase();
  const today = Math.floor(said / dayMs) * dayMs;
  const day = (from: number) => ({ from, to: from + dayMs });
  if (/\bday after tomorrow\b/.test(words)) return day(today + 2 * dayMs);
  if (/\btomorrow\b/.test(words)) return day(today + dayMs);
  const count = ahead.exec(words);
  if (count !== null) return later(today, countOf(count[1] ?? ''), count[2] ?? '');
  const unit = /\bnext (week|month|year|weekend)\b/.exec(words)?.[1];
  if (unit !== undefined) return following(today, unit);
  const name = days.findIndex((weekday) => words.includes(weekday));
  if (name >= 0 && !/\blast\b/.test(words) && (isAhead || /\b(?:next|this|on)\b/.test(words))) {
    const ahead = (name - new Date(today).getUTCDay() + 7) % 7;
    return day(today + (ahead === 0 ? 7 : ahead) * dayMs);
  }
  const span = timeAskedAbout(text, said);
  // A date without a year is the latest that has begun; what is to come is the next one.
  if (span === undefined || !isAhead || /\d{4}|ago|last|yesterday/.test(words) || span.to > said) return span;
  return { from: nextYear(span.from), to: nextYear(span.to) };
}

function later(today: number, count: number, unit: string): { from: number; to: number } {
  if (unit === 'day') return { from: today + count * dayMs, to: today + (count + 1) * dayMs };
  const length = unit === 'year' ? 365 : unit === 'month' ? 30.4 : 7;
  const middle = today + count * length * dayMs;
  return { from: middle - (length / 2) * dayMs, to: middle + (length / 2 + 1) * dayMs };
}

/** The calendar week, month or year after the one of a day. Weeks begin on Monday. */
function following(today: number, unit: string): { from: number; to: number } {
  const date = new Date(today);
  const year = date.getUTCFullYear();
  if (unit === 'year') return { from: Date.UTC(year + 1, 0), to: Date.UTC(year + 2, 0) };
  if (unit === 'month') {
    const month = date.getUTCMonth() + 1;
    return { from: Date.UTC(year, month), to: Date.UTC(year, month + 1) };
  }
  const monday = today - ((date.getUTCDay() + 6) % 7) * dayMs + 7 * dayMs;
  return { from: unit === 'weekend' ? monday + 5 * dayMs : monday, to: monday + 7 * dayMs };
}

function nextYear(at: number): number {
  const date = new Date(at);
  return date.setUTCFullYear(date.getUTCFullYear() + 1);
}

function countOf(word: string): number {
  const number = Number(word);
  if (!Number.isNaN(number)) return number;
  const place = 'one two three four five six seven eight nine ten'.split(' ').indexOf(word);
  return place < 0 ? 1 : place + 1;
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
