// When a tool's answer is looked at, and whether what was seen in it is kept.
//
//   the same answer was kept before                 known: it confirms the episode of then
//   the same answer was found worth nothing lately  known: nothing changes
//   its words are gone                              gone
//   asked about on this day (UTC) already           ready: a second try costs nothing of the day
//   the agent's day is full                         later: on the next day
//   its topic was looked at within the cooldown     later: when the cooldown ends
//   else                                            ready
//
// Whoever comes later gets a place of its own behind those of its topic that wait: one cooldown after the last.
import type { ExperienceRules } from '../experience-rules.ts';

/** A tool's answer on its way to an episode, and what was asked about others before. */
export interface WaitingExperience {
  readonly state: 'pending' | 'stored' | 'skipped' | 'failed';
  /** When a model was first asked about it on the day that it counts for. */
  readonly askedAt: Date | null;
  /** The episode that was made of the same answer. */
  readonly twinEpisodeId: string | null;
  /** When the same answer was last found to be worth nothing. */
  readonly worthlessAt: Date | null;
  /** The answer still has its words. */
  readonly hasWords: boolean;
  /** How many of the agent's answers were asked about since the day began. */
  readonly askedOfDay: number;
  /** When another of its topic was last asked about. */
  readonly topicAskedAt: Date | null;
  /** The latest time that another of its topic waits for. */
  readonly topicDueAt: Date | null;
}

/** Whether it is looked at now, and what is noted. */
export type ExperienceDecision =
  | { readonly status: 'settled' | 'gone' }
  | { readonly status: 'known'; readonly confirms: string | null }
  | { readonly status: 'later'; readonly dueAt: Date }
  | { readonly status: 'ready'; readonly askedAt: Date };

/** When the day of a time began (UTC): the day of the budget. */
export function dayBegan(at: Date): Date {
  return new Date(Math.floor(at.getTime() / dayMs) * dayMs);
}

const dayMs = 86_400_000;

/** Decides whether a tool's answer is looked at now. */
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

/** When it may be asked about; null for now. */
function freeFrom(
  one: WaitingExperience,
  now: Date,
  { cooldownMs, perDay }: Pick<ExperienceRules, 'cooldownMs' | 'perDay'>,
): Date | null {
  if (one.askedOfDay >= perDay) return new Date(dayBegan(now).getTime() + dayMs);
  if (!isAfter(one.topicAskedAt, now, cooldownMs)) return null;
  return new Date((one.topicAskedAt as Date).getTime() + cooldownMs);
}

/** True for a time that is less than so long ago. */
function isAfter(at: Date | null, now: Date, ms: number): boolean {
  return at !== null && at.getTime() > now.getTime() - ms;
}
