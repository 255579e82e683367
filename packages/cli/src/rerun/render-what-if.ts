import { type ChangedDecision, modes } from '@salience/contracts';
import { localTime } from '@salience/language';
import { colour, table } from '../terminal.ts';
import type { WhatIf } from './what-if.ts';

/** One decision that would have been another, in one line and its message. */
export function renderChanged(changed: ChangedDecision, zone: string): string {
  const { by, confidence, ended_at: at, text, turn_id: turn, unmeasured, was, would_be: now } = changed;
  const why = {
    scores: `confidence ${confidence.toFixed(2)}`,
    tie: 'too close to call; no model asked',
    answer: 'by the tie-breaker that was asked',
  }[by];
  const early =
    unmeasured.length === 0 ? '' : `, without ${unmeasured.length} signals that were not measured`;
  const head = `${localTime(at, zone)}  ${was} -> ${colour.yellow(now)}  ${colour.dim(`${why}${early}  ${turn}`)}`;
  return `${head}\n  ${text.replace(/\s+/g, ' ').trim()}`;
}

/** The table of all: what was decided in rows, what would be in columns. */
export function renderWhatIf(result: WhatIf): string {
  const { changed, decisions, policy, unreadable, version } = result;
  const of = (was: string, now: string) =>
    result.modes.find((one) => one.was === was && one.would_be === now)?.decisions ?? 0;
  const rows = modes.map((was) => [was, ...modes.map((now) => cell(of(was, now), was === now))]);
  return [
    `By ${policy}@${version}: ${changed} of ${decisions} decisions would have been another.`,
    ...(unreadable === 0 ? [] : [`${unreadable} were written by a release that this one cannot read.`]),
    ...(decisions === 0 ? [] : ['', table(['was', ...modes], rows)]),
  ].join('\n');
}

function cell(count: number, same: boolean): string {
  if (count === 0) return colour.dim('-');
  return same ? `${count}` : colour.yellow(`${count}`);
}
