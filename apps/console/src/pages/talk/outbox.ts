import { useSyncExternalStore } from 'react';
import { post } from '../../api/client.ts';
import { credentials, onCredentials } from '../../api/credentials.ts';
import { ApiProblem } from '../../api/problem.ts';

/** What a message does to a turn that runs. */
export type MidRun = 'interrupt' | 'queue' | 'steer';

/** A message on its way. It has one key for all tries, so that the server takes it once. */
export interface Outgoing {
  readonly key: string;
  /** The thread that it was written in: an id, or the key of a new one. */
  readonly thread: string;
  readonly text: string;
  readonly at: string;
  /** The agent that it was written to, as it was chosen then; null: the default one, or that of a key. */
  readonly agent: string | null;
  /** What becomes of it while a turn of its thread runs. */
  readonly midRun?: MidRun;
  /** Undefined until the server took it. */
  readonly turn?: { readonly turn_id: string; readonly thread_id: string };
  /** The server does not answer; it is tried again. */
  readonly waiting?: boolean;
  /** Why the server refused it; it is not tried again by itself. */
  readonly refused?: string;
}

const place = 'salience.outbox';
const firstPauseMs = 300;
const longestPauseMs = 4_000;
const strange = 'It was written to another agent, or by somebody else, and is not sent any more.';

let by = credentials().key;
let outbox: readonly Outgoing[] = kept();
const watchers = new Set<() => void>();
for (const one of outbox) if (one.turn === undefined && one.refused === undefined) void deliver(one.key);
// Whoever signs in next, or another agent, is not sent what waited for a server that did not answer.
onCredentials(() => {
  const { key } = credentials();
  const isOther = (one: Outgoing): boolean => key !== by || one.agent !== chosenAgent();
  for (const one of outbox)
    if (one.turn === undefined && isOther(one)) replace(one.key, (it) => ({ ...it, refused: strange }));
  by = key;
});

/** Messages on their way; what the server took stays until it is forgotten. */
export function useOutbox(): readonly Outgoing[] {
  return useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => outbox,
  );
}

/** Sends a message, and goes on trying while the server does not answer. */
export function sendMessage(thread: string, text: string, midRun?: MidRun): void {
  const key = crypto.randomUUID();
  const said = { key, thread, text, at: new Date().toISOString(), agent: chosenAgent() };
  change([...outbox, midRun === undefined ? said : { ...said, midRun }]);
  void deliver(key);
}

/** Tries a refused message once more, with the same key, to the agent that is chosen now. */
export function sendAgain(key: string): void {
  replace(key, ({ refused: _, ...rest }) => ({ ...rest, agent: chosenAgent() }));
  void deliver(key);
}

/** Takes a message out: it is shown with its thread now, or is given up. */
export function forgetMessage(key: string): void {
  change(outbox.filter((one) => one.key !== key));
}

async function deliver(key: string): Promise<void> {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    const message = outbox.find((one) => one.key === key);
    if (message === undefined || message.turn !== undefined || message.refused !== undefined) return;
    if (message.agent !== chosenAgent()) {
      // The page was loaded again, and another tab has chosen another agent since.
      replace(key, ({ waiting: _, ...rest }) => ({ ...rest, refused: strange }));
      return;
    }
    try {
      const { turn_id, thread_id } = await post('/messages', {
        body: bodyOf(message),
        headers: { 'idempotency-key': key },
      });
      replace(key, ({ waiting: _, ...rest }) => ({ ...rest, turn: { turn_id, thread_id } }));
      return;
    } catch (error) {
      const problem = error instanceof ApiProblem ? error : undefined;
      if (problem === undefined || (problem.status > 0 && problem.status < 500)) {
        const refused = problem?.message ?? String(error);
        replace(key, ({ waiting: _, ...rest }) => ({ ...rest, refused }));
        return;
      }
      replace(key, (one) => ({ ...one, waiting: true }));
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}

function chosenAgent(): string | null {
  return credentials().agent ?? null;
}

function bodyOf({ midRun, text, thread }: Outgoing) {
  const body = { text, thread_id: thread, source: 'console' };
  return midRun === undefined ? body : { ...body, mid_run: midRun };
}

function replace(key: string, by: (one: Outgoing) => Outgoing): void {
  change(outbox.map((one) => (one.key === key ? by(one) : one)));
}

/** Kept in the tab: a page that is loaded again goes on with them. */
function change(next: readonly Outgoing[]): void {
  outbox = next;
  try {
    sessionStorage.setItem(place, JSON.stringify(outbox));
  } catch {
    // They are kept until the page is left.
  }
  for (const watcher of watchers) watcher();
}

function kept(): readonly Outgoing[] {
  try {
    return JSON.parse(sessionStorage.getItem(place) ?? '[]') as Outgoing[];
  } catch {
    return [];
  }
}
