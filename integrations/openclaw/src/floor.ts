import type { AgentContext, PluginApi } from './gateway-shapes.ts';
import { createHandOver, type HandOver, wordOf } from './hand-over.ts';
import type { HandState, Pfc } from './pfc.ts';
import type { Places } from './places.ts';
import type { Settings } from './settings.ts';

/** What a raised hand and the floor lead to. */
export interface Floor {
  /** The PFC heard a message of a channel, and says how the hand there stands; null: as it stood. */
  heard(channel: string, sessionKey: string, hand: HandState | null): void;
  /** The agent is asked: its next turn gets what it thought. */
  give(channel: string, sessionKey: string): Promise<void>;
  /** Looks at the hands of channels that are known: a floor may be given to one that never was up. */
  look(): Promise<void>;
  /** A turn of a session begins. */
  began(turn: Turn): void;
  /** A turn of a session ended: where it began after the floor was given, the floor is given back. */
  ended(turn: Turn): Promise<void>;
}

/** A turn as far as a hook names it. */
type Turn = Pick<AgentContext, 'runId' | 'sessionKey'>;

/** A channel whose floor a session has. */
interface Speaking {
  readonly channel: string;
  /** The turn that ran when the floor was given: its end is not the floor's. */
  before: Turn | undefined;
  /** The turn that began since then. */
  own: Turn | undefined;
}

/** Channels whose hand is down that are looked at in one look. */
const lookedAtOnce = 20;

/** Makes the floor. The PFC says whose it is; each state of a hand is acted on once, by its version. */
export function createFloor(settings: Settings, pfc: Pfc, api: PluginApi, places: Places): Floor {
  const handOver = createHandOver(pfc, api);
  return new KeptFloor({ settings, pfc, api, places, handOver });
}

interface FloorOptions {
  readonly settings: Settings;
  readonly pfc: Pfc;
  readonly api: PluginApi;
  readonly places: Places;
  readonly handOver: HandOver;
}

class KeptFloor implements Floor {
  readonly #options: FloorOptions;
  /** The version of each hand that was acted on. */
  readonly #seen = new Map<string, number>();
  /** Channels whose hand is up. */
  readonly #up = new Set<string>();
  /** Who has the floor, by session. */
  readonly #speaking = new Map<string, Speaking>();
  /** The turn that runs in each session. */
  readonly #running = new Map<string, Turn>();
  /** Floors that are over, and of which the PFC does not know it yet. */
  readonly #over = new Set<string>();
  #looking: Promise<void> | undefined;
  #next = 0;

  constructor(options: FloorOptions) {
    this.#options = options;
  }

  async give(channel: string, sessionKey: string): Promise<void> {
    await this.#options.handOver(channel, sessionKey);
  }

  heard(channel: string, sessionKey: string, hand: HandState | null): void {
    this.#options.places.note(channel, sessionKey);
    if (hand !== null) void this.#act(channel, sessionKey, hand);
  }

  look(): Promise<void> {
    this.#looking ??= this.#lookOnce().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  began(turn: Turn): void {
    if (turn.sessionKey === undefined) return;
    this.#running.set(turn.sessionKey, turn);
    const speaking = this.#speaking.get(turn.sessionKey);
    if (speaking !== undefined) speaking.own = turn;
  }

  async ended(turn: Turn): Promise<void> {
    const { sessionKey } = turn;
    if (sessionKey === undefined) return;
    const running = this.#running.get(sessionKey);
    if (running !== undefined && mayBe(running, turn)) this.#running.delete(sessionKey);
    const speaking = this.#speaking.get(sessionKey);
    if (speaking === undefined) return;
    const { before, channel, own } = speaking;
    const isOwn = own === undefined ? before === undefined || !mayBe(before, turn) : mayBe(own, turn);
    speaking.before = undefined;
    if (!isOwn) return;
    this.#speaking.delete(sessionKey);
    this.#over.add(channel);
    await this.#giveBack();
  }

  async #lookOnce(): Promise<void> {
    const { pfc, places } = this.#options;
    await this.#giveBack();
    for (const channel of this.#dueChannels()) {
      const sessionKey = places.sessionOf(channel);
      if (sessionKey === undefined) continue;
      const before = this.#seen.get(channel);
      const now = await pfc.hand(channel);
      if (now === undefined) return;
      // A hand that was forgotten counts from the start.
      if (before !== undefined && before === this.#seen.get(channel) && now.version < before)
        this.#seen.delete(channel);
      await this.#act(channel, sessionKey, now);
    }
  }

  /** Those whose hand is up, and of the others some at each look, in turn. */
  #dueChannels(): ReadonlySet<string> {
    const all = this.#options.places.channels();
    const some = [...all, ...all].slice(this.#next, this.#next + Math.min(lookedAtOnce, all.length));
    this.#next = all.length === 0 ? 0 : (this.#next + some.length) % all.length;
    return new Set([...this.#up, ...some]);
  }

  async #act(channel: string, sessionKey: string, { reason, state, version }: HandState): Promise<void> {
    if (version <= (this.#seen.get(channel) ?? -1)) return;
    this.#seen.set(channel, version);
    if (state === 'raised') this.#up.add(channel);
    else this.#up.delete(channel);
    if (state === 'granted') await this.#speak(channel, sessionKey, version);
    if (state === 'raised') await this.#raised(channel, sessionKey, reason);
  }

  async #raised(channel: string, sessionKey: string, reason: string | null): Promise<void> {
    const { api, pfc, settings } = this.#options;
    if (settings.onRaise === 'wake')
      wake(api, sessionKey, `Your hand is up in this conversation: ${wordOf(reason)}.`, 'event');
    if (settings.onRaise !== 'floor') return;
    const hand = await pfc.floor(channel, true);
    if (hand !== undefined && hand !== 'refused') await this.#act(channel, sessionKey, hand);
  }

  async #speak(channel: string, sessionKey: string, version: number): Promise<void> {
    const { api, handOver } = this.#options;
    if (!(await handOver(channel, sessionKey))) {
      // The PFC is away: the next look tries it again.
      if (this.#seen.get(channel) === version) this.#seen.delete(channel);
      this.#up.add(channel);
      return;
    }
    this.#speaking.set(sessionKey, { channel, before: this.#running.get(sessionKey), own: undefined });
    const text = 'You have the floor in this conversation: give one considered message.';
    wake(api, sessionKey, text, 'immediate');
  }

  async #giveBack(): Promise<void> {
    // Whoever looks at the same time says it once.
    const over = [...this.#over];
    this.#over.clear();
    for (const channel of over) {
      if ((await this.#options.pfc.floor(channel, false)) === undefined) this.#over.add(channel);
    }
  }
}

/** Whether two hooks name the same turn: one that leaves out its id may be any. */
function mayBe(one: Turn, other: Turn): boolean {
  return one.runId === undefined || other.runId === undefined || one.runId === other.runId;
}

/** The text is ours and short: words of others never become a line of the system. */
function wake(api: PluginApi, sessionKey: string, text: string, intent: 'event' | 'immediate'): void {
  const system = api.runtime?.system;
  try {
    system?.enqueueSystemEvent?.(text, { sessionKey });
    system?.requestHeartbeat?.({ source: 'other', intent, reason: 'salience-pfc', sessionKey });
  } catch {
    api.logger.warn('salience-pfc: the gateway could not be asked for a turn');
  }
}
