import type { Fingerprint, SignalEvent } from '@salience/contracts';
import { clamp, finiteOr } from './bounded.ts';
import { baseName, extensionOf, listFact, nameWords, saysOneOf, textFact } from './words-of-event.ts';

type Priors = Fingerprint['signal_priors'];
type Prior<S extends keyof Priors> = NonNullable<Priors[S]>;

/** What an event alone does not say. */
export interface MatchFacts {
  /** Minutes since the module last woke the agent; null if it never did. */
  readonly sinceMinutes: number | null;
  /** -1 to 1. */
  readonly surprise: number;
}

/** One declared thing speaks for the event. */
const oneHit = 0.85;
/** Nothing narrower than its place is declared: then all of it is meant. */
const allMeant = 0.6;
/** The kind of change is not one of those that matter. */
const otherDelta = -0.15;

/**
 * How the declaration of a module speaks of an event: 1 for it, -1 against it, 0 neither. From the fingerprint alone; an event of a
 * source that the module did not declare is 0.
 */
export function declaredMatch(fingerprint: Fingerprint, event: SignalEvent, facts: MatchFacts): number {
  const { filesystem, memory, time, network, mail, hook, task, host } = fingerprint.signal_priors;
  switch (event.source) {
    case 'filesystem':
      return filesystem === undefined ? 0 : fileMatch(filesystem, event);
    case 'memory':
      return memory === undefined ? 0 : memoryMatch(memory, event);
    case 'time':
      return time === undefined ? 0 : tickMatch(time, facts);
    case 'network':
      return network === undefined ? 0 : pageMatch(event, facts);
    case 'mail':
      return mail === undefined ? 0 : mailMatch(mail, event);
    case 'hook':
      return hook === undefined ? 0 : hookMatch(hook, event);
    case 'task':
      return task === undefined ? 0 : taskMatch(task, event);
    case 'host':
      return host === undefined ? 0 : hostMatch(host, event, facts);
  }
}

/** The more declared things speak for an event, the better; `declared` says whether any were. */
function ofHits(hits: readonly boolean[], declared: boolean): number {
  const count = hits.filter(Boolean).length;
  if (count === 0) return declared ? 0 : allMeant;
  return count === 1 ? oneHit : 1;
}

function fileMatch(prior: Prior<'filesystem'>, event: SignalEvent): number {
  const extension = extensionOf(event);
  const words = [
    ...nameWords(baseName(event.location)),
    ...listFact(event, 'filename_tokens').flatMap(nameWords),
  ];
  const said = saysOneOf(words, prior.relevant_words);
  const written = saysOneOf(nameWords(textFact(event, 'text')), prior.relevant_lines);
  if (prior.irrelevant_extensions.includes(extension)) return said || written ? -0.4 : -1;
  const { relevant_extensions, relevant_words, relevant_lines, deltas } = prior;
  const declared = relevant_extensions.length + relevant_words.length + relevant_lines.length > 0;
  // Where lines are declared, they tell what matters among files of one extension.
  const ofKind = relevant_lines.length === 0 && relevant_extensions.includes(extension);
  const match = ofHits([ofKind, said, written], declared);
  return (deltas as readonly string[]).includes(event.delta_type) ? match : Math.min(match, otherDelta);
}

function memoryMatch(prior: Prior<'memory'>, event: SignalEvent): number {
  const key = textFact(event, 'key');
  const same = prior.high_relevance_keys.some((wanted) => wanted.toLowerCase() === key.toLowerCase());
  const keyWords = nameWords(`${key} ${textFact(event, 'text')}`);
  return ofHits(
    [same || saysOneOf(keyWords, prior.high_relevance_keys)],
    prior.high_relevance_keys.length > 0,
  );
}

/** A clock matters the more, the nearer the typical interval is; at once if the module never woke the agent. */
function tickMatch(prior: Prior<'time'>, { sinceMinutes }: MatchFacts): number {
  if (sinceMinutes === null) return oneHit;
  const share = clamp(sinceMinutes / (60 * prior.typical_interval_hours), 0, 1);
  return -0.5 + (0.5 + oneHit) * share ** 2;
}

/** A number matters as far as it surprises; any other page if it changed, or cannot be had. */
function pageMatch(event: SignalEvent, { surprise }: MatchFacts): number {
  if (finiteOr(event.features['value'], null) !== null) return numberMatch(surprise);
  const status = finiteOr(event.features['status_code'], 200);
  const [now, before] = [textFact(event, 'content_hash'), textFact(event, 'previous_hash')];
  return status < 400 && now !== '' && now === before ? -1 : oneHit;
}

function numberMatch(surprise: number): number {
  // A surprise of .65, where the LSTM of numbers wakes, is a rule score of .65.
  return clamp(-0.475 + 1.5 * Math.abs(finiteOr(surprise, 0)), -0.5, 1);
}

function mailMatch(prior: Prior<'mail'>, event: SignalEvent): number {
  const { relevant_senders, relevant_words, wants_answer } = prior;
  const sender = (textFact(event, 'sender') || event.location).toLowerCase();
  const known = relevant_senders.some((wanted) => isSender(sender, wanted.toLowerCase()));
  const words = [
    ...listFact(event, 'subject_tokens').flatMap(nameWords),
    ...nameWords(`${textFact(event, 'subject')} ${textFact(event, 'text')}`),
  ];
  const hits = [known, saysOneOf(words, relevant_words)];
  const narrow = relevant_senders.length + relevant_words.length > 0;
  const asks = finiteOr(event.features['asks'], 0) >= 0.5;
  if (wants_answer && !asks) return -0.2;
  const match = ofHits(wants_answer && !narrow ? [true] : hits, narrow || wants_answer);
  return event.features['bulk'] === true && !hits.includes(true) ? Math.min(match, -0.6) : match;
}

/** A sender is declared by address, by domain (`example.org`, `@example.org`) or by name. */
function isSender(sender: string, wanted: string): boolean {
  const [, address = sender] = /<([^<>]+)>\s*$/.exec(sender) ?? [];
  const domain = wanted.replace(/^@/, '');
  if (address === wanted || address.endsWith(`@${domain}`) || address.endsWith(`.${domain}`)) return true;
  return !wanted.includes('@') && !wanted.includes('.') && saysOneOf(nameWords(sender), [wanted]);
}

function hookMatch(prior: Prior<'hook'>, event: SignalEvent): number {
  const words = nameWords(`${textFact(event, 'action')} ${textFact(event, 'text')}`);
  if (prior.relevant_words.length === 0) return oneHit;
  return ofHits([saysOneOf(words, prior.relevant_words)], true);
}

function taskMatch(prior: Prior<'task'>, event: SignalEvent): number {
  return (prior.states as readonly string[]).includes(textFact(event, 'state')) ? 0.9 : -0.5;
}

function hostMatch(prior: Prior<'host'>, event: SignalEvent, { surprise }: MatchFacts): number {
  const value = finiteOr(event.features['value'], 0);
  // What stays above the line was told when it came there.
  const before = finiteOr(event.features['previous_value'], null);
  return value >= prior.high && (before === null || before < prior.high) ? 0.9 : numberMatch(surprise);
}
