import { join } from 'node:path';
import type { RecordedProcess } from '../home/run-file.ts';
import {
  defaultTiming,
  type ProcessSpec,
  type SupervisorEvent,
  type SupervisorTiming,
} from './process-spec.ts';
import { SupervisedProcess, type Surroundings } from './supervised-process.ts';

/** What a fleet is made from. */
export interface FleetOptions {
  readonly processes: readonly ProcessSpec[];
  /** Folder for one log per process. */
  readonly logs: string;
  readonly timing?: Partial<SupervisorTiming>;
  readonly onEvent?: (event: SupervisorEvent) => void;
  /** Called whenever the set of running processes changed, to be recorded. */
  readonly onProcesses?: (processes: readonly RecordedProcess[]) => void;
  readonly suspect?: Surroundings['suspect'];
}

/** How a fleet is stopped; all in milliseconds from the call. */
export interface StopPlan {
  /** The next stage begins when the present one has ended, or after this long. */
  readonly stageMs: number;
  /** What still runs then is ended by force. */
  readonly forceMs: number;
}

/** The default: a consumer gets a moment to finish its streams, everything has ended after 14 s. */
const defaultStopPlan: StopPlan = { stageMs: 3_000, forceMs: 14_000 };

/** The processes of one machine under one supervisor. */
export class Fleet {
  readonly #members: readonly SupervisedProcess[];

  constructor(options: FleetOptions) {
    const tell = (event: SupervisorEvent): void => {
      options.onEvent?.(event);
      if (event.kind === 'spawned' || event.kind === 'ended') options.onProcesses?.(this.processes());
    };
    this.#members = options.processes.map(
      (spec) =>
        new SupervisedProcess(spec, {
          logFile: join(options.logs, `${spec.name}.log`),
          timing: { ...defaultTiming, ...options.timing },
          tell,
          ...(options.suspect === undefined ? {} : { suspect: options.suspect }),
        }),
    );
  }

  /** Starts every process; resolves when all are ready, rejects with `cli.app-start` when one will not be. */
  async start(): Promise<void> {
    for (const member of this.#members) member.start();
    await Promise.all(this.#members.map((member) => member.firstReady));
  }

  /** The processes that run now. */
  processes(): RecordedProcess[] {
    return this.#members.map((member) => member.process).filter((process) => process !== undefined);
  }

  /** Stops stage by stage, then by force; resolves with the names of those that had to be forced. */
  async stop(plan: StopPlan = defaultStopPlan): Promise<readonly string[]> {
    const forced: string[] = [];
    const running = new Set(this.#members);
    const force = setTimeout(() => {
      for (const member of running) {
        forced.push(member.spec.name);
        member.kill();
      }
    }, plan.forceMs);
    const stages = [...new Set(this.#members.map((member) => member.spec.stopStage))].sort((a, b) => a - b);
    const ends: Promise<void>[] = [];
    for (const stage of stages) {
      const members = this.#members.filter((member) => member.spec.stopStage === stage);
      const ended = Promise.all(members.map((member) => member.stop().then(() => running.delete(member))));
      ends.push(ended.then(() => undefined));
      await within(ended, plan.stageMs);
    }
    await Promise.all(ends);
    clearTimeout(force);
    return forced;
  }
}

async function within(work: Promise<unknown>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, late]);
  clearTimeout(timer);
}
