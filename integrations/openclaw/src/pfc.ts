import type { PluginApi } from './gateway-shapes.ts';
import type { Settings } from './settings.ts';

/** A hand as the PFC shows it. */
export interface HandState {
  readonly state: 'granted' | 'lowered' | 'raised' | 'waiting';
  readonly version: number;
  readonly reason: string | null;
}

/** What an action deserves. */
export interface Evaluation {
  readonly decision: 'act' | 'consider' | 'skip';
  readonly reasoning: string;
  readonly action_id: number;
}

/** What was thought in a channel. */
export interface Synthesis {
  readonly thought_count: number;
  readonly thoughts: readonly {
    readonly id: number;
    readonly thought_type: string;
    readonly content: string;
  }[];
}

/** A message as it is told to the PFC. */
export interface ToldMessage {
  readonly id: string;
  readonly channel: string;
  readonly content: string;
  readonly author: string | null;
  readonly mentioned: boolean;
  readonly self: boolean;
}

/** The PFC, as far as it can be reached. Nothing rejects: undefined means that it was not. */
export interface Pfc {
  hear(message: ToldMessage): Promise<{ readonly hand: HandState | null } | undefined>;
  hand(channel: string): Promise<HandState | undefined>;
  /** What is in the buffer of a channel; it stays there. */
  synthesize(channel: string): Promise<Synthesis | undefined>;
  /** Takes these thoughts out of it. */
  take(channel: string, ids: readonly number[]): Promise<Synthesis | undefined>;
  /** Says that the agent has the floor, or that it is over. A room gives its floor itself, and refuses. */
  floor(channel: string, granted: boolean): Promise<HandState | 'refused' | undefined>;
  focus(channel: string): Promise<unknown>;
  evaluate(action: string, context: Readonly<Record<string, unknown>>): Promise<Evaluation | undefined>;
  outcome(actionId: number, outcome: string, notes: string | null): Promise<unknown>;
}

/** After a request that failed the PFC is not asked for so long: no hook waits for one that is away. In milliseconds. */
const restMs = 5_000;
const contentMax = 20_000;
const answerCharsMax = 4_000_000;

/** Makes a client. It says once that the PFC is away, and once that it is back. */
export function createPfc(
  settings: Settings,
  logger: PluginApi['logger'],
  now: () => number = Date.now,
): Pfc {
  let restsUntil = 0;
  let isAway = false;
  const note = (away: boolean): void => {
    if (away) restsUntil = now() + restMs;
    if (away === isAway) return;
    isAway = away;
    if (away)
      logger.warn('salience-pfc: the PFC does not answer; the gateway goes on as without this plugin');
    else logger.info('salience-pfc: the PFC answers again');
  };
  const tell = async <T>(method: string, path: string, body?: object): Promise<T | 'refused' | undefined> => {
    if (now() < restsUntil) return undefined;
    try {
      const response = await fetch(`${settings.url}${path}`, {
        method,
        redirect: 'error',
        signal: AbortSignal.timeout(settings.timeoutMs),
        headers: headersOf(settings),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      // What it refuses is our fault or its caller's; it is there.
      note(response.status >= 500);
      if (!response.ok) return isFinal(response.status) ? 'refused' : undefined;
      return text.length <= answerCharsMax ? (JSON.parse(text) as T) : undefined;
    } catch {
      note(true);
      return undefined;
    }
  };
  const ask = async <T>(method: string, path: string, body?: object): Promise<T | undefined> => {
    const answer = await tell<T>(method, path, body);
    return answer === 'refused' ? undefined : answer;
  };
  const query = (channel: string): string => `?channel=${encodeURIComponent(channel)}`;
  return {
    hear: ({ content, ...message }) =>
      ask('POST', '/pfc/messages', { ...message, content: content.slice(0, contentMax), answer: false }),
    hand: (channel) => ask('GET', `/pfc/hand${query(channel)}`),
    synthesize: (channel) => ask('POST', '/pfc/internal/synthesize', { channel }),
    take: (channel, ids) =>
      ask('POST', '/pfc/internal/synthesize', { channel, clear: true, thought_ids: ids }),
    floor: (channel, granted) => tell('POST', '/pfc/floor', { channel, granted }),
    focus: (channel) => ask('PUT', '/pfc/focus', { channel }),
    evaluate: (action, context) => ask('POST', '/pfc/evaluate', { action, context }),
    outcome: (actionId, outcome, notes) =>
      ask('PATCH', `/pfc/actions/${actionId}/outcome`, { outcome, notes }),
  };
}

/** Asked again it would be refused again. */
function isFinal(status: number): boolean {
  return status >= 400 && status < 500 && ![408, 425, 429].includes(status);
}

function headersOf({ agent, token }: Settings): Record<string, string> {
  return {
    'content-type': 'application/json',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(agent === undefined ? {} : { 'x-agent': agent }),
  };
}
