import { randomUUID } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { messageOf } from '@salience/errors';
import type { QueueLog } from './queue-connection.ts';
import type { Signals } from './signals.ts';

/** What a request may take, as it is sent: a signal carries 4,000 bytes. */
const requestMax = 3_500;
/** Bytes of an answer in one signal, and how many signals it may take. */
const partMax = 3_500;
const partsMax = 64;
/** Bytes of an answer when it is unpacked. */
const answerMax = 4_000_000;
/** Answers that a worker makes at once; what comes beyond is refused, and the asker does the work. */
const atOnce = 4;

/** What travels to a worker. */
interface Request {
  readonly id: string;
  /** The name under which the asker hears. */
  readonly from: string;
  readonly body: string;
}

/** A part of what comes back; `of` 0: refused. */
interface Part {
  readonly id: string;
  readonly n: number;
  readonly of: number;
  readonly part: string;
}

/** Asks workers by name. */
export interface Asker {
  /** The answer; undefined if the worker refused, is away, or has not answered in time. Never rejects: it is the asker who does without. */
  ask(worker: string, body: string, withinMs: number): Promise<string | undefined>;
  /** Hears no more. */
  stop(): Promise<void>;
}

/** Makes an asker with a name of its own. Hears from the first question on. */
export function createAsker(signals: Signals, name: string): Asker {
  const open = new Map<string, (part: Part) => void>();
  const own = `${name}.${randomUUID()}`;
  let hearing: Promise<() => Promise<void>> | undefined;
  const hear = (): Promise<() => Promise<void>> => {
    hearing ??= signals
      .listen(answersTo(own), (text) => {
        const part = readPart(text);
        if (part !== undefined) open.get(part.id)?.(part);
      })
      .catch((error: unknown) => {
        hearing = undefined;
        throw error;
      });
    return hearing;
  };
  return {
    async ask(worker, body, withinMs) {
      const id = randomUUID();
      const request = JSON.stringify({ id, from: own, body } satisfies Request);
      if (Buffer.byteLength(request) > requestMax) return undefined;
      const { promise, resolve } = Promise.withResolvers<string | undefined>();
      const timer = setTimeout(() => resolve(undefined), withinMs);
      const parts = new Map<number, string>();
      open.set(id, ({ n, of, part }) => {
        if (of < 1 || of > partsMax) return resolve(undefined);
        parts.set(n, part);
        if (parts.size === of) resolve(joined(parts));
      });
      const send = async (): Promise<void> => {
        await hear();
        if (!(await signals.send(requestsTo(worker), request))) resolve(undefined);
      };
      send().catch(() => resolve(undefined));
      try {
        return await promise;
      } finally {
        clearTimeout(timer);
        open.delete(id);
      }
    },
    async stop() {
      await (await hearing?.catch(() => undefined))?.();
    },
  };
}

/**
 * Answers what is asked of a worker by its name. `answer` returns undefined to refuse; a failure is refused too. Resolves with the function that ends
 * it. Rejects with `queues.unavailable`.
 */
export function answerRequests(
  signals: Signals,
  worker: string,
  answer: (body: string) => Promise<string | undefined>,
  log: QueueLog,
): Promise<() => Promise<void>> {
  let underWay = 0;
  const carryOut = async ({ body, from, id }: Request): Promise<void> => {
    const text = underWay < atOnce ? await counted(() => answer(body)) : undefined;
    const packed = text === undefined ? '' : gzipSync(text, { level: 1 }).toString('base64');
    const of = Math.ceil(packed.length / partMax);
    const parts =
      of > partsMax ? [] : Array.from({ length: of }, (_, n) => packed.slice(n * partMax, (n + 1) * partMax));
    const refused: Part = { id, n: 0, of: 0, part: '' };
    const sent = parts.length === 0 ? [refused] : parts.map((part, n): Part => ({ id, n, of, part }));
    await Promise.all(sent.map((part) => signals.send(answersTo(from), JSON.stringify(part))));
  };
  const counted = async (run: () => Promise<string | undefined>): Promise<string | undefined> => {
    underWay += 1;
    try {
      return await run();
    } catch (error) {
      log.warn({ error: messageOf(error) }, 'A question of another process could not be answered');
      return undefined;
    } finally {
      underWay -= 1;
    }
  };
  return signals.listen(requestsTo(worker), (text) => {
    const request = readRequest(text);
    if (request === undefined) return;
    carryOut(request).catch((error: unknown) =>
      log.warn({ error: messageOf(error) }, 'An answer to another process could not be sent'),
    );
  });
}

function joined(parts: ReadonlyMap<number, string>): string | undefined {
  const packed = Array.from({ length: parts.size }, (_, n) => parts.get(n) ?? '').join('');
  try {
    return gunzipSync(Buffer.from(packed, 'base64'), { maxOutputLength: answerMax }).toString();
  } catch {
    return undefined;
  }
}

/** Undefined for what no asker of ours has sent. */
function readRequest(text: string): Request | undefined {
  const request = readJson(text) as Partial<Request> | null | undefined;
  const { body, from, id } = request ?? {};
  if (typeof id !== 'string' || typeof from !== 'string' || typeof body !== 'string') return undefined;
  return { id, from, body };
}

/** Undefined for what no worker of ours has sent. */
function readPart(text: string): Part | undefined {
  const { id, n, of, part } = (readJson(text) as Partial<Part> | null | undefined) ?? {};
  if (typeof id !== 'string' || typeof part !== 'string') return undefined;
  return Number.isInteger(n) && Number.isInteger(of) ? { id, part, n: Number(n), of: Number(of) } : undefined;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function requestsTo(worker: string): string {
  return `ask.${worker}`;
}

function answersTo(asker: string): string {
  return `answer.${asker}`;
}
