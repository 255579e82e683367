import { setTimeout as pause } from 'node:timers/promises';
import type { AppName } from '@salience/contracts';
import { faultsEnv, type SpawnedApp, type SpawnOptions, spawnApp, until } from '@salience/testing';
import { pick } from '@salience/testing/load';
import { killProbability, type NamedKill } from './kill-plan.ts';
import type { FleetSize } from './options.ts';

/** A kill that happened. */
export interface Kill {
  /** Seconds since the start of the load. */
  readonly at: number;
  readonly what: string;
  /** The named point; null for a kill at a random moment. */
  readonly point: string | null;
}

/** An app that ended although nobody killed it. */
export interface Crash {
  readonly app: AppName;
  readonly code: number | null;
  readonly said: string;
}

interface Slot {
  readonly app: AppName;
  process: SpawnedApp | undefined;
  planted: NamedKill | undefined;
  /** Set when the harness itself kills, so that the exit is not taken for a crash. */
  doomed: boolean;
}

/** Processes that are started again when they end, as a supervisor would, with faults planted in one of each app. */
export class Fleet {
  readonly kills: Kill[] = [];
  readonly crashes: Crash[] = [];
  readonly #slots: Slot[] = [];
  readonly #named: NamedKill[];
  readonly #likely = new Map<AppName, number>();
  readonly #spawn: SpawnOptions;
  readonly #random: () => number;
  readonly #say: (line: string) => void;
  #startedAt = performance.now();
  #stopping = false;

  constructor(
    options: FleetSize,
    spawn: SpawnOptions,
    parts: { named: readonly NamedKill[]; random: () => number; say: (line: string) => void },
  ) {
    this.#spawn = spawn;
    this.#random = parts.random;
    this.#say = parts.say;
    this.#named = [...parts.named];
    for (const { app } of parts.named) {
      this.#likely.set(
        app,
        killProbability(options, app, parts.named.filter((kill) => kill.app === app).length),
      );
    }
    const add = (app: AppName, count: number): void => {
      for (let n = 0; n < count; n += 1)
        this.#slots.push({ app, process: undefined, planted: undefined, doomed: false });
    };
    add('consumer', options.consumers);
    add('digest', options.digests);
    add('memory-chunker', options.chunkers);
    add('episodic', options.episodics);
    add('scheduler', options.schedulers);
  }

  /** Starts every process; resolves when all are ready. */
  async start(): Promise<void> {
    await Promise.all(this.#slots.map((slot) => this.#launch(slot)));
    this.#startedAt = performance.now();
  }

  /** Where the consumers listen now. A consumer that starts again has another port. */
  consumerUrls(): string[] {
    return this.#slots.flatMap(({ app, process }) =>
      app === 'consumer' && process?.ready() === true ? [process.httpUrl()] : [],
    );
  }

  /**
   * SIGKILL to a random process of the app, once all of its processes run: how fast lanes are taken over says nothing
   * while there is nobody to take them. With `spareFirst` the app's first process is never chosen, so that one of each
   * can be watched over the whole run.
   */
  async killOne(app: AppName, { spareFirst = false } = {}): Promise<void> {
    const whole = () => this.#slots.every((slot) => slot.app !== app || slot.process?.ready() === true);
    await until(whole, { what: `every ${app} to run`, timeoutMs: 30_000 }).catch(() =>
      this.#say(`${app} is not whole`),
    );
    const alive = this.#slots
      .filter((slot) => slot.app === app)
      .slice(spareFirst ? 1 : 0)
      .filter((slot) => slot.process?.ready() === true);
    if (alive.length === 0) return;
    const slot = pick(this.#random, alive);
    slot.doomed = true;
    this.note(`${app} ${slot.process?.pid ?? 0}`, null);
    await slot.process?.kill9();
  }

  note(what: string, point: string | null): void {
    const at = Math.round((performance.now() - this.#startedAt) / 100) / 10;
    this.kills.push({ at, what, point });
    this.#say(`${at} s: killed ${what}${point === null ? '' : ` at ${point}`}`);
  }

  /** Planned kills whose point was not reached yet. */
  namedLeft(): NamedKill[] {
    return [
      ...this.#slots.flatMap(({ planted }) => (planted === undefined ? [] : [planted])),
      ...this.#named,
    ];
  }

  /** Takes the plan back: what starts from now on carries no fault. */
  disarm(): void {
    this.#named.length = 0;
  }

  /** The processes that run now, by app; the first slot of each app comes first. */
  processes(): { readonly app: AppName; readonly slot: number; readonly pid: number }[] {
    return this.#slots.flatMap(({ app, process }, slot) =>
      process === undefined ? [] : [{ app, slot, pid: process.pid }],
    );
  }

  logs(): { name: string; text: string }[] {
    return this.#slots.map(({ app, process }, index) => ({
      name: `${index}-${app}.log`,
      text: process?.log() ?? '',
    }));
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await Promise.all(this.#slots.map(({ process }) => process?.stop() ?? Promise.resolve(null)));
  }

  async #launch(slot: Slot): Promise<void> {
    const carried = this.#slots.some(
      (other) => other !== slot && other.app === slot.app && other.planted !== undefined,
    );
    const index = carried ? -1 : this.#named.findIndex((kill) => kill.app === slot.app);
    slot.planted = index < 0 ? undefined : this.#named.splice(index, 1)[0];
    slot.doomed = false;
    const faults =
      slot.planted === undefined
        ? {}
        : faultsEnv({
            [slot.planted.point]: { action: 'kill', probability: this.#likely.get(slot.app) ?? 1 },
          });
    const process = await spawnApp(slot.app, {
      ...this.#spawn,
      env: { ...this.#spawn.env, ...faults },
      readyMs: 0,
    });
    slot.process = process;
    void process.exited.then((exit) => this.#ended(slot, process, exit));
    await process.untilReady(60_000).catch((error: unknown) => {
      // Killed at its first step, or the store is away: it is started again all the same.
      if (this.#stopping) return;
      this.#say(String(error).split('\n')[0] ?? '');
    });
  }

  #ended(
    slot: Slot,
    process: SpawnedApp,
    exit: { code: number | null; signal: NodeJS.Signals | null },
  ): void {
    if (this.#stopping) return;
    if (!slot.doomed) {
      if (exit.signal === 'SIGKILL' && slot.planted !== undefined)
        this.note(`${slot.app} ${process.pid}`, slot.planted.point);
      else {
        const said = process
          .lines()
          .filter((line) => Number(line.level) >= 50 || line.level === 'fatal' || line.level === 'error')
          .slice(-1);
        this.crashes.push({ app: slot.app, code: exit.code, said: JSON.stringify(said).slice(0, 3_000) });
        // The point was never reached; its kill is still owed.
        if (slot.planted !== undefined) this.#named.unshift(slot.planted);
      }
    } else if (slot.planted !== undefined) this.#named.unshift(slot.planted);
    slot.planted = undefined;
    slot.process = undefined;
    void pause(100 + 900 * this.#random()).then(() => (this.#stopping ? undefined : this.#launch(slot)));
  }
}
