import { until } from '@salience/testing';
import { type AuthorisedResult, checkAuthorised, type HeldFolder } from '@salience/testing/authorised';
import { effectsOf } from './effects.ts';
import { errand, type Errand } from './errands.ts';
import { Fleet, type Kill } from './fleet.ts';
import { arm, chatPoints, counts, points, type Worked, worked } from './kill-plan.ts';
import { mailOf, makeOutside, type Outside } from './outside.ts';
import { home, listens, makePerson, type Person } from './person.ts';
import { untilAtRest } from './rest.ts';
import {
  folders,
  makeWorld,
  type MailboxName,
  mailboxNames,
  type Stores,
  untilAnchored,
  type World,
} from './world.ts';

/** What a run is. */
export interface RunOptions {
  readonly stores: Stores;
  /** Errands that are sent at once, one list after the other. Each round of them meets every kill. */
  readonly rounds: readonly (readonly Errand[])[];
  /** How long one process of an app stands still in each round, in milliseconds. */
  readonly freezeMs: Readonly<Partial<Record<Worked, number>>>;
  readonly random: () => number;
  /** Hears what happens. */
  readonly say: (line: string) => void;
}

/** What a run found. `violations`, `crashes` and `unmet` empty is the only good end. */
export interface RunReport extends AuthorisedResult {
  readonly kills: readonly Kill[];
  readonly crashes: readonly string[];
  /** What the apps logged as errors, and how often; of a run with outages some are expected. */
  readonly errors: Readonly<Record<string, number>>;
  /** Named points that nobody reached. */
  readonly unmet: readonly string[];
  readonly durationS: number;
}

const restMs = 120_000;
/** Longer than a person may wait with an answer. */
const waitMs = 86_400_000 + 1_000;

/** Carries out the errands while everybody who works on them is killed, waits for rest, and judges. Leaves nothing behind. */
export async function runAuthorised({
  freezeMs,
  random,
  rounds,
  say,
  stores,
}: RunOptions): Promise<RunReport> {
  const begun = performance.now();
  const errands = new Map<number, Errand>();
  const world = await makeWorld(stores, errands);
  const fleet = new Fleet(world, say);
  const outside = makeOutside(world, () => fleet.urls());
  const person = makePerson(world, errands, () => fleet.urls());
  const listening = listens(person);
  try {
    await Promise.race([
      carriedOut({ world, fleet, outside, person, errands, freezeMs, random, say }, rounds),
      listening.failed,
    ]);
    await listening.end();
    const unmet = unmetIn(fleet);
    await fleet.stop();
    const judged = await checkAuthorised({
      ownerUrl: stores.database.ownerUrl,
      witnesses: {
        mails: outside.mails,
        folders: heldFolders(world),
        messages: outside.messages,
        tasks: outside.tasks,
        answers: person.answers,
        effects: effectsOf(world),
      },
    });
    const { crashes, kills } = fleet;
    const errors = Object.fromEntries(fleet.errors);
    return {
      ...judged,
      kills,
      crashes,
      errors,
      unmet,
      durationS: Math.round((performance.now() - begun) / 1_000),
    };
  } catch (cause) {
    throw new Error(`The run did not come to its end. The apps wrote:\n${fleet.logs()}`, { cause });
  } finally {
    await listening.end().catch(() => undefined);
    await fleet.stop();
    await world.close();
  }
}

interface Scene {
  readonly world: World;
  readonly fleet: Fleet;
  readonly outside: Outside;
  readonly person: Person;
  readonly errands: Map<number, Errand>;
  readonly freezeMs: RunOptions['freezeMs'];
  readonly random: () => number;
  readonly say: (line: string) => void;
}

/** The whole run, to the rest at its end. */
async function carriedOut(scene: Scene, rounds: RunOptions['rounds']): Promise<void> {
  const { errands, fleet, outside, say, world } = scene;
  for (const [at, mailbox] of mailboxNames.entries()) {
    errands.set(at + 1, errand(at + 1, 'mail'));
    outside.deliver(mailbox, mailOf(at + 1), true);
  }
  arm(fleet, scene.random, 'first');
  await Promise.all(worked.map((app) => fleet.keep(app, counts[app])));
  await untilAnchored(world);
  await outside.addHook();
  for (const [at, round] of rounds.entries()) {
    say(`round ${at + 1} of ${rounds.length}`);
    if (at > 0) {
      arm(fleet, scene.random, 'later');
      await Promise.all(worked.map((app) => fleet.killAll(app)));
    }
    await answeredInChat(scene, 1_000 * at + 3);
    await underFire(scene, round);
    await untilMet(scene, 1_000 * at + 900);
    // Then nothing waits any more: a yes in the chat of the next round can mean only one request.
    say('nobody answers the rest in time');
    await world.clock.advance(waitMs);
    await untilAtRest(world, null, restMs);
  }
}

