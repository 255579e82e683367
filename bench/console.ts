// How long pages of the console take on a long life until a person can use them: a real Chromium, a consumer as it is deployed, a private Postgres with
// as many memories and threads. `node bench/console.ts --memories 10000 --threads 1000 --n 5` prints one line of JSON: for each page the milliseconds from the
// start of its navigation, with an empty cache, until what it loaded is shown and nothing is left to do, so that it answers to a key, beside the floor of the same run (a page without a script that shows
// one answer of the API), and how many requests of the API it made. Exit 1 when the median of a page is above 1,000 ms, or it made more than three.
// The browser: `--browser`, else SALIENCE_TEST_BROWSER, else /usr/bin/chromium. Build first.
import process from 'node:process';
import { parseArgs } from 'node:util';
import { asPerson, spawnApp } from '@salience/testing';
import { percentile, startStores } from '@salience/testing/load';
import { chromium } from 'playwright-core';
import { measurePage, signedIn } from './src/console/measure-page.ts';
import { plantLife } from './src/console/plant-life.ts';

const { values } = parseArgs({
  options: {
    memories: { type: 'string', default: '10000' },
    threads: { type: 'string', default: '1000' },
    n: { type: 'string', default: '5' },
    browser: { type: 'string', default: process.env.SALIENCE_TEST_BROWSER ?? '/usr/bin/chromium' },
  },
});
const [limitMs, requestsMax] = [1_000, 3];
const pages: readonly string[] = [
  '/talk',
  '/memory',
  '/memory?q=Where+is+the+boat',
  '/memory/people',
  '/memory/people/Ana',
  '/memory/days',
  '/memory/episodes',
  '/memory/concepts',
  '/memory/concepts?q=What+does+Ana+keep',
  '/memory/then-and-now',
  '/memory/audit',
  '/memory/keeping',
];

const stores = await startStores('postgres', undefined);
try {
  await plantLife(stores.database, { memories: Number(values.memories), threads: Number(values.threads) });
  const consumer = await spawnApp('consumer', { database: stores.database, queues: { env: stores.env } });
  const browser = await chromium.launch({ executablePath: values.browser, args: ['--no-sandbox'] });
  const at = consumer.httpUrl();
  const made = await fetch(`${at}/session/codes`, {
    method: 'POST',
    headers: { ...asPerson, 'content-type': 'application/json' },
    body: '{}',
  });
  const session = await signedIn(browser, at, ((await made.json()) as { code: string }).code);
  const measured: Record<string, { ms: number[]; requests: number }> = {};
  const floor: number[] = [];
  for (let round = 0; round < Number(values.n); round += 1) {
    floor.push((await measurePage(browser, session, `${at}/threads?limit=50`)).ms);
    for (const page of pages) {
      const { ms, requests } = await measurePage(browser, session, `${at}/console${page}`);
      const of = (measured[page] ??= { ms: [], requests: 0 });
      of.ms.push(ms);
      of.requests = Math.max(of.requests, requests);
    }
  }
  const middle = (times: readonly number[]): number => Math.round(percentile(times, 0.5));
  const report = {
    memories: Number(values.memories),
    threads: Number(values.threads),
    n: Number(values.n),
    limitMs,
    floorMs: middle(floor),
    slowestMs: Math.max(...Object.values(measured).map(({ ms }) => middle(ms))),
    pages: Object.fromEntries(
      Object.entries(measured).map(([page, { ms, requests }]) => [
        page,
        { p50: middle(ms), max: Math.round(Math.max(...ms)), requests },
      ]),
    ),
  };
  process.stdout.write(`${JSON.stringify(report)}\n`);
  const most = Math.max(...Object.values(measured).map(({ requests }) => requests));
  process.exitCode = report.slowestMs > limitMs || most > requestsMax ? 1 : 0;
  await browser.close();
  await consumer.stop();
} finally {
  await stores.database.close();
  await stores.stop();
}
