import type { DueNotice, NoticeDecision } from '@salience/database/channels';
import { quietEnd } from './quiet-end.ts';

/** What a decision depends on besides the notice. */
export interface DecideTerms {
  /** Business time. */
  readonly now: Date;
  /** How long streams have to show it first, in milliseconds. */
  readonly graceMs: number;
  /** The zone of the installation, for people and agents without one. */
  readonly zone: string;
}

/** Turns that ended with nothing that anybody must hear. */
const silent = new Set(['ignored', 'merged', 'cancelled']);
const open = new Set(['pending', 'running']);

const soonestMs = 1_000;
const latestMs = 60_000;

/** What is to become of a notice. A turn that failed is told too: with what began it. */
export function decideNotice(notice: DueNotice, { graceMs, now, zone }: DecideTerms): NoticeDecision {
  if (notice.forgotten || silent.has(notice.state)) return { to: 'nothing' };
  if (open.has(notice.state) || notice.endedAt === null) return lookLater(notice, now);
  const shownUntil = new Date(Date.parse(notice.endedAt) + graceMs);
  if (now < shownUntil) return { to: 'look', at: shownUntil };
  if (notice.person === null && !notice.forOwner) return { to: 'undelivered', reason: 'nobody' };
  if (notice.channels.length === 0) return { to: 'undelivered', reason: 'no-channel' };
  const end = quietEnd(notice, now, zone);
  return end === undefined ? { to: 'deliver' } : { to: 'look', at: end };
}

/** The longer a turn takes, the less often it is asked for. */
function lookLater({ createdAt }: DueNotice, now: Date): NoticeDecision {
  const waited = now.getTime() - Date.parse(createdAt);
  const pause = Math.min(latestMs, Math.max(soonestMs, waited / 10));
  return { to: 'look', at: new Date(now.getTime() + pause) };
}
