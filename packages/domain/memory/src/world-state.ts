import { type Id, lowestTrust, type Trust } from '@salience/contracts';
import { type AheadRow, isAsked, movedTimes, type OverRow, spanAhead } from './moved-times.ts';
import { sentenceAround } from './spans.ts';

/** Something that is going on beside the conversation. */
export interface WorldStateItem {
  readonly id: string;
  readonly kind: string;
  readonly text: string;
  /** What it is about, without what its kind adds to the text. */
  readonly subject: string;
  /** When it is or was due, ISO 8601. */
  readonly at?: string | undefined;
  readonly trust: Trust;
  /** 0..1; the most relevant come first. */
  readonly relevance: number;
}

/**
 * One place that knows something of the world: schedules, actions, goals, what lies ahead, the focus. It is made over rows that
 * were read already, and tells what counts at `now`.
 */
export interface WorldStateSource {
  readonly name: string;
  collect(now: Date): readonly WorldStateItem[];
}

/** The rows that the state of the world is made from. */
export interface WorldRows {
  /** Active ones of the agent, whichever thread they come back in; the nearest. */
  readonly schedules: readonly {
    readonly id?: string | undefined;
    readonly kind?: 'reminder' | 'prompt' | undefined;
    readonly text: string;
    readonly dueAt: Date;
    readonly trust?: Trust | undefined;
  }[];
  /** What was begun in the thread and waits: for a person's yes until `at`, or for its next try at `at`. */
  readonly actions: readonly {
    readonly id: string;
    readonly tool: string;
    readonly state: 'asked' | 'waiting';
    /** The message that it is done for. */
    readonly text: string;
    readonly at: Date | null;
    readonly trust: Trust;
  }[];
  /** Open items of the agent's lists. */
  readonly goals: readonly {
    readonly id: string;
    readonly list: string;
    readonly text: string;
    readonly at: Date;
    readonly trust: Trust;
    /** Of who named the list. */
    readonly listTrust: Trust;
  }[];
  /** What was said to lie ahead, and lately did. */
  readonly ahead: readonly AheadRow[];
  /** What was said lately to be over. */
  readonly over: readonly OverRow[];
  /** Zones that follow from what people said and that no answer told them of yet. No item: code tells them, once. */
  readonly zones?:
    | readonly {
        readonly personId: Id<'person'>;
        readonly owner: boolean;
        /** Lower case. */
        readonly names: readonly string[];
        readonly place: string;
        readonly zone: string;
        /** The exchange that says so. */
        readonly exchangeId: string | null;
      }[]
    | undefined;
  readonly focus: { readonly text: string; readonly setAt: Date; readonly trust: Trust } | null;
  /** Goals of the agent that somebody vouches for, the most important first. They say what it is for, not what goes on. */
  readonly pursued?: readonly PursuedGoal[] | undefined;
}

/** A goal that an agent pursues. */
export interface PursuedGoal {
  readonly id: number;
  readonly goal: string;
  /** 0 to 100. */
  readonly priority: number;
}

const itemsMax = 10;

/**
 * What all sources know, the most relevant first, ten items at most. Items without text are left out, so an empty
 * list means that there is nothing: its presence is a signal.
 */
export function collectWorldState(sources: readonly WorldStateSource[], now: Date): WorldStateItem[] {
  return sources
    .flatMap((source) => source.collect(now))
    .filter((item) => item.subject.trim() !== '')
    .map((item) => ({ ...item, relevance: Math.min(1, Math.max(0, item.relevance)) }))
    .toSorted((a, b) => b.relevance - a.relevance || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0))
    .slice(0, itemsMax);
}

/** What a model is told of the world beside an exchange: what goes on, and after it what the agent pursues. */
export function toldWorld(rows: WorldRows, now: Date): WorldStateItem[] {
  const pursued = (rows.pursued ?? []).map(
    ({ goal, id, priority }): WorldStateItem => ({
      id: `goal:${id}`,
      kind: 'pursued',
      text: goal,
      subject: goal,
      trust: 'owner',
      relevance: priority / 100,
    }),
  );
  return [...collectWorldState(worldSources(rows), now), ...pursued];
}

