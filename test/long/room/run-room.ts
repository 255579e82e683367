import {
  asPerson,
  createFakeModelServer,
  type FakeModelServer,
  type TestDatabase,
  until,
  type WebhookReceiver,
  webhookReceiver,
} from '@salience/testing';
import { pick } from '@salience/testing/load';
import {
  checkRoom,
  type PostedMessage,
  type RoomAgent,
  roomAgents,
  type RoomCheck,
  RoomListener,
  RoomSpeaker,
} from '@salience/testing/rooms';
import { Fleet, type Kill } from '../authorised-work/fleet.ts';
import { killBetween } from './between.ts';
import { arm, type Blow, blows, counts, points, worked } from './kill-plan.ts';
import { untilAtRest } from './rest.ts';
import type { Said } from './sayings.ts';

/** Where a run has its rows and its queues. */
export interface RoomStores {
  readonly database: TestDatabase;
  /** REDIS_URL, a prefix, or nothing. */
  readonly env: Readonly<Record<string, string>>;
}

/** What a run is. */
export interface RunOptions {
  readonly stores: RoomStores;
  readonly messages: readonly Said[];
  /** Kills, beside those at named points. */
  readonly kills: number;
  readonly random: () => number;
  /** Hears what happens. */
  readonly say: (line: string) => void;
}

/** What a run found. `violations`, `crashes` and `unmet` empty is the only good end. */
export interface RunReport extends RoomCheck {
  readonly kills: readonly Kill[];
  readonly crashes: readonly string[];
  /** What the apps logged as errors, and how often; of a run with kills some are expected. */
  readonly errors: Readonly<Record<string, number>>;
  /** How often a consumer died between the thoughts of a message and the hands that they move. */
  readonly between: number;
  /** Named points that nobody reached. */
  readonly unmet: readonly string[];
  /** Tries of people that were not told that the message is kept, by why. */
  readonly retries: Readonly<Record<string, number>>;
  readonly postedPerS: number;
  readonly durationS: number;
}

const room = '10';
const agentCount = 10;
const handsMax = 2;
const atOnce = 4;
const restMs = 240_000;
/** For every named point to be met after the talk. */
const patienceMs = 90_000;

interface Scene extends RunOptions {
  readonly fleet: Fleet;
  readonly agents: readonly RoomAgent[];
  readonly listeners: readonly RoomListener[];
  readonly speaker: RoomSpeaker;
  readonly posted: PostedMessage[];
  between: number;
  /** What is being said. */
  readonly underWay: Set<Promise<unknown>>;
  /** While it is there nobody begins to say anything. */
  silence: Promise<unknown> | undefined;
}

/** Has people talk in a room in which agents listen while anybody may be killed, waits for rest, and judges. Leaves nothing behind. */
export async function runRoom(options: RunOptions): Promise<RunReport> {
  const { say, stores } = options;
  const begun = performance.now();
  const webhook = await webhookReceiver();
  const model = await createFakeModelServer();
  const fleet = fleetOf(stores, webhook, model, say);
  const places = () => fleet.urls();
  const scene: Scene = {
    ...options,
    fleet,
    agents: await roomAgents(
      stores.database,
      Array.from({ length: agentCount }, (_, n) => `agent-${n + 1}`),
      webhook.url,
    ),
    listeners: Array.from({ length: 4 }, (_, n) => new RoomListener(`listener ${n + 1}`, room, places)),
    speaker: new RoomSpeaker(room, places),
    posted: [],
    between: 0,
    underWay: new Set(),
    silence: undefined,
  };
  try {
    const postedMs = await carriedOut(scene);
    const { heardTo, listeners } = await heardOut(scene);
    const met = new Set(fleet.kills.map(({ point }) => point));
    const unmet = Object.values(points)
      .flat()
      .filter((point) => !met.has(point));
    await fleet.stop();
    const judged = await checkRoom(stores.database, {
      room,
      agents: scene.agents.map(({ id }) => id),
      handsMax,
      posted: scene.posted,
      listeners,
      heardTo,
      received: webhook.received.map(({ headers }) => String(headers['webhook-id'])),
      modelCalls: model.requests().length,
    });
    return {
      ...judged,
      kills: fleet.kills,
      crashes: fleet.crashes,
      errors: Object.fromEntries(fleet.errors),
      between: scene.between,
      unmet,
      retries: scene.speaker.retries,
      postedPerS: Math.round((10_000 * scene.posted.length) / postedMs) / 10,
      durationS: Math.round((performance.now() - begun) / 1_000),
    };
  } catch (cause) {
    throw new Error(`The run did not come to its end. The apps wrote:\n${fleet.logs()}`, { cause });
  } finally {
    scene.speaker.breakOff();
    for (const listener of scene.listeners) listener.stop();
    await fleet.stop();
    await model.close();
    await webhook.close();
  }
}

