import { localZone, wallClock } from '@salience/language';
import { safeLine } from '../question/safe-value.ts';

/** Lines of a digest, at most; what is left is counted. */
const digestLinesMax = 20;

/** An activation that is told in a digest in place of a wake. */
export interface DigestEntry {
  /** Null: several modules of the cluster. */
  readonly moduleId: string | null;
  readonly cluster: string;
  /** The score, 0 to 1. */
  readonly score: number;
  /** When its first signal came, epoch milliseconds. */
  readonly at: number;
  /** It was kept back because it does little for what the agent pursues; otherwise the day's limits did. */
  readonly considered?: boolean;
  /** What happened, such as the value `event_summary` of its question. */
  readonly summary: string;
}

/**
 * The text of a day's digest: what passed and was not asked about, the surest first, a line each, with the time on the clock of `zone`. Empty if there
 * is nothing to tell. Each line is one line, whatever its summary says. `more`: there were more than these.
 */
export function digestText(
  entries: readonly DigestEntry[],
  zone: string | undefined,
  { more = false }: { readonly more?: boolean } = {},
): string {
  if (entries.length === 0) return '';
  const sorted = [...entries].sort((a, b) => b.score - a.score || a.at - b.at);
  const lines = sorted.slice(0, digestLinesMax).map((entry) => lineOf(entry, localZone(zone)));
  const left = sorted.length - lines.length;
  const head = `${more ? 'More than ' : ''}${entries.length === 1 ? '1 change was' : `${entries.length} changes were`} not asked about today, because ${whyKept(entries)}:`;
  return [head, ...lines, ...(left > 0 ? [`and ${more ? 'more than ' : ''}${left} more.`] : [])].join('\n');
}

function whyKept(entries: readonly DigestEntry[]): string {
  const limits = "the day's budget of wakes was used up";
  const goals = `${entries.length === 1 ? 'it does' : 'they do'} little for the agent's goals`;
  if (entries.every(({ considered }) => considered === true)) return goals;
  return entries.some(({ considered }) => considered === true)
    ? `${limits}, or they do little for the agent's goals`
    : limits;
}

function lineOf({ at, cluster, moduleId, score, summary }: DigestEntry, zone: string): string {
  const time = new Date(wallClock(at, zone)).toISOString().slice(11, 16);
  const share = Math.round(Math.min(1, Math.max(0, score)) * 100);
  return `- ${time} ${safeLine(moduleId ?? cluster)} (${share} %): ${safeLine(summary)}`;
}