/**
 * A message that is let in, and a call that is allowed, by a yes in the chat; whoever hears it ends there. A yes counts only right behind what it answers, so where
 * something else was told in between, the next one is tried.
 */
async function answeredInChat(scene: Scene, first: number): Promise<void> {
  const { fleet, person, say, world } = scene;
  const before = fleet.kills.length;
  const heard = (): boolean => fleet.kills.slice(before).filter(({ app }) => app === 'digest').length >= 2;
  const hello = await person.say(home, 'Hello!');
  await until(
    async () =>
      (await world.stores.database.admin('select 1 from salience.turn_ends where turn_id = $1', [hello]))
        .length === 1,
    { what: 'the answer to a greeting', timeoutMs: 60_000, everyMs: 50 },
  );
  for (let n = first; n < first + 6 && !heard(); n += 2) {
    await yesInChat(scene, n);
    await until(heard, { what: 'both answers to be heard', timeoutMs: 30_000, everyMs: 50 }).catch(() =>
      say('an answer in the chat was not heard'),
    );
  }
  say('both answers in the chat were heard');
}

async function yesInChat({ errands, outside, person }: Scene, n: number): Promise<void> {
  const held = errand(n, 'hook-held', { says: { message: 'chat' } });
  const called = errand(n + 1, 'hook', { says: { call: 'chat' } });
  for (const one of [held, called]) errands.set(one.n, one);
  await Promise.all([outside.send(held), outside.send(called)]);
  await Promise.all([person.sayYesTo(held, 'message'), person.sayYesTo(called, 'call')]);
}

/** Sends errands in while the processes end at their points and by chance, mails are cut and numbered anew, and the queues lose what they hold. */
async function underFire(scene: Scene, round: readonly Errand[]): Promise<void> {
  const { errands, fleet, freezeMs, outside, person, random, say, world } = scene;
  const { mailServer, stores } = world;
  for (const one of round) errands.set(one.n, one);
  fleet.doom('digest', ...points.digest.map((point) => ({ points: [point] })));
  await fleet.keep('digest', fleet.count('digest') + points.digest.length);
  void fleet.keep('digest', counts.digest);
  const frozen = Promise.all(worked.map((app) => fleet.freezeOne(app, freezeMs[app] ?? 0, random)));
  mailServer.fail('cut-in-mail', 'cut-in-mail', 'refuse-fetch', 'blind-search');
  const half = Math.ceil(round.length / 2);
  const cancel = (some: readonly Errand[]) =>
    Promise.all(some.filter(({ cancelled }) => cancelled).map((one) => person.cancel(one)));
  await Promise.all(round.slice(0, half).map((one) => outside.send(one)));
  await cancel(round.slice(0, half));
  await fleet.killOne('consumer', random);
  say('the mailbox is numbered anew, and the queues are emptied');
  world.renumber('work');
  await stores.flush();
  await Promise.all([
    ...round.slice(half).map((one) => outside.send(one)),
    fleet.killOne('pulse-sensor', random),
    fleet.killOne('scheduler', random),
    stores.outage(),
    frozen,
  ]);
  again(outside, round);
  await cancel(round);
  mailServer.drop();
  await fleet.killOne('digest', random);
  await untilAtRest(world, errands, restMs);
}

/** Has the rest of the points met: whoever carries none of them ends, and whoever does gets the next errands. */
async function untilMet(
  { errands, fleet, outside, person, say, world }: Scene,
  first: number,
): Promise<void> {
  for (let n = first; n < first + 10 * moreWays.length && unmetIn(fleet).length > 0; n += moreWays.length) {
    say(`not met yet: ${unmetIn(fleet).join(', ')}`);
    const unmet = worked.filter((app) => unmetIn(fleet, app).length > 0);
    await Promise.all(unmet.map((app) => fleet.killFree(app)));
    const more = moreWays.map((way, at) => errand(n + at, way));
    for (const one of more) errands.set(one.n, one);
    await Promise.all([...more.map((one) => outside.send(one)), person.say(home, 'Are you there?')]);
    await untilAtRest(world, errands, restMs);
  }
}

/** One of each way that leads past every point. */
const moreWays = ['mail', 'club', 'hook', 'task'] as const;

function unmetIn(fleet: Fleet, app?: Worked): string[] {
  return fleet.left(app).filter((point) => !chatPoints.includes(point));
}

/** The same mails once more: with the same bytes, and with another header, as whoever replays one sends it. */
function again({ deliver }: Outside, round: readonly Errand[]): void {
  const [first, second] = round.filter(({ way }) => way === 'mail');
  if (first !== undefined) deliver('work', mailOf(first.n));
  if (second !== undefined) deliver('work', mailOf(second.n, { more: ['X-Sent: again'] }));
}

function heldFolders({ mailServer, numbering }: World): HeldFolder[] {
  return mailboxNames.map((mailbox: MailboxName) => ({
    mailbox,
    uidValidity: numbering(mailbox),
    mails: mailServer.mails(folders[mailbox]),
  }));
}