/** How many things go on beside a thread, ten at most: what fills a context beside what was said in it. What the agent pursues is none of them. */
export function countWorld(rows: WorldRows | null, now: Date): number {
  return rows === null ? 0 : collectWorldState(worldSources(rows), now).length;
}

/** Every source there is, over the rows of one thread. */
export function worldSources(rows: WorldRows): WorldStateSource[] {
  return [
    scheduleSource(rows.schedules),
    actionSource(rows.actions),
    goalSource(rows.goals),
    aheadSource(rows),
    focusSource(rows.focus),
  ];
}

const dayMs = 86_400_000;

/**
 * The active schedules: reminders, and prompts that the agent will carry out. A due one has relevance 1; one that is due in a day a half.
 * Without a trust of its own it counts as external.
 */
function scheduleSource(schedules: WorldRows['schedules']): WorldStateSource {
  return {
    name: 'schedules',
    collect: (now) =>
      schedules.map(({ dueAt, id, kind = 'reminder', text, trust }, index) => ({
        id: id ?? `schedule-${index + 1}`,
        kind: kind === 'reminder' ? 'reminder' : 'schedule',
        text,
        subject: text,
        at: dueAt.toISOString(),
        trust: trust ?? 'external',
        relevance: 1 / (1 + Math.max(0, dueAt.getTime() - now.getTime()) / dayMs),
      })),
  };
}

/** What was begun and waits. What waits for a person matters more than what waits for a clock. */
function actionSource(actions: WorldRows['actions']): WorldStateSource {
  return {
    name: 'actions',
    collect: () =>
      actions.map(({ at, id, state, text, tool, trust }, index) => ({
        // Whoever is shown this is not to know the name by which a request is answered.
        id: state === 'asked' ? `asked:${index + 1}` : id,
        kind: 'action',
        text: `${tool} ${state === 'asked' ? 'waits for approval' : 'will be tried again'}: ${text}`,
        subject: text,
        at: at?.toISOString(),
        trust,
        relevance: state === 'asked' ? 0.9 : 0.7,
      })),
  };
}

/** What the person wants to get done, told with the name of its list. Relevance .5 while new, half as much after a week. */
function goalSource(goals: WorldRows['goals']): WorldStateSource {
  return {
    name: 'goals',
    collect: (now) =>
      goals.map(({ at, id, list, listTrust, text, trust }) => ({
        id,
        kind: 'goal',
        text: `${text} (on the list ${list})`,
        subject: text,
        trust: lowestTrust([trust, listTrust]),
        relevance: 0.5 / (1 + Math.max(0, now.getTime() - at.getTime()) / (7 * dayMs)),
      })),
  };
}

/** Days before now and after it in which something counts as lying ahead, and how many such things do. */
const aheadDays = { before: 1, after: 7, most: 5 } as const;

/**
 * What somebody said would be: relevant like a reminder of it, a little less, because nobody asked to be reminded. What was moved since, or
 * is over, is not; a question is none, nor is a request that became a reminder.
 */
function aheadSource({ ahead, over }: Pick<WorldRows, 'ahead' | 'over'>): WorldStateSource {
  return {
    name: 'ahead',
    collect(now) {
      const ended = new Set(movedTimes(ahead, over).flatMap(({ rests }) => rests));
      const items = ahead.flatMap(({ asked, at, id, message, times, trust }) => {
        const days = (at.getTime() - now.getTime()) / dayMs;
        if (asked || ended.has(id) || days <= -aheadDays.before || days >= aheadDays.after) return [];
        const span = spanAhead({ at, times });
        const text = span === undefined ? message : sentenceAround(span, { message, reply: null });
        if (isAsked(text)) return [];
        const relevance = 0.8 / (1 + Math.max(0, days));
        return [{ id, kind: 'ahead', text, subject: text, at: at.toISOString(), trust, relevance }];
      });
      return items.toSorted((a, b) => b.relevance - a.relevance).slice(0, aheadDays.most);
    },
  };
}

function focusSource(focus: WorldRows['focus']): WorldStateSource {
  return {
    name: 'focus',
    collect: () =>
      focus === null
        ? []
        : [
            {
              id: 'focus',
              kind: 'focus',
              text: focus.text,
              subject: focus.text,
              trust: focus.trust,
              relevance: 0.8,
            },
          ],
  };
}
