import type { Trust } from '@salience/contracts';

/** Something that is going on beside the conversation. */
export interface WorldStateItem {
  readonly id: string;
  readonly kind: string;
  readonly text: string;
  /** When it is or was due, ISO 8601. */
  readonly at?: string | undefined;
  readonly trust: Trust;
  /** 0..1; the most relevant come first. */
  readonly relevance: number;
}

/**
 * One place that knows something of the world: reminders now, tasks or goals beside them. It is made over rows that
 * were read already, and tells what counts at `now`.
 */
export interface WorldStateSource {
  readonly name: string;
  collect(now: Date): readonly WorldStateItem[];
}

const itemsMax = 10;

/**
 * What all sources know, the most relevant first, ten items at most. Items without text are left out, so an empty
 * list means that there is nothing: its presence is a signal.
 */
export function collectWorldState(sources: readonly WorldStateSource[], now: Date): WorldStateItem[] {
  return sources
    .flatMap((source) => source.collect(now))
    .filter((item) => item.text.trim() !== '')
    .map((item) => ({ ...item, relevance: Math.min(1, Math.max(0, item.relevance)) }))
    .toSorted((a, b) => b.relevance - a.relevance || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0))
    .slice(0, itemsMax);
}

const dayMs = 86_400_000;

/**
 * The pending reminders of a thread. A due one has relevance 1; one that is due in a day a half. Without a trust of
 * its own a reminder counts as external.
 */
export function reminderSource(
  reminders: readonly {
    readonly id?: string | undefined;
    readonly text: string;
    readonly dueAt: Date;
    readonly trust?: Trust | undefined;
  }[],
): WorldStateSource {
  return {
    name: 'reminders',
    collect: (now) =>
      reminders.map((reminder, index) => ({
        id: reminder.id ?? `reminder-${index + 1}`,
        kind: 'reminder',
        text: reminder.text,
        at: reminder.dueAt.toISOString(),
        trust: reminder.trust ?? 'external',
        relevance: 1 / (1 + Math.max(0, reminder.dueAt.getTime() - now.getTime()) / dayMs),
      })),
  };
}
