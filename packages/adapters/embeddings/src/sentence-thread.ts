// The program of the thread that embeds: it loads a model and answers one text after another with its vector.
import { parentPort, workerData } from 'node:worker_threads';
import { isSalienceError, messageOf, type SalienceError } from '@salience/errors';
import { loadSentenceModel } from './sentence-model.ts';
import type { ThreadAnswer, ThreadData, ThreadError } from './threaded-model.ts';

const { description, folder } = workerData as ThreadData;
const port = parentPort;
if (port === null) throw new Error('Expected to run as a thread');

try {
  const model = await loadSentenceModel(folder, description);
  port.on('message', (text: string) => {
    void model.embed(text).then((vector) => send({ vector }, [vector.buffer as ArrayBuffer]), fail);
  });
  send({});
} catch (error) {
  fail(error);
}

function send(answer: ThreadAnswer, moved: ArrayBuffer[] = []): void {
  port?.postMessage(answer, moved);
}

/** Anything but an error of ours is a bug: it ends the thread, which is an error of the call. */
function fail(error: unknown): void {
  if (!isSalienceError(error)) throw error;
  send({ error: fieldsOf(error) });
}

function fieldsOf({ cause, code, data, kind, message }: SalienceError): ThreadError {
  return {
    code,
    message,
    details: { kind, data, cause: cause === undefined ? undefined : messageOf(cause) },
  };
}
