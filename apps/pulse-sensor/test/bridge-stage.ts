import type { Bridge, BridgeHandlers, BridgeMessage, PostOutcome } from '@salience/bridge';
import type { AgentId, TurnId } from '@salience/contracts';
import { type Database, newId, systemClock } from '@salience/database';
import { loadBridge, setBridge } from '@salience/database/bridges';
import { setFocus } from '@salience/database/pfc';
import { Minds } from '@salience/intake';
import { defineMetrics, silentLogger } from '@salience/telemetry';
import { type TestDatabase, testDatabase, testQueues, until } from '@salience/testing';
import { onTestFinished } from 'vitest';
import { createBridgeHearing } from '../src/bridge/hear-on-bridge.ts';
import { createBridgeHolder } from '../src/bridge/hold-bridges.ts';

/** A Bridge that is none but speaks the port of the client; whoever listens is told what is said. */
export interface PlayedBridge {
  /** Those that listen now. */
  readonly listeners: Set<BridgeHandlers>;
  readonly posts: { channel: string; text: string }[];
  readonly claims: string[];
  /** How the next claims and posts end, in order; then `ours` and `done`. */
  readonly claimsEnd: (Awaited<ReturnType<Bridge['claim']>> | 'throw')[];
  readonly postsEnd: PostOutcome[];
  /** Says something to whoever listens; resolves when it was taken. */
  say(message: Partial<BridgeMessage> & { readonly id: string }): Promise<void>;
}

/** A process that holds Bridges. */
export interface Holder {
  stop(): Promise<unknown>;
}

/** Sets a stage with one agent, Viktor, who listens to channel 10 with its voice and to plaza; to a played Bridge unless another is opened. */
export async function bridgeStage({ open }: { readonly open?: () => Bridge } = {}): Promise<{
  readonly database: TestDatabase;
  readonly db: Database;
  readonly agentId: AgentId;
  readonly played: PlayedBridge;
  readonly set: (more?: Partial<Parameters<typeof setBridge>[1]>) => Promise<boolean>;
  readonly hold: (leaseMs?: number, faults?: Record<string, () => Promise<void>>) => Holder;
  readonly end: (turnId: TurnId, reply: string | null, at?: Date) => Promise<void>;
  readonly shown: () => ReturnType<typeof loadBridge>;
  readonly thoughts: () => Promise<
    { type: string; words: string; overheard: boolean | null; turn: TurnId | null }[]
  >;
  readonly close: () => Promise<void>;
}> {
  const database = await testDatabase();
  const queues = await testQueues('postgres', database);
  const db = database.connect('salience_consumer');
  const sensor = database.connect('salience_pulse_sensor');
  const [agent] = await database.admin<{ id: AgentId }>('select id from salience.agents');
  const agentId = agent?.id as AgentId;
  const now = () => new Date();
  await setFocus(db, { agentId, channel: '10', now: now() });
  const played = playBridge();
  const holders: Holder[] = [];
  const hold = (leaseMs = 1_000, faults: Record<string, () => Promise<void>> = {}): Holder => {
    const deps = {
      clock: systemClock,
      db: sensor,
      fault: (point: string) => faults[point]?.() ?? Promise.resolve(),
      log: silentLogger,
      metrics: defineMetrics({ service: 'test', instanceId: newId('worker'), processMetrics: false }),
      queues,
      workerId: newId('worker'),
      host: 'test',
      approvalMs: 60_000,
      leaseMs,
    };
    const stop = new AbortController();
    const run = createBridgeHolder({
      ...deps,
      open: open ?? (() => played.opened),
      hear: createBridgeHearing(deps, new Minds(sensor), 'UTC'),
    });
    const ended = run(stop.signal, () => undefined);
    const holder: Holder = {
      stop: () => {
        stop.abort();
        return ended;
      },
    };
    holders.push(holder);
    onTestFinished(async () => void (await holder.stop()));
    return holder;
  };
  return {
    database,
    db,
    agentId,
    played,
    hold,
    set: (more = {}) =>
      setBridge(db, {
        url: 'https://bridge.test',
        key: 'k',
        channels: ['10', 'plaza'],
        selfNames: ['Viktor'],
        mentionNames: ['Viktor'],
        agentId,
        now: now(),
        ...more,
      }),
    async end(turnId, reply, at = now()) {
      await database.admin(
        `with t as (update salience.turns set state = 'answered', ended_at = $3 where id = $1 returning *)
         insert into salience.turn_ends (turn_id, agent_id, thread_id, seq, kind, fence, ended_at, reply)
         select id, agent_id, thread_id, seq, 'answered', 0, $3, $2 from t`,
        [turnId, reply, at],
      );
    },
    shown: () => loadBridge(db, agentId),
    thoughts: () =>
      database.admin(
        `select m.thought_type as type, coalesce(m.content, t.text) as words, t.overheard, t.id as turn from salience.pfc_monologue m
         left join salience.turns t on t.id = m.turn_id order by m.id`,
      ),
    close: async () => {
      // Each looks for Bridges in the database until it is stopped; hooks run before what a test does when it has finished.
      await Promise.all(holders.map((holder) => holder.stop()));
      await queues.close();
      await database.close();
    },
  };
}

function playBridge(): PlayedBridge & { readonly opened: Bridge } {
  const listeners = new Set<BridgeHandlers>();
  const posts: PlayedBridge['posts'] = [];
  const claims: string[] = [];
  const claimsEnd: PlayedBridge['claimsEnd'] = [];
  const postsEnd: PostOutcome[] = [];
  const opened: Bridge = {
    raiseHand: () => Promise.resolve({ kind: 'done' }),
    lowerHand: () => Promise.resolve({ kind: 'done' }),
    history: () => Promise.resolve({ messages: [], refused: 0, hasMore: false }),
    claim(messageId) {
      claims.push(messageId);
      const end = claimsEnd.shift() ?? 'ours';
      return end === 'throw' ? Promise.reject(new Error('the process ended')) : Promise.resolve(end);
    },
    post(channel, text) {
      posts.push({ channel, text });
      return Promise.resolve(postsEnd.shift() ?? { kind: 'done', id: '900' });
    },
    async listen(_channels, handlers, signal) {
      const failed = Promise.withResolvers<void>();
      const own: BridgeHandlers = {
        ...handlers,
        onMessage: (message) =>
          handlers.onMessage(message).catch((error: unknown) => {
            failed.reject(error);
            throw error;
          }),
      };
      listeners.add(own);
      handlers.connected();
      const stop = (): void => failed.resolve();
      signal.addEventListener('abort', stop, { once: true });
      if (signal.aborted) stop();
      try {
        await failed.promise;
      } finally {
        listeners.delete(own);
      }
    },
  };
  return {
    listeners,
    posts,
    claims,
    claimsEnd,
    postsEnd,
    opened,
    async say(message) {
      const [listener] = await until(() => (listeners.size > 0 ? [...listeners] : undefined), {
        what: 'a listener',
      });
      await listener?.onMessage({
        channel: '10',
        channelName: null,
        author: 'Lance',
        authorId: '7',
        authorIsAgent: false,
        content: 'hello',
        targets: [],
        at: new Date().toISOString(),
        ...message,
      });
    },
  };
}
