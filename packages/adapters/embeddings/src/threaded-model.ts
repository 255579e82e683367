import { Worker } from 'node:worker_threads';
import { type ErrorDetails, messageOf, SalienceError } from '@salience/errors';
import type { ModelDescription } from './model-description.ts';
import type { SentenceModel } from './sentence-model.ts';

/** What the thread loads. */
export interface ThreadData {
  readonly folder: string;
  readonly description: ModelDescription;
}

/** What a `SalienceError` is made of, because a class does not survive the way between threads. */
export interface ThreadError {
  readonly code: string;
  readonly message: string;
  readonly details: ErrorDetails;
}

/** The vector of a text or why there is none; neither once the model is loaded. */
export interface ThreadAnswer {
  readonly vector?: Float32Array;
  readonly error?: ThreadError;
}

// A bundle has the program beside it.
const program = new URL(
  import.meta.url.endsWith('.ts') ? './sentence-thread.ts' : './sentence-thread.mjs',
  import.meta.url,
);
/** The longest text takes seconds on a slow machine, as does loading: a thread that is silent for this long, in milliseconds, stands still. */
const SILENT_MS = 60_000;
/** It makes little garbage; what the process gives its own heap would be memory without use here. */
const youngMb = 2;

interface Thread {
  readonly hasEnded: boolean;
  /** The next answer, to `text` where one is given. One at a time. */
  ask(text?: string): Promise<ThreadAnswer>;
  end(): Promise<void>;
}

/**
 * A model of `loadSentenceModel` in a thread of its own: a run takes milliseconds, in which the loop of the process would renew no lease
 * and send no word. A thread that ends, or says nothing for `silentMs`, fails the call under way with `embeddings.thread-ended`; the next
 * text gets a new one. An idle thread keeps no process alive. Not for concurrent use.
 */
export async function loadInThread(
  folder: string,
  description: ModelDescription,
  silentMs: number = SILENT_MS,
): Promise<SentenceModel> {
  const start = async (): Promise<Thread> => {
    const fresh = startThread({ folder, description }, silentMs);
    const { error } = await fresh.ask();
    if (error === undefined) return fresh;
    await fresh.end();
    throw errorOf(error);
  };
  let thread = await start();
  return {
    async embed(text) {
      if (thread.hasEnded) thread = await start();
      const { error, vector } = await thread.ask(text);
      if (vector === undefined) throw errorOf(error);
      return vector;
    },
    release: () => thread.end(),
  };
}

function startThread(data: ThreadData, silentMs: number): Thread {
  const worker = new Worker(program, {
    workerData: data,
    name: 'embeddings',
    resourceLimits: { maxYoungGenerationSizeMb: youngMb },
  });
  let waiting: PromiseWithResolvers<ThreadAnswer> | undefined;
  let cause: unknown;
  let hasEnded = false;
  worker.on('message', (answer: ThreadAnswer) => {
    worker.unref();
    waiting?.resolve(answer);
  });
  worker.on('error', (error) => {
    cause = error;
  });
  worker.on('exit', (exitCode) => {
    hasEnded = true;
    waiting?.reject(threadEnded(exitCode, cause));
  });
  return {
    get hasEnded() {
      return hasEnded;
    },
    ask(text) {
      if (hasEnded) return Promise.reject(threadEnded(0, cause));
      const asked = Promise.withResolvers<ThreadAnswer>();
      waiting = asked;
      worker.ref();
      if (text !== undefined) worker.postMessage(text);
      const silence = setTimeout(() => {
        // Native code that stands still may not even end; nobody waits for that.
        hasEnded = true;
        worker.unref();
        void worker.terminate();
        asked.reject(threadEnded(0, new Error(`no answer within ${silentMs} ms`)));
      }, silentMs);
      return asked.promise.finally(() => clearTimeout(silence));
    },
    async end() {
      if (!hasEnded) await worker.terminate();
    },
  };
}

function threadEnded(exitCode: number, cause: unknown): SalienceError {
  const why = cause === undefined ? `with code ${exitCode}` : `because of: ${messageOf(cause)}`;
  return new SalienceError(
    'embeddings.thread-ended',
    `The thread of the embedding model ended ${why}. The next text starts a new one.`,
    { kind: 'retryable', cause },
  );
}

function errorOf(error: ThreadError | undefined): SalienceError {
  const { code, details, message } = error ?? {
    code: 'embeddings.run-failed',
    message: 'Expected a vector or an error from the thread of the embedding model, got neither.',
    details: { kind: 'bug' },
  };
  return new SalienceError(code, message, details);
}
