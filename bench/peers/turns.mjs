// One peer in a process of its own: 64 conversations at once, each with its next message when it has the last reply.
// Started by ../peers.ts with the load as JSON in its argument; writes a line when the counted window opens, one when
// it closes, and one with the result.
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { uniqueText } from '../../packages/testing/src/load/unique-text.ts';
import { seededRandom } from '../../packages/testing/src/random.ts';
import { faultOf } from './reply.mjs';

const load = JSON.parse(process.argv[2] ?? '{}');
const { peer, url, poolSize, clients, turnsPerThread, warmMs, measureMs, seed } = load;
const historyLimit = 20;
const say = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);
// Whoever started it is gone: nobody wants the result.
process.stdin.on('end', () => process.exit(1)).resume();

let queries = 0;
const { value: plainQuery } = Object.getOwnPropertyDescriptor(pg.Client.prototype, 'query');
pg.Client.prototype.query = new Proxy(plainQuery, {
  apply(query, client, args) {
    queries += 1;
    return Reflect.apply(query, client, args);
  },
});

const latencies = [];
const faults = [];
let counting = false;
let over = false;

const started = await start({ url, poolSize });
const all = Promise.all(Array.from({ length: clients }, (_, index) => converse(index)));
await pause(warmMs);
counting = true;
const openedAt = performance.now();
const queriesBefore = queries;
say({ window: 'opened' });
await pause(measureMs);
counting = false;
const windowMs = performance.now() - openedAt;
const queriesInWindow = queries - queriesBefore;
const rssMb = Math.round(process.memoryUsage.rss() / 1e6);
say({ window: 'closed' });
over = true;
await all;
await started.stop();
// A long line takes more than one write: whoever exits before the last of them has said half of it.
const result = { latencies, windowMs, queries: queriesInWindow, rssMb, faults };
process.stdout.write(`${JSON.stringify({ result })}\n`, () => process.exit(0));

async function start(stores) {
  if (peer === 'bare-pg') return await (await import('./bare-pg.mjs')).startBarePg(stores);
  if (peer === 'ai-sdk') return await (await import('./ai-sdk.mjs')).startAiSdk(stores);
  if (peer === 'mastra') return await (await import('./mastra.mjs')).startMastra(stores);
  const { startLangGraph } = await import('./langgraph.mjs');
  return await startLangGraph(stores, peer === 'langgraph-exit' ? 'exit' : undefined);
}

/** One conversation after another, each of `turnsPerThread` turns, until the window has closed. */
async function converse(index) {
  const random = seededRandom(seed * 1_000_003 + index);
  for (let n = 0; !over; n += 1) {
    const conversation = `${peer}-${seed}-${index}-${Math.floor(n / turnsPerThread)}`;
    const text = uniqueText(random, (n * clients + index) * 10 + (seed % 10));
    const startedAt = performance.now();
    let fault;
    try {
      const remembered = Math.min(historyLimit, 2 * (n % turnsPerThread));
      fault = faultOf(await started.turn(conversation, text), text, remembered);
    } catch (error) {
      fault = error instanceof Error ? (error.stack ?? error.message) : String(error);
    }
    if (fault !== undefined) {
      if (faults.length < 20) faults.push(fault.slice(0, 500));
      await pause(100);
    } else if (counting) latencies.push(performance.now() - startedAt);
  }
}
