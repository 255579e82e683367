import { type MessageRules, type Trust, trustLevels } from '@salience/contracts';

/** Everything that decides how far a message is trusted. */
export interface MessageOrigin {
  /** What its caller proved to be: a person of this machine, the holder of a key, or nobody in particular. */
  readonly voice: 'person' | 'key' | 'none';
  /** What the caller says of it. */
  readonly declared?: Trust | undefined;
  /** The way it came, beside its source, which counts as one too. */
  readonly channel?: string | undefined;
  readonly source: string;
  /** Who speaks; undefined for the person whom the agent serves. */
  readonly speaker?: string | undefined;
  /** What the settings of the agent say. */
  readonly agent: MessageRules;
  /** What the key says that it came with. */
  readonly key?: MessageRules | undefined;
}

/** What comes through these was written elsewhere, by anybody, unless the settings of the agent say otherwise. */
const channelsFromOutside: ReadonlySet<string> = new Set([
  'atom',
  'calendar',
  'document',
  'email',
  'fax',
  'feed',
  'file',
  'form',
  'imap',
  'mail',
  'mms',
  'newsletter',
  'rss',
  'scrape',
  'sms',
  'smtp',
  'tool',
  'tool_output',
  'upload',
  'voicemail',
  'web',
  'webhook',
  'website',
]);

/**
 * How far a message is trusted: what the voice of its caller gives, lowered by what they say of it, by its source and its channel (as
 * the agent, and again as the key has it) and by its speaker. Nothing raises it, and the words of the message have no say.
 */
export function trustOfMessage(origin: MessageOrigin): Trust {
  const { agent, declared, key, source, speaker, voice } = origin;
  // Both count: a channel that is named cannot make up for a source from outside.
  const ways = [...new Set([source, origin.channel ?? source].map((way) => way.toLowerCase()))];
  return lowest([
    voice === 'none' ? 'unverified' : 'user',
    declared,
    ...ways.map((way) => ruleFor(agent, way) ?? (channelsFromOutside.has(way) ? 'external' : undefined)),
    ...ways.map((way) => key && ruleFor(key, way)),
    speaker === undefined || isListed(speaker, agent) || isListed(speaker, key) ? undefined : 'unverified',
  ]);
}

/**
 * How far a message is trusted that a client of the completions API sends along with the one to be answered. A user's is that user's;
 * the rest is from outside, unless agent or key say that their client's word is good for it. Nobody's word is good for what a tool said.
 */
export function trustOfContext(
  origin: MessageOrigin,
  { role, speaker }: { readonly role: string; readonly speaker?: string | undefined },
): Trust {
  if (role === 'user') return trustOfMessage({ ...origin, speaker });
  const ofCaller = trustOfMessage({ ...origin, speaker: undefined });
  const words = [origin.agent, origin.key].map((rules) => rules?.completions?.trustContext);
  if (!words.includes(true) || words.includes(false)) return 'external';
  if (role === 'assistant') return lowest([ofCaller, 'agent']);
  return role === 'system' || role === 'developer' ? ofCaller : 'external';
}

function ruleFor({ channels = {} }: MessageRules, channel: string): Trust | undefined {
  const given = Object.entries(channels).filter(([name]) => name.toLowerCase() === channel);
  return given.length === 0 ? undefined : lowest(given.map(([, trust]) => trust));
}

/** Names are compared as they are written: what only looks alike is somebody else. */
function isListed(speaker: string, rules: MessageRules | undefined): boolean {
  return rules?.speakers?.includes(speaker) ?? false;
}

/** The lowest of those that are known; what is no level at all counts as the lowest. */
function lowest(levels: readonly (Trust | undefined)[]): Trust {
  const places = levels.filter((level) => level !== undefined).map((level) => trustLevels.indexOf(level));
  return trustLevels[Math.min(trustLevels.length - 1, ...places)] ?? 'external';
}
