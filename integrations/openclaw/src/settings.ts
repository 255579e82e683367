/** What may be set under `plugins.entries.salience-pfc.config`. */
export interface Settings {
  /** Where the PFC is. */
  readonly url: string;
  /** The key of the agent; without one the PFC keeps what comes as unverified. */
  readonly token: string | undefined;
  /** The agent, where the token is a person's and there are several. */
  readonly agent: string | undefined;
  readonly selfNames: readonly string[];
  readonly mentionNames: readonly string[];
  /** The channel that the agent is in with its voice, set when the gateway starts. */
  readonly focus: string | undefined;
  /** Channels are named by their conversation alone, as a Bridge names them. */
  readonly plainChannels: boolean;
  readonly silence: 'never' | 'unmentioned';
  /** What a raised hand does here: it waits for a moderator, wakes the agent, or takes the floor. */
  readonly onRaise: 'floor' | 'wait' | 'wake';
  readonly evaluateTools: 'all' | 'none' | readonly string[];
  readonly evaluateMessages: boolean;
  /** What becomes of a call that is to be considered. */
  readonly onConsider: 'allow' | 'ask';
  /** For one request to the PFC, in milliseconds: a hook waits no longer. */
  readonly timeoutMs: number;
  /** From one look at hands to the next, in milliseconds. */
  readonly pollMs: number;
}

/** Reads the settings; what is none is as if it were left out, since the gateway has checked them by the manifest. */
export function readSettings(given: Readonly<Record<string, unknown>> = {}): Settings {
  const text = (key: string): string | undefined => {
    const value = given[key];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const texts = (key: string): readonly string[] | undefined => {
    const value = given[key];
    return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : undefined;
  };
  const number = (key: string, otherwise: number): number => {
    const value = given[key];
    return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : otherwise;
  };
  const selfNames = texts('selfNames') ?? [];
  return {
    url: (text('url') ?? 'http://127.0.0.1:3300').replace(/\/$/, ''),
    token: text('token'),
    agent: text('agent'),
    selfNames,
    mentionNames: texts('mentionNames') ?? selfNames,
    focus: text('focus'),
    plainChannels: given['plainChannels'] === true,
    silence: given['silence'] === 'never' ? 'never' : 'unmentioned',
    onRaise: given['onRaise'] === 'wake' || given['onRaise'] === 'floor' ? given['onRaise'] : 'wait',
    evaluateTools: given['evaluateTools'] === 'none' ? 'none' : (texts('evaluateTools') ?? 'all'),
    evaluateMessages: given['evaluateMessages'] !== false,
    onConsider: given['onConsider'] === 'ask' ? 'ask' : 'allow',
    timeoutMs: number('timeoutMs', 1_500),
    pollMs: number('pollMs', 5_000),
  };
}
