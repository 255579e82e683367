import type { Mode } from '@salience/contracts';
import { type Fit, fitOf } from './fit.ts';
import type { Message } from './message.ts';
import { dayMs, type Met, type People, type Saying } from './people.ts';
import type { ReactionKind } from './rates.ts';
import type { Person } from './react.ts';

/** What people live in: an agent that answers, and time that passes. */
export interface LivedWorld {
  /** Says something; resolves with what became of it. A rejection ends the run. */
  say(said: { readonly thread: string; readonly person: string; readonly text: string }): Promise<Answered>;
  /**
   * Lets business time pass up to so many milliseconds from the start of the first day; resolves with the time that it is then, never
   * earlier than asked for or than before.
   */
  passTo(ms: number): Promise<number>;
  /** The day is over, its last hour has passed. */
  dayEnded?(day: LivedDay): Promise<void>;
}

/** What a person got. */
export interface Answered {
  readonly mode: Mode;
  /** Null when none came. */
  readonly reply: string | null;
  /** The turn, for who wants to find its row again. */
  readonly turn?: string;
}

/** Something that was said, and what came of it. */
export interface LivedTurn {
  readonly day: number;
  /** Milliseconds from the start of the first day. */
  readonly at: number;
  readonly thread: string;
  readonly person: string;
  readonly messageId: string;
  /** `message`: as planned; else what was said about the reply before. */
  readonly said: 'message' | ReactionKind;
  readonly wanted: readonly Mode[];
  readonly mode: Mode;
  readonly turn?: string;
  readonly fit: Fit;
  /** How the person took it, and what they did about it. */
  readonly felt: Fit;
  readonly reaction: ReactionKind;
}

/** A day in figures. */
export interface LivedDay {
  readonly day: number;
  /** Planned messages, and what was said about replies. */
  readonly messages: number;
  readonly followUps: number;
  /** Planned messages that got another mode than they wanted, by `wanted>got`; the best of what was wanted. */
  readonly misrouted: Readonly<Record<string, number>>;
  readonly reactions: Readonly<Partial<Record<ReactionKind, number>>>;
}

/** How days are lived. */
export interface LivedOptions {
  readonly people: People;
  readonly days: number;
  readonly world: LivedWorld;
  /** So many may wait for a reply at the same time; they are in threads of their own. Default 8. */
  readonly atOnce?: number;
  /** Who wants to speak within so many milliseconds speaks at the same time, nobody earlier than they wanted. Default 30,000. */
  readonly togetherMs?: number;
}

/** What a person is about to say in a thread. */
interface Next {
  readonly person: Person;
  readonly thread: string;
  readonly place: number;
  /** Threads that the talk has had. */
  readonly threads: number;
  readonly at: number;
  readonly message: Message;
  readonly said: 'message' | ReactionKind;
  readonly text: string;
  readonly wanted: readonly Mode[];
  readonly tries: number;
  readonly left: readonly Saying[];
}

/**
 * Lives so many days: people say what they planned and what they think of the replies. Of one thread one message waits for its reply
 * at a time. What is planned does not depend on what they get, so two policies meet the same messages; what is said about replies does.
 */
export async function liveDays({
  atOnce = 8,
  days,
  people,
  togetherMs = 30_000,
  world,
}: LivedOptions): Promise<{ readonly days: readonly LivedDay[]; readonly turns: readonly LivedTurn[] }> {
  const lived: LivedDay[] = [];
  const turns: LivedTurn[] = [];
  for (let day = 0; day < days; day += 1) {
    const today: LivedTurn[] = [];
    let waiting = firstOf(people, day);
    while (waiting.length > 0) {
      const until = Math.min(...waiting.map(({ at }) => at)) + togetherMs;
      const speaking = waiting.filter(({ at }) => at <= until).toSorted(inOrder);
      waiting = waiting.filter(({ at }) => at > until);
      const now = await world.passTo(Math.max(...speaking.map(({ at }) => at)));
      const answers = await inTurns(speaking, atOnce, async ({ person, text, thread }) =>
        world.say({ thread, person: person.name, text }),
      );
      for (const [n, next] of speaking.entries()) {
        const answered = answers[n] as Answered;
        const met = people.react(next.person, { ...next, kind: next.said, ...answered });
        today.push(turnOf(day, now, next, answered, met));
        waiting.push(...after(next, met, now));
      }
    }
    await world.passTo((day + 1) * dayMs);
    const figures = figuresOf(day, today);
    lived.push(figures);
    turns.push(...today);
    await world.dayEnded?.(figures);
  }
  return { days: lived, turns };
}

function inOrder(a: Next, b: Next): number {
  return a.at - b.at || (a.thread < b.thread ? -1 : 1);
}

function firstOf(people: People, day: number): Next[] {
  return people.day(day).flatMap(({ at, person, sayings, thread }) => {
    const [first, ...left] = sayings;
    return first === undefined ? [] : [planned({ person, thread, place: 0, threads: 1, at }, first, left)];
  });
}

function planned(
  where: Pick<Next, 'at' | 'person' | 'place' | 'thread' | 'threads'>,
  { message }: Saying,
  left: readonly Saying[],
): Next {
  return { ...where, message, said: 'message', text: message.text, wanted: message.wanted, tries: 0, left };
}

/** What the person says next: about the reply, or what they planned, in another thread when they left this one. */
function after(next: Next, met: Met, now: number): Next[] {
  if (met.text !== null) {
    const { kind, text, wanted } = met;
    const where = { place: next.place + 1, at: now + met.afterMs, tries: next.tries + 1 };
    return [{ ...next, ...where, said: kind, text, wanted }];
  }
  const [first, ...left] = next.left;
  if (first === undefined) return [];
  const at = now + first.pauseMs;
  if (met.kind !== 'leave') return [planned({ ...next, place: next.place + 1, at }, first, left)];
  const threads = next.threads + 1;
  const thread = `${next.thread.replace(/\.\d+$/, '')}.${threads}`;
  return [planned({ ...next, thread, threads, place: 0, at }, first, left)];
}

function turnOf(day: number, at: number, next: Next, { mode, turn }: Answered, met: Met): LivedTurn {
  return {
    day,
    at,
    thread: next.thread,
    person: next.person.name,
    messageId: next.message.id,
    said: next.said,
    wanted: next.wanted,
    mode,
    ...(turn === undefined ? {} : { turn }),
    fit: met.fit,
    felt: met.felt,
    reaction: met.kind,
  };
}

function figuresOf(day: number, turns: readonly LivedTurn[]): LivedDay {
  const misrouted: Record<string, number> = {};
  const reactions: Partial<Record<ReactionKind, number>> = {};
  const messages = turns.filter(({ said }) => said === 'message');
  for (const { mode, wanted } of messages) {
    const key = `${wanted[0] ?? ''}>${mode}`;
    if (fitOf(wanted, mode) !== 'fits') misrouted[key] = (misrouted[key] ?? 0) + 1;
  }
  for (const { reaction } of turns) reactions[reaction] = (reactions[reaction] ?? 0) + 1;
  return { day, messages: messages.length, followUps: turns.length - messages.length, misrouted, reactions };
}

/** The results in the order of what they are for, whoever was ready first. */
async function inTurns<In, Out>(
  from: readonly In[],
  atOnce: number,
  work: (one: In) => Promise<Out>,
): Promise<Out[]> {
  const out: Out[] = [];
  let place = 0;
  const lane = async (): Promise<void> => {
    while (place < from.length) {
      const at = place;
      place += 1;
      out[at] = await work(from[at] as In);
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, Math.min(atOnce, from.length)) }, lane));
  return out;
}
