// When an experience (a tool's answer) is assimilated, and whether its observation is stored. The first matching row decides:
//
//   an equal answer was stored before               known: it confirms that episode
//   an equal answer was found worthless lately      known: nothing changes
//   its text was forgotten                          gone
//   a model was asked about it today (UTC)          ready: a second try does not count again
//   the agent's daily budget is spent               later: on the next day
//   its topic had one within the cooldown           later: when the cooldown ends
//   else                                            ready
//
// Experiences of one topic that wait are one cooldown apart, in the order in which they arrived.
import type { ExperienceRules } from '../experience-rules.ts';

/** An experience, and the model calls made for others before. */
export interface WaitingExperience {
  readonly state: 'pending' | 'stored' | 'skipped' | 'failed';
  /** When a model was first asked about it. */
  readonly askedAt: Date | null;
  /** The episode of an equal answer. */
  readonly twinEpisodeId: string | null;
  /** When an equal answer was last found worthless. */
  readonly worthlessAt: Date | null;
  /** Its text was not forgotten. */
  readonly hasWords: boolean;
  /** Number of the agent's experiences that a model was asked about today. */
  readonly askedOfDay: number;
  /** When a model was last asked about another one of its topic. */
  readonly topicAskedAt: Date | null;
  /** The latest due time of others of its topic. */
  readonly topicDueAt: Date | null;
}

/** Whether it is assimilated now, and what to store. */
export type ExperienceDecision =
  | { readonly status: 'settled' | 'gone' }
  | { readonly status: 'known'; readonly confirms: string | null }
  | { readonly status: 'later'; readonly dueAt: Date }
  | { readonly status: 'ready'; readonly askedAt: Date };

/** The start of a time's UTC day, which is the day of the budget. */
export function dayBegan(at: Date): Date {
  return new Date(Math.floor(at.getTime() / dayMs) * dayMs);
}

const dayMs = 86_400_000;

/** Decides whether an experience is assimilated now. */
export function decideExperience(
  one: WaitingExperience,
  now: Date,
  rules: Pick<ExperienceRules, 'cooldownMs' | 'freshMs' | 'perDay'>,
): ExperienceDecision {
  const day = dayBegan(now);
  if (one.state === 'stored' || one.state === 'skipped') return { status: 'settled' };
  if (one.twinEpisodeId !== null || isAfter(one.worthlessAt, now, rules.freshMs))
    return { status: 'known', confirms: one.twinEpisodeId };
  if (!one.hasWords) return { status: 'gone' };
  const wasAsked = one.askedAt !== null && one.askedAt >= day;
  const free = one.state !== 'pending' || wasAsked ? null : freeFrom(one, now, rules);
  if (free === null) return { status: 'ready', askedAt: wasAsked ? (one.askedAt as Date) : now };
  const waits = one.topicDueAt === null ? 0 : one.topicDueAt.getTime() + rules.cooldownMs;
  return { status: 'later', dueAt: new Date(Math.max(free.getTime(), waits)) };
}

/** When a model may be asked about it; null for now. */
function freeFrom(
  one: WaitingExperience,
  now: Date,
  { cooldownMs, perDay }: Pick<ExperienceRules, 'cooldownMs' | 'perDay'>,
): Date | null {
  if (one.askedOfDay >= perDay) return new Date(dayBegan(now).getTime() + dayMs);
  if (!isAfter(one.topicAskedAt, now, cooldownMs)) return null;
  return new Date((one.topicAskedAt as Date).getTime() + cooldownMs);
}

/** True if a time is less than this long ago. */
function isAfter(at: Date | null, now: Date, ms: number): boolean {
  return at !== null && at.getTime() > now.getTime() - ms;
}
