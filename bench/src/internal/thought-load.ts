// Thoughts that are posted, as a process of its own, so that its processor time is nobody else's. Takes a ThoughtLoad as JSON in its first argument; writes one line when its
// window opens, one when it closes, and one with the result. See post-thoughts.ts.
import { Agent, request } from 'node:http';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { seededRandom, uniqueText } from '@salience/testing/load';
import type { ThoughtLoad, ThoughtsPosted } from './post-thoughts.ts';

const load = JSON.parse(process.argv[2] ?? '{}') as ThoughtLoad;
const say = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`);
const random = seededRandom(load.seed);
const agent = new Agent({ keepAlive: true, maxSockets: load.clients });
const url = new URL('/internal', load.url);
const latencies: number[] = [];
let counted = 0;
let faults = 0;
let counting = false;
let over = false;
let sent = 0;

// Whoever started it is gone: nobody wants the result.
process.stdin.on('end', () => process.exit(1)).resume();

const ran = load.perSecond === undefined ? closedLoop() : paced(load.perSecond);
await pause(load.warmMs);
counting = true;
const opened = performance.now();
say({ window: 'opened' });
await pause(load.measureMs);
counting = false;
const windowMs = performance.now() - opened;
say({ window: 'closed' });
over = true;
await ran;
agent.destroy();
say({ result: { counted, windowMs, latencies, faults } satisfies ThoughtsPosted });
process.stdin.destroy();

/** Each client posts its next thought when it has the answer to its last. */
async function closedLoop(): Promise<void> {
  const client = async (): Promise<void> => {
    while (!over) await postOne(performance.now());
  };
  await Promise.all(Array.from({ length: load.clients }, client));
}

/** So many a second, whatever is answered: what waits is counted from when it was due. */
async function paced(perSecond: number): Promise<void> {
  const begun = performance.now();
  const open = new Set<Promise<void>>();
  for (let n = 0; !over; ) {
    for (; begun + (1_000 * n) / perSecond <= performance.now(); n += 1) {
      const one = postOne(begun + (1_000 * n) / perSecond);
      open.add(one);
      void one.finally(() => open.delete(one));
    }
    await pause(1);
  }
  await Promise.all(open);
}

async function postOne(due: number): Promise<void> {
  sent += 1;
  const body = JSON.stringify({
    channel: `channel-${sent % load.channels}`,
    content: uniqueText(random, sent),
    trigger_message_id: `${load.seed}-${sent}`,
    trigger_author: 'ann',
  });
  const isRight = await post(body);
  if (!isRight) faults += 1;
  else if (counting) {
    counted += 1;
    latencies.push(performance.now() - due);
  }
}

/** Resolves with whether the thought was taken. */
function post(body: string): Promise<boolean> {
  return new Promise((resolve) => {
    const headers = {
      ...load.headers,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    };
    const asked = request(url, { method: 'POST', agent, headers, signal: AbortSignal.timeout(30_000) });
    asked.once('response', (response) => {
      response.resume().once('end', () => resolve(response.statusCode === 201));
      response.once('error', () => resolve(false));
    });
    asked.once('error', () => resolve(false));
    asked.end(body);
  });
}
