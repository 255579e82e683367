import type { AppName } from '@salience/contracts';
import { faultsEnv, type SpawnedApp, spawnApp, type TestDatabase } from '@salience/testing';
import { pick } from '@salience/testing/load';

/** A kill -9 that happened: at a named point (one of several where a process carried them), or by chance. */
export interface Kill {
  readonly app: AppName;
  readonly point: string | null;
}

/** Points at one of which a process is to end. */
export interface Doom {
  readonly points: readonly string[];
  /** How often each may be passed before. */
  readonly after?: number;
}

/** What processes of a fleet are started with. */
export interface FleetSetting {
  readonly stores: { readonly database: TestDatabase };
  readonly env: Readonly<Record<string, string>>;
  /** More variables for one of an app's places: a process that ended is followed by one in its place. */
  readonly envAt?: (app: AppName, place: number) => Readonly<Record<string, string>>;
}

interface Slot {
  readonly app: AppName;
  readonly place: number;
  readonly process: SpawnedApp;
  doom: Doom | undefined;
  /** By us, at a moment of our own. */
  killed: boolean;
}

const patienceMs = 90_000;

/**
 * Processes of apps that are killed, and started again as a supervisor would while there are too few of their app. Each new one carries the next doom
 * that waits for its app.
 */
export class Fleet {
  readonly kills: Kill[] = [];
  /** Apps of which a process stood still for a while, once for each time. */
  readonly stood: AppName[] = [];
  /** Ends that nobody planned, as they were logged. */
  readonly crashes: string[] = [];
  /** What the apps logged as an error, and how often. */
  readonly errors = new Map<string, number>();
  readonly #setting: FleetSetting;
  readonly #say: (line: string) => void;
  readonly #slots = new Set<Slot>();
  readonly #wanted = new Map<AppName, number>();
  readonly #dooms = new Map<AppName, Doom[]>();
  readonly #starting = new Map<AppName, number[]>();
  #stopping = false;

  constructor(setting: FleetSetting, say: (line: string) => void) {
    this.#setting = setting;
    this.#say = say;
  }

  /** From now on so many processes of the app run. Resolves when they do; more than that end only by a kill. */
  async keep(app: AppName, count: number): Promise<void> {
    this.#wanted.set(app, count);
    await this.#refill(app);
  }

  /** The next processes of the app carry these, one each. */
  doom(app: AppName, ...dooms: readonly Doom[]): void {
    this.#dooms.set(app, [...(this.#dooms.get(app) ?? []), ...dooms]);
  }

