import {
  episodeBuildJob,
  memoryChunkJob,
  pageSchema,
  queueViewSchema,
  turnDigestJob,
  workerViewSchema,
} from '@salience/contracts';

/** The queue that each working app empties. */
const QUEUE_OF: Readonly<Record<string, string>> = {
  digest: turnDigestJob.queue,
  'memory-chunker': memoryChunkJob.queue,
  episodic: episodeBuildJob.queue,
};

const FRESH_MS = 4_000;
const ASK_MS = 3_000;

const workersSchema = pageSchema(workerViewSchema).pick({ items: true });
const queuesSchema = pageSchema(queueViewSchema).pick({ items: true });

/**
 * Says of an app whose process answers that it is hung all the same: its heartbeat is lost while jobs wait in
 * its queue. Knows it from the consumer; while that cannot be asked, nobody is suspected.
 */
export function createSuspect(url: string): (app: string, pid: number) => Promise<string | undefined> {
  let asked: { readonly at: number; readonly view: Promise<FleetView | undefined> } | undefined;
  return async (app, pid) => {
    const queue = QUEUE_OF[app];
    if (queue === undefined) return undefined;
    if (asked === undefined || Date.now() - asked.at > FRESH_MS) asked = { at: Date.now(), view: ask(url) };
    const view = await asked.view;
    const waiting = view?.waiting.get(queue) ?? 0;
    return view?.lost.has(pid) === true && waiting > 0
      ? `its heartbeat is lost while ${waiting} jobs wait in ${queue}`
      : undefined;
  };
}

interface FleetView {
  readonly lost: ReadonlySet<number>;
  readonly waiting: ReadonlyMap<string, number>;
}

async function ask(url: string): Promise<FleetView | undefined> {
  try {
    const signal = AbortSignal.timeout(ASK_MS);
    const [workers, queues] = await Promise.all(
      ['/workers', '/queues'].map(async (path) => (await fetch(url + path, { signal })).json()),
    );
    const lost = workersSchema.parse(workers).items.filter(({ state }) => state === 'lost');
    const depths = queuesSchema.parse(queues).items.map(({ queue, waiting }) => [queue, waiting] as const);
    return { lost: new Set(lost.map(({ pid }) => pid)), waiting: new Map(depths) };
  } catch {
    // Away, starting, or asking for a key: then this view has nothing to say, the health addresses still do.
    return undefined;
  }
}
