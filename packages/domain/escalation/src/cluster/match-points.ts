import type { Fingerprint, SignalEvent } from '@salience/contracts';
import { localZone, wallClock } from '@salience/language';
import { foldersBelow } from './root-depth.ts';
import { wordPoints } from './word-points.ts';

/** What matching needs beside module and events. */
export interface MatchContext {
  /** The owner's zone, an IANA name; the module's own goes before it. Default: UTC. */
  readonly zone?: string | undefined;
  /** The home folder that `~` stands for. Without it `~/Downloads` is any `Downloads`. */
  readonly home?: string | undefined;
}

/**
 * How well a module fits one event by what it declares, in quarters of a point. A source that it does not declare: −1. Else: for each folder of the
 * longest declared root that holds the file, +¼ (8 at most); what is declared relevant +1, irrelevant −1; a word that speaks for it +½; a change it
 * waits for +¼, another −½; inside its active time +¼, outside −½.
 */
export function matchPoints(
  { signal_priors: priors, time_zone }: Pick<Fingerprint, 'signal_priors' | 'time_zone'>,
  event: SignalEvent,
  { home, zone }: MatchContext,
): number {
  const time = priors.time === undefined ? 0 : timePoints(priors.time, event, localZone(time_zone ?? zone));
  return (priors[event.source] === undefined ? -1 : sourcePoints(priors, event, home)) + time;
}

type Priors = Fingerprint['signal_priors'];

function sourcePoints(priors: Priors, event: SignalEvent, home: string | undefined): number {
  switch (event.source) {
    case 'filesystem':
      return filePoints(priors.filesystem, event, home);
    case 'memory':
      return memoryPoints(priors.memory, event);
    case 'network':
      return isIn(event.features.endpoint ?? event.location, priors.network?.endpoints) ? 1 : 0;
    case 'mail':
      return mailPoints(priors.mail, event);
    case 'hook':
      return (
        (isIn(event.features.hook ?? event.location, priors.hook?.hooks) ? 1 : 0) +
        wordPoints(event, priors.hook?.relevant_words)
      );
    case 'task':
      return isIn(event.features.state, priors.task?.states) ? 1 : 0;
    case 'host':
      return hostPoints(priors.host, event);
    case 'time':
      return 0;
  }
}

function filePoints(prior: Priors['filesystem'], event: SignalEvent, home: string | undefined): number {
  if (prior === undefined) return 0;
  const extension = String(
    event.features.extension ?? /\.[^./\\]+$/.exec(event.location)?.[0] ?? '',
  ).toLowerCase();
  const depth = foldersBelow(prior.watch_directories, event.location, home);
  const kind = prior.relevant_extensions.includes(extension)
    ? 1
    : prior.irrelevant_extensions.includes(extension)
      ? -1
      : 0;
  return (
    depth / 4 +
    kind +
    (isIn(event.delta_type, prior.deltas) ? 0.25 : -0.5) +
    wordPoints(event, [...prior.relevant_words, ...prior.relevant_lines])
  );
}

function memoryPoints(prior: Priors['memory'], { features, location }: SignalEvent): number {
  const namespace = isIn(features.namespace ?? location, prior?.watch_namespaces) ? 1 : 0;
  return namespace + (isIn(features.key, prior?.high_relevance_keys) ? 1 : 0);
}

function mailPoints(prior: Priors['mail'], event: SignalEvent): number {
  const { asks, sender = event.location } = event.features;
  const from = String(sender).toLowerCase();
  const known = prior?.relevant_senders.some((one) => isSender(from, one.toLowerCase())) === true ? 1 : 0;
  const wanted = prior?.wants_answer !== true ? 0 : typeof asks === 'number' && asks >= 0.5 ? 0.5 : -1;
  return known + wanted + wordPoints(event, prior?.relevant_words);
}

/** A sender is declared by address or by the end of it: `@example.org`, `example.org`. */
function isSender(from: string, declared: string): boolean {
  if (from === declared || (declared.startsWith('@') && from.endsWith(declared))) return true;
  return from.endsWith(`@${declared}`) || from.endsWith(`.${declared}`);
}

function hostPoints(prior: Priors['host'], { features }: SignalEvent): number {
  if (prior === undefined || !isIn(features.metric, prior.metrics)) return 0;
  return typeof features.value === 'number' && features.value >= prior.high ? 1.5 : 1;
}

function timePoints(prior: NonNullable<Priors['time']>, event: SignalEvent, zone: string): number {
  const wall = new Date(wallClock(event.timestamp * 1_000, zone));
  const [hour, day] = [wall.getUTCHours(), (wall.getUTCDay() + 6) % 7];
  const [first, last] = prior.active_hours;
  const within = first <= last ? hour >= first && hour <= last : hour >= first || hour <= last;
  // The hours after midnight belong to the day on which they began.
  const begun = first > last && hour <= last ? (day + 6) % 7 : day;
  return within && prior.active_days.includes(begun) ? 0.25 : -0.5;
}

function isIn(value: unknown, declared: readonly string[] | undefined): boolean {
  return (
    typeof value === 'string' && declared?.some((one) => one.toLowerCase() === value.toLowerCase()) === true
  );
}
