import { until } from '@salience/testing';
import { checkPulse, type PulseResult } from '@salience/testing/pulse';
import { Fleet, type Kill } from '../authorised-work/fleet.ts';
import { type Critic, makeCritic } from './feedback.ts';
import { arm, counts, points, racedPoints, worked } from './kill-plan.ts';
import { declaredHook } from './modules.ts';
import { untilAtRest } from './rest.ts';
import { makeStage, type PulseStores, type Stage, untilSensed } from './stage.ts';
import { type TreeWriter, writeTree } from './tree-writer.ts';

/** What a run is. */
export interface RunOptions {
  readonly stores: PulseStores;
  /** Each round meets every kill. */
  readonly rounds: number;
  /** Doings with files in each round. */
  readonly files: number;
  /** How long one process of an app stands still in each round, in milliseconds. */
  readonly freezeMs: number;
  readonly random: () => number;
  /** Hears what happens. */
  readonly say: (line: string) => void;
}

/** What a run found. `violations`, `crashes` and `unmet` empty is the only good end. */
export interface RunReport extends PulseResult {
  readonly kills: readonly Kill[];
  readonly crashes: readonly string[];
  /** What the apps logged as errors, and how often; of a run with outages some are expected. */
  readonly errors: Readonly<Record<string, number>>;
  /** How often a process stood still for longer than its leases. */
  readonly stood: number;
  /** Named points that nobody reached. */
  readonly unmet: readonly string[];
  /** What was done with files, and how often. */
  readonly done: Readonly<Record<string, number>>;
  readonly durationS: number;
}

const restMs = 180_000;
/** For a point to be met. */
const patienceMs = 120_000;
const dayMs = 86_400_000;
/** Past the pause of every module. */
const stepMs = 31_000;

interface Scene extends RunOptions {
  readonly stage: Stage;
  readonly fleet: Fleet;
  readonly writer: TreeWriter;
  readonly critic: Critic;
  readonly dropped: string[];
  /** Of the last message of a hook. */
  hooks: number;
}

/** Changes the world while everybody who watches it is killed, waits for rest, and judges. Leaves nothing behind. */
export async function runPulse(options: RunOptions): Promise<RunReport> {
  const { random, say, stores } = options;
  const begun = performance.now();
  const stage = await makeStage(stores);
  const fleet = new Fleet(stage, say);
  const writer = writeTree(stage.roots, stage.undeclared, random);
  const critic = makeCritic(stage, random);
  const scene: Scene = { ...options, stage, fleet, writer, critic, dropped: [], hooks: 0 };
  try {
    await carriedOut(scene);
    const met = new Set(fleet.kills.map(({ point }) => point));
    const unmet = [...points, ...racedPoints].filter((point) => !met.has(point));
    await fleet.stop();
    const judged = await checkPulse({
      ownerUrl: stores.database.ownerUrl,
      witnesses: {
        modules: stage.modules,
        homes: stage.homes,
        roots: stage.roots,
        untouched: stage.untouched,
        dropped: scene.dropped,
        pages: stage.pages.hashes(),
        labels: critic.labels,
      },
    });
    return {
      ...judged,
      kills: fleet.kills,
      crashes: fleet.crashes,
      errors: Object.fromEntries(fleet.errors),
      stood: fleet.stood.length,
      unmet,
      done: writer.done,
      durationS: Math.round((performance.now() - begun) / 1_000),
    };
  } catch (cause) {
    throw new Error(`The run did not come to its end. The apps wrote:\n${fleet.logs()}`, { cause });
  } finally {
    await fleet.stop();
    await stage.close();
  }
}

async function carriedOut(scene: Scene): Promise<void> {
  const { fleet, random, rounds, say, stage } = scene;
  await Promise.all(worked.map((app) => fleet.keep(app, counts[app])));
  await untilSensed(stage);
  say('everything was looked at once');
  for (let round = 1; round <= rounds; round += 1) {
    say(`round ${round} of ${rounds}`);
    // Before a page is held by somebody who is gone: its lease is a long one.
    await raced(scene, 'pulse.page-polled');
    arm(fleet, random, round === 1 ? 'first' : 'later');
    await underFire(scene);
    await untilMet(scene);
    await raced(scene, 'pulse.model-trained');
    await raced(scene, 'pulse.model-saved');
    await drops(scene);
    await untilAtRest(stage, restMs);
    say('at rest');
  }
  await overBudget(scene);
}

