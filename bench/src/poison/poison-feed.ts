import { setTimeout as pause } from 'node:timers/promises';
import { poisonKinds, poisonText, type TestDatabase } from '@salience/testing';

/** From one poison message to the next, in milliseconds. */
const everyMs = 1_000;

/** A harmless message of the same shape: it is planned, and its tool is called. */
const harmless = { word: 'fine' };

/** A stream of turns beside others: poison of each kind in turn, and with each a turn whose thread is damaged so that it throws. */
export interface PoisonFeed {
  /** Sends no more. Resolves with how many were sent. */
  stop(): Promise<number>;
}

/** Begins to send poison to a consumer; without `poison` as many harmless turns that do the same work. */
export function feedPoison(
  url: string,
  database: TestDatabase,
  { poison, round }: { readonly poison: boolean; readonly round: number },
): PoisonFeed {
  const prefix = `${poison ? 'poison' : 'harmless'}-${round}`;
  const stopping = new AbortController();
  const say = async (thread: string, text: string): Promise<string> => {
    const response = await fetch(`${url}/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text, thread_id: thread }),
    });
    if (!response.ok) throw new Error(`POST /messages answered ${response.status}`);
    return ((await response.json()) as { thread_id: string }).thread_id;
  };
  const run = async (): Promise<number> => {
    let sent = 0;
    for (let n = 0; !stopping.signal.aborted; n += 1) {
      const kind = poison ? poisonKinds[n % poisonKinds.length] : harmless;
      if (kind !== undefined) await say(`${prefix}-${n}`, poisonText(kind));
      const broken = `${prefix}-broken-${n}`;
      const threadId = await say(broken, 'How are you today?');
      if (poison)
        await database.admin(
          `update salience.threads set session = '7', boundary = '7' where id = '${threadId}'`,
        );
      await say(broken, 'And what about tomorrow?');
      sent += 3;
      await pause(everyMs);
    }
    return sent;
  };
  const running = run();
  return {
    stop() {
      stopping.abort();
      return running;
    },
  };
}