  /** Takes back what the app's processes carry and what waits for them: who carries something ends, as by chance. */
  async forgive(app: AppName): Promise<void> {
    this.#dooms.delete(app);
    const doomed = [...this.#slots].filter((slot) => slot.app === app && slot.doom !== undefined);
    for (const slot of doomed) slot.doom = undefined;
    await Promise.all(doomed.map((slot) => this.#kill(slot)));
  }

  /** Points of the app, or of all, that nobody has met yet. */
  left(app?: AppName): string[] {
    const carried = [...this.#slots].flatMap((slot) =>
      app === undefined || slot.app === app ? (slot.doom ?? []) : [],
    );
    const waiting = [...this.#dooms].flatMap(([of, dooms]) => (app === undefined || of === app ? dooms : []));
    return [...carried, ...waiting].flatMap(({ points }) => points);
  }

  /** How many processes of the app run. */
  count(app: AppName): number {
    return [...this.#slots].filter((slot) => slot.app === app).length;
  }

  /** Where the consumers that are ready listen. */
  urls(): string[] {
    return [...this.#slots].flatMap(({ app, process }) =>
      app === 'consumer' && process.ready() ? [process.httpUrl()] : [],
    );
  }

  /** SIGKILL to the consumer that listens there, if it still runs. */
  async killAt(url: string): Promise<void> {
    const there = [...this.#slots].filter(
      ({ app, process }) => app === 'consumer' && process.ready() && process.httpUrl() === url,
    );
    await Promise.all(there.map((slot) => this.#kill(slot)));
  }

  /** SIGKILL to one of an app's processes, rather one that carries nothing; what it carried waits for the next. */
  async killOne(app: AppName, random: () => number): Promise<void> {
    const alive = [...this.#slots].filter((slot) => slot.app === app && slot.process.ready());
    const free = alive.filter(({ doom }) => doom === undefined);
    if (alive.length > 0) await this.#kill(pick(random, free.length === 0 ? alive : free));
  }

  /**
   * One of an app's processes stands still for so long, as on a machine that swaps, and then goes on as if nothing had been: longer than its lease, others have
   * taken over by then.
   */
  async freezeOne(app: AppName, ms: number, random: () => number): Promise<void> {
    const alive = [...this.#slots].filter((slot) => slot.app === app && slot.process.ready());
    if (alive.length === 0 || ms === 0) return;
    const { process } = pick(random, alive);
    process.signal('SIGSTOP');
    await new Promise((resolve) => setTimeout(resolve, ms));
    process.signal('SIGCONT');
    this.stood.push(app);
    this.#say(`${app} ${process.pid} stood still for ${ms} ms`);
  }

  /** SIGKILL to those of an app's processes that carry nothing, so that those that do get their work. */
  async killFree(app: AppName): Promise<void> {
    const free = [...this.#slots].filter((slot) => slot.app === app && slot.doom === undefined);
    await Promise.all(free.map((slot) => this.#kill(slot)));
  }

  /** SIGKILL to all of an app's processes. */
  async killAll(app: AppName): Promise<void> {
    await Promise.all([...this.#slots].filter((slot) => slot.app === app).map((slot) => this.#kill(slot)));
  }

  async #kill(slot: Slot): Promise<void> {
    if (slot.doom !== undefined) this.doom(slot.app, slot.doom);
    slot.doom = undefined;
    slot.killed = true;
    await slot.process.kill9();
  }

  /** What every process wrote last. */
  logs(): string {
    return [...this.#slots]
      .map(({ app, process }) => `== ${app} ${process.pid}\n${process.log().slice(-3_000)}`)
      .join('\n');
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await Promise.all([...this.#slots].map(({ process }) => process.stop()));
  }

  async #refill(app: AppName): Promise<void> {
    const taken = [...this.#slots].flatMap((slot) => (slot.app === app ? [slot.place] : []));
    const all = [...taken, ...(this.#starting.get(app) ?? [])];
    const missing = this.#stopping ? 0 : Math.max(0, (this.#wanted.get(app) ?? 0) - all.length);
    const free = Array.from({ length: all.length + missing }, (_, place) => place).filter(
      (place) => !all.includes(place),
    );
    await Promise.all(free.slice(0, missing).map((place) => this.#launch(app, place)));
  }

  async #launch(app: AppName, place: number): Promise<void> {
    const doom = this.#dooms.get(app)?.shift();
    const faults = (doom?.points ?? []).map(
      (point) => [point, { action: 'kill', after: doom?.after ?? 0 }] as const,
    );
    this.#starting.set(app, [...(this.#starting.get(app) ?? []), place]);
    const process = await spawnApp(app, {
      database: this.#setting.stores.database,
      env: {
        ...this.#setting.env,
        ...this.#setting.envAt?.(app, place),
        // One that is doomed takes one turn with it, as a machine of its own would.
        ...(app === 'digest' && doom !== undefined ? { SALIENCE_CONCURRENCY: '1' } : {}),
        ...faultsEnv(Object.fromEntries(faults)),
      },
      readyMs: 0,
      onOutput: (text) => this.#hear(app, text),
    });
    this.#starting.set(
      app,
      (this.#starting.get(app) ?? []).filter((other) => other !== place),
    );
    const slot: Slot = { app, place, process, doom, killed: false };
    this.#slots.add(slot);
    void process.exited.then((exit) => this.#ended(slot, exit));
    // Killed at its first step it never was ready; it is started again all the same.
    await process
      .untilReady(patienceMs)
      .catch((error: unknown) => this.#say(String(error).split('\n')[0] ?? ''));
  }

  #hear(app: AppName, text: string): void {
    for (const line of text.split('\n').filter((one) => one.startsWith('{"level":"error"'))) {
      const said = `${app}: ${errorIn(line)}`;
      this.errors.set(said, (this.errors.get(said) ?? 0) + 1);
    }
  }

  #ended(slot: Slot, exit: { readonly code: number | null; readonly signal: string | null }): void {
    this.#slots.delete(slot);
    if (this.#stopping) return;
    const { app, doom, killed, process } = slot;
    if (exit.signal === 'SIGKILL' && (killed || doom !== undefined)) {
      const point = doom?.points.join(' or ') ?? null;
      this.kills.push({ app, point });
      this.#say(`${app} ${process.pid} ended by kill -9${point === null ? '' : ` at ${point}`}`);
    } else {
      this.crashes.push(
        `${app} ended with ${String(exit.code ?? exit.signal)}: ${process.log().slice(-2_000)}`,
      );
      this.#say(`${app} ${process.pid} crashed: ${process.log().slice(-600)}`);
    }
    void this.#refill(app);
  }
}

/** What a line of a log says of an error; of one that came in pieces its beginning. */
function errorIn(line: string): string {
  try {
    const { err, error, msg } = JSON.parse(line) as {
      msg?: string;
      error?: string;
      err?: { message?: string };
    };
    return [msg, err?.message ?? error].filter((part) => part !== undefined).join(': ');
  } catch {
    return line.slice(0, 200);
  }
}