function fleetOf(
  stores: RoomStores,
  webhook: WebhookReceiver,
  model: FakeModelServer,
  say: (line: string) => void,
): Fleet {
  const env = {
    ...stores.env,
    // Whoever would call a model calls one that counts.
    ...model.env,
    SALIENCE_EMBEDDER: 'off',
    SALIENCE_SWEEP_MS: '300',
    SALIENCE_CHANNEL_PRIVATE_HOSTS: webhook.host,
  };
  return new Fleet({ stores, env }, say);
}

/** The whole talk. Resolves with how long it took, in milliseconds, without what came before and after. */
async function carriedOut(scene: Scene): Promise<number> {
  const { fleet, listeners, random, say, stores } = scene;
  arm(fleet, random);
  await Promise.all(worked.map((app) => fleet.keep(app, counts[app])));
  await makeRoom(scene);
  await Promise.all(listeners.map((listener) => listener.start()));
  const begun = performance.now();
  await talk(scene);
  const tookMs = performance.now() - begun;
  say('everything was said');
  await untilMet(scene);
  await untilAtRest(stores.database, room, restMs);
  return tookMs;
}

async function makeRoom({ agents, fleet }: Scene): Promise<void> {
  const body = { id: room, kind: 'voice', hands_max: handsMax, agents: agents.map(({ name }) => name) };
  const made = await asked(fleet, '/rooms', 'POST', body);
  if (made !== 201) throw new Error(`The room was not made: ${made}`);
}