/** Changes the world while sensors end at their points and by chance, stand still, and a store goes. */
async function underFire(scene: Scene): Promise<void> {
  const { files, fleet, random, stage, writer } = scene;
  await fleet.killAll('pulse-sensor');
  let frozen: Promise<void> | undefined;
  for (let n = 0; n < files; n += 1) {
    await writer.act();
    if (n % 6 === 5) await everythingElse(scene);
    if (n === Math.floor(files / 4)) writer.burst(30);
    if (n === Math.floor(files / 5)) frozen = freezeReady(scene);
    if (n === Math.floor(files / 3)) await fleet.killOne('digest', random);
    if (n === Math.floor(files / 2)) await fleet.killOne('scheduler', random);
    if (n === Math.floor((2 * files) / 3)) await fleet.killOne('pulse-sensor', random);
    if (n === Math.floor((3 * files) / 4)) await stage.stores.outage();
  }
  await frozen;
}

/** One of the sensors stands still for longer than its leases, as soon as one works. */
async function freezeReady({ fleet, freezeMs, random }: Scene): Promise<void> {
  const before = fleet.stood.length;
  await until(
    async () => {
      await fleet.freezeOne('pulse-sensor', freezeMs, random);
      return fleet.stood.length > before;
    },
    { what: 'a sensor to stand still', timeoutMs: 60_000 },
  );
}

/** Has a point met that only one of the sensors passes: each carries it. */
async function raced(scene: Scene, point: (typeof racedPoints)[number]): Promise<void> {
  const { fleet, stage } = scene;
  fleet.doom('pulse-sensor', ...Array.from(stage.homes, () => ({ points: [point] })));
  await fleet.killFree('pulse-sensor');
  await untilMet(scene, fleet.left().length - 1);
  await fleet.forgive('pulse-sensor');
}

/** Goes on until no more than `rest` points are left that nobody met. */
async function untilMet(scene: Scene, rest = 0): Promise<void> {
  const { fleet, say, writer } = scene;
  const deadline = performance.now() + patienceMs;
  for (let n = 0; performance.now() < deadline && fleet.left().length > rest; n += 1) {
    if (n % 5 === 4) say(`not met yet: ${fleet.left().join(', ')}`);
    for (let act = 0; act < 3; act += 1) await writer.act();
    await everythingElse(scene);
    await new Promise((resolve) => setTimeout(resolve, 600));
  }
}

/** A page, a message of a hook, labels, and time that goes on. */
async function everythingElse(scene: Scene): Promise<void> {
  const { critic, random, stage } = scene;
  const { actors, clock, pages } = stage;
  pages.change(Math.floor(pages.urls.length * random()));
  const n = (scene.hooks += 1);
  const text = n % 3 === 0 ? `Build ${n} failed.` : `Build ${n} passed.`;
  for (const hook of [declaredHook, 'other'])
    await actors.takeHook({ hook, n, text, now: await clock.now() });
  await critic.look();
  await clock.advance(stepMs);
}

/** Files that matter and that nothing else touches, two in each folder. */
async function drops({ dropped, stage, writer }: Scene): Promise<void> {
  for (const root of stage.roots) dropped.push(writer.drop(root, false), writer.drop(root, true));
  await stage.clock.advance(stepMs);
}

/** The last day: what it does not let through is told on the next one. */
async function overBudget(scene: Scene): Promise<void> {
  const { fleet, say, stage } = scene;
  await stage.actors.limitWakes(0);
  // What a module has learned may keep some back by itself.
  for (let n = 0; n < 10 && (await untold(stage)) === 0; n += 1) {
    await drops(scene);
    await everythingElse(scene);
    await untilAtRest(stage, restMs);
  }
  await stage.clock.advance(dayMs);
  await stage.actors.limitWakes(100_000);
  say('the day is over');
  // Whoever begins looks for what is to be told.
  await fleet.killAll('pulse-sensor');
  await until(async () => (await untold(stage)) === 0, {
    what: 'the digest of the day',
    timeoutMs: 120_000,
    everyMs: 500,
  });
  await untilAtRest(stage, restMs);
}

/** Activations that the day's budget kept back and nobody has told. */
async function untold({ stores }: Stage): Promise<number> {
  const rows = await stores.database.admin(
    "select 1 from salience.activations where state = 'told' and turn_id is null",
  );
  return rows.length;
}
