import type { ExchangeId, ThreadId } from '@salience/contracts';
import type { ClaimedTurn } from '@salience/database/turns';
import { type OverheardExchange, saveOverheard } from '@salience/database/recall';
import { messageOf } from '@salience/errors';
import type { BoundaryState } from '@salience/topics';
import {
  type Classified,
  classify,
  type ClassifiedBy,
  type ClassifiedTurn,
  openedBy,
  teachingOf,
  topicOf,
} from './classify.ts';
import type { Deps } from './deps.ts';
import type { HandedOn, Overheard } from './hand-on.ts';
import { codeOf } from './recall.ts';

/** What is kept of a message until its turn comes. */
interface Waiting {
  readonly handedOn: HandedOn;
  readonly exchangeId: ExchangeId;
  readonly hasTopic: boolean;
  readonly turn: ClassifiedTurn & Pick<ClaimedTurn['turn'], 'trust'>;
  readonly said: Date;
  readonly snapshot: ClassifiedBy;
}

interface Found {
  readonly exchange: OverheardExchange;
  readonly waiting: Waiting;
  readonly classified: Classified | undefined;
}

/** Where overheard talk stands, which the thread's own state does not follow. */
interface Talk {
  readonly boundary: BoundaryState;
  readonly topicId: Classified['topicId'];
}

type OverheardDeps = Pick<
  Deps,
  'clock' | 'db' | 'embedder' | 'embeds' | 'handOn' | 'log' | 'recall' | 'topics'
>;
type Talks = Map<ThreadId, Talk>;

/** Messages of one agent that are saved together. */
const batchMax = 32;
/** How long the first message of a batch waits for others. */
const gatherMs = 250;
/** Messages that may wait. More go to memory as they are: episodic makes the code of an exchange that has none. */
const waitingMax = 1_000;
/** Threads whose talk is followed, about 4 kB each. */
const talksMax = 500;

/**
 * Makes the background of a digest worker. It embeds one message at a time, in the order of arrival. Nothing is lost with the worker: the exchange
 * is committed, words find it, memory's sweep finds it, and episodic makes its code; only its topic stays that of what surrounds it.
 */
export function createOverheard(deps: OverheardDeps): Overheard {
  const waiting: Waiting[] = [];
  const talks: Talks = new Map();
  let work: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  const run = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    while (waiting[0] !== undefined) {
      const { agentId } = waiting[0].handedOn;
      const end = waiting.findIndex(({ handedOn }) => handedOn.agentId !== agentId);
      const batch = waiting.splice(0, Math.min(end < 0 ? waiting.length : end, batchMax));
      await save(deps, talks, batch).catch((error: unknown) =>
        deps.log.warn(
          { agentId, cause: messageOf(error) },
          'overheard messages go to memory without topic and code',
        ),
      );
      for (const { handedOn } of batch) deps.handOn.add(handedOn);
    }
  };
  const start = (): Promise<void> => {
    work ??= run().finally(() => {
      work = undefined;
    });
    return work;
  };
  return {
    add({ exchangeId, hasTopic, step, ...handedOn }) {
      const { snapshot, turn } = step;
      if (!deps.embeds || turn.text.trim() === '' || waiting.length >= waitingMax) {
        deps.handOn.add(handedOn);
        return;
      }
      const { agent_id, id, said_at, text, trust } = turn;
      const turnOf = { agent_id, id, text, trust };
      const said = new Date(said_at);
      waiting.push({ handedOn, exchangeId, hasTopic, turn: turnOf, said, snapshot: neededOf(snapshot) });
      if (work === undefined) timer ??= setTimeout(() => void start(), gatherMs);
    },
    async flush() {
      while (waiting.length > 0 || work !== undefined) await start();
    },
  };
}

/** What a topic depends on, without the texts of the snapshot. */
function neededOf({ agent, focus, history, thread, topicName }: ClaimedTurn['snapshot']): ClassifiedBy {
  const { boundary, confidence, session, topic_id } = thread;
  return {
    agent: { settings: agent.settings },
    thread: { boundary, confidence, session, topic_id },
    topicName,
    history: history.slice(-1).map(({ reply }) => ({ reply })),
    focus,
  };
}

async function save(deps: OverheardDeps, talks: Talks, batch: readonly Waiting[]): Promise<void> {
  const found: Found[] = [];
  for (const message of batch) found.push(await find(deps, talks, message));
  const made = found.filter(({ exchange }) => exchange.code !== null || exchange.topic !== null);
  const [first] = made;
  if (first === undefined) return;
  const exchanges = made.map(({ exchange }) => exchange);
  const { agentId } = first.waiting.handedOn;
  const { saved, xid } = await saveOverheard(deps.db, agentId, exchanges, await deps.clock.now());
  const topicIds = new Map(saved.map(({ id, topicId }) => [id, topicId]));
  for (const { classified, exchange, waiting } of made) {
    const topicId = topicIds.get(exchange.id);
    if (classified === undefined || !topicId) continue;
    const { said, turn } = waiting;
    deps.topics.said(agentId, {
      turnId: turn.id,
      topicId,
      xid,
      saidAt: said.getTime(),
      vector: teachingOf(classified),
      made: openedBy(classified),
    });
  }
}

async function find(deps: OverheardDeps, talks: Talks, message: Waiting): Promise<Found> {
  const { exchangeId: id, handedOn, hasTopic, said, snapshot, turn } = message;
  const { threadId } = handedOn;
  const classified = await classify(
    deps,
    turn,
    followed(snapshot, talks.get(threadId)),
    said,
    deps.topics.lately(turn.agent_id),
  );
  const { boundary, topicId, vector } = classified;
  const code = await codeOf(deps, vector);
  const stored = { id, code: code?.code ?? null, modelId: code?.codeModelId ?? deps.embedder.modelId };
  if (hasTopic || vector === undefined)
    return { exchange: { ...stored, topic: null, vector: null }, waiting: message, classified: undefined };
  keepTalk(talks, threadId, { boundary, topicId });
  const topic = topicOf(deps, turn.trust, classified);
  const taught = teachingOf(classified);
  const teaches = taught === null ? null : Buffer.from(taught).toString('base64');
  return { exchange: { ...stored, topic, vector: teaches }, waiting: message, classified };
}

/** A thread's state as its overheard talk has moved on since; where the agent took part later, that counts. */
function followed(snapshot: ClassifiedBy, talk: Talk | undefined): ClassifiedBy {
  const { thread } = snapshot;
  const own = (thread.boundary as BoundaryState | null)?.lastAt ?? Number.NEGATIVE_INFINITY;
  if (talk === undefined || (talk.boundary.lastAt ?? 0) < own) return snapshot;
  return {
    ...snapshot,
    thread: { ...thread, boundary: talk.boundary, topic_id: talk.topicId },
    topicName: null,
  };
}

function keepTalk(talks: Talks, threadId: ThreadId, talk: Talk): void {
  talks.delete(threadId);
  talks.set(threadId, talk);
  for (const oldest of talks.keys()) {
    if (talks.size <= talksMax) break;
    talks.delete(oldest);
  }
}