/** Some at once, each message until it is told as kept; kills and what moderators do come in between. */
async function talk(scene: Scene): Promise<void> {
  const { kills, messages, random, say } = scene;
  const due = blows(messages.length, kills, random);
  let next = 0;
  const one = async (): Promise<void> => {
    for (let n = next; n < messages.length; n = next) {
      next = n + 1;
      const blow = due.get(n);
      while (scene.silence !== undefined) await scene.silence;
      if (blow !== undefined) await struck(scene, blow, n);
      const work = sayAll(scene, n);
      scene.underWay.add(work);
      await work.finally(() => scene.underWay.delete(work));
      if (n % 15 === 14) pick(random, scene.listeners).breakOff();
      if (n % 500 === 499) say(`${n + 1} of ${messages.length}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
}

/** A kill; one between thought and hand in the silence of all others, so that it is met by whom it is meant for. */
async function struck(scene: Scene, blow: Blow, n: number): Promise<void> {
  if (blow !== 'between') return strike(scene, blow, n);
  const others = [...scene.underWay];
  scene.silence = Promise.allSettled(others).then(() => strike(scene, blow, n));
  await scene.silence.finally(() => {
    scene.silence = undefined;
  });
}

async function sayAll(scene: Scene, n: number): Promise<void> {
  await sayOne(scene, n);
  if (n % 5 === 4) await moderate(scene);
  if (n % 20 === 19) await answer(scene, n);
}

/** Each tenth message comes twice at once, the second time from another replica and the other way. */
async function sayOne({ messages, posted, speaker }: Scene, n: number): Promise<void> {
  const { speaker: name, text: content } = messages[n] as Said;
  const message = { id: `said-${n}`, content, name: name.slice(0, 64) };
  // Few names, or every speaker would have connections of their own.
  const once = (turn: number) => speaker.post({ ...message, name: `person ${name.length % 6}` }, turn);
  const told = await Promise.all(n % 10 === 9 ? [once(n), once(n + 1)] : [once(n)]);
  posted.push({ id: message.id, content, told });
}

/** The talk goes on, with hands that change, until nobody carries a named point any more. */
async function untilMet(scene: Scene): Promise<void> {
  const { fleet, posted, speaker } = scene;
  const deadline = performance.now() + patienceMs;
  for (let n = 0; fleet.left().length > 0 && performance.now() < deadline; n += 1) {
    const message = { id: `more-${n}`, content: 'Why is that so?' };
    const told = await speaker.post({ ...message, name: 'person 0' }, n);
    posted.push({ ...message, told: [told] });
    await moderate(scene);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

async function strike(scene: Scene, blow: Blow, n: number): Promise<void> {
  const { fleet, random, say, speaker, stores } = scene;
  say(`${n}: ${blow}`);
  if (blow !== 'between') return fleet.killOne(blow, random);
  const place = pick(random, fleet.urls());
  if (place === undefined) return;
  const { text } = scene.messages[n] as Said;
  const message = { id: `between-${n}`, content: text };
  const post = () =>
    fetch(`${place}/rooms/${room}/messages`, {
      method: 'POST',
      headers: { ...asPerson, 'content-type': 'application/json' },
      body: JSON.stringify(message),
    });
  const noticed = random() < 0.5;
  if (await killBetween({ database: stores.database, fleet, room, place, noticed, post })) scene.between += 1;
  // Its writer does not know what became of it, and says it again.
  const told = await speaker.post({ ...message, name: 'person 0' }, n);
  scene.posted.push({ ...message, told: [told] });
}

/** A moderator lowers a hand that is up: the next one has its place. */
async function moderate({ fleet, random, stores }: Scene): Promise<void> {
  const up = await stores.database.admin<{ agent: string }>(
    "select agent_id as agent from salience.pfc_hands where channel = $1 and state = 'raised'",
    [room],
  );
  if (up.length === 0) return;
  await asked(fleet, `/rooms/${room}/hands/${pick(random, up).agent}`, 'DELETE').catch(() => 0);
}

/** An agent says something by itself, with its key: its hand rests, and the others hear it. */
async function answer({ agents, fleet, posted, random }: Scene, n: number): Promise<void> {
  const { key } = pick(random, agents);
  const message = { id: `own-${n}`, content: 'I have looked at it, and it holds.' };
  for (let tries = 0; tries < 60; tries += 1) {
    const [place] = fleet.urls();
    const told = place === undefined ? undefined : await postAs(place, key, message).catch(() => undefined);
    if (told !== undefined) {
      posted.push({ ...message, told: [told] });
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`Nobody took what an agent said (${message.id})`);
}

async function postAs(place: string, key: string, message: object): Promise<number | undefined> {
  const response = await fetch(`${place}/rooms/${room}/messages`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(message),
    signal: AbortSignal.timeout(15_000),
  });
  const told = (await response.json()) as { readonly seq: number };
  return response.status === 201 ? told.seq : undefined;
}

async function asked(fleet: Fleet, path: string, method: string, body?: object): Promise<number> {
  const [place] = fleet.urls();
  if (place === undefined) return 0;
  const response = await fetch(`${place}${path}`, {
    method,
    headers: { ...asPerson, 'content-type': 'application/json' },
    signal: AbortSignal.timeout(15_000),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  await response.arrayBuffer();
  return response.status;
}

/** Waits until every client knows the last event; then presence ends with the clients. */
async function heardOut({ listeners, speaker, stores }: Scene) {
  speaker.breakOff();
  const last = async (): Promise<number> => {
    const [row] = await stores.database.admin<{ seq: number }>(
      'select seq::int as seq from salience.rooms where id = $1',
      [room],
    );
    return row?.seq ?? 0;
  };
  let before = -1;
  await until(
    async () => {
      const seq = await last();
      const isQuiet = seq === before && listeners.every((listener) => listener.seq === seq);
      before = seq;
      return isQuiet;
    },
    { what: 'every client to be shown the last event', timeoutMs: 60_000, everyMs: 3_000 },
  ).catch(() => undefined);
  return { heardTo: before, listeners: listeners.map((listener) => listener.stop()) };
}
