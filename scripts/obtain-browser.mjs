// Finds or fetches a Chromium for the journeys in the tests of the console and prints the outcome as one line of JSON: {path} or {reason}.
// Runs on the program's own Node, which reads the TypeScript sources of @salience/embedded as they are.
import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { BROWSER_CACHE, findBrowser } from './set-up/browser.mjs';
import { obtainProgram } from '../packages/adapters/embedded/src/index.ts';
import { say } from './set-up/progress.mjs';

const chromium = {
  launcher: 'chromium',
  package: 'chromium',
  file: 'usr/lib/chromium/chromium',
  purpose: 'to get a browser',
  runs: (path) => {
    const shown = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 30_000 });
    return shown.status === 0 && shown.stdout.includes('Chromium');
  },
};

const found = findBrowser();
const outcome =
  found === undefined
    ? await obtainProgram(chromium, { cacheDir: BROWSER_CACHE, log: say })
    : { path: found };
process.stdout.write(`${JSON.stringify(outcome)}\n`);
