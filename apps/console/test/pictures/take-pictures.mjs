// `node test/pictures/take-pictures.mjs [--url URL --home FOLDER] [--only NAME]`: pictures of each page for docs/console, from the example life of `salience demo`.
// Without --url it starts Salience in a new home on a free port and stops it at the end; with it, the one that runs on that home.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { findBrowser } from '../support/browser.ts';
import { pages } from './pages.mjs';

const root = join(import.meta.dirname, '..', '..', '..', '..');
const out = join(root, 'docs', 'console');
const desk = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };

const { values } = parseArgs({
  options: { url: { type: 'string' }, home: { type: 'string' }, only: { type: 'string' } },
});
const home = values.home ?? mkdtempSync(join(tmpdir(), 'salience-pictures-'));
const salience = (...args) =>
  execFileSync(join(root, 'salience'), args, {
    env: { ...process.env, SALIENCE_HOME: home },
    encoding: 'utf8',
  });
const started = values.url === undefined ? await start() : undefined;
const url = values.url ?? started.url;
try {
  salience('demo');
  await takeAll();
} finally {
  if (started !== undefined) {
    salience('down');
    rmSync(home, { recursive: true, force: true });
  }
}

async function start() {
  const port = await new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port: free } = server.address();
      server.close(() => done(free));
    });
  });
  const env = { ...process.env, SALIENCE_HOME: home, PORT: String(port) };
  const child = spawn(join(root, 'salience'), ['up'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise((done, fail) => {
    child.stdout.on('data', (chunk) => String(chunk).includes('Ready') && done());
    child.once('exit', (code) => fail(new Error(`salience up ended with ${code}`)));
  });
  return { url: `http://127.0.0.1:${port}` };
}

async function takeAll() {
  mkdirSync(out, { recursive: true });
  const path = findBrowser();
  if (path === undefined) throw new Error('Expected a Chromium on the path or in SALIENCE_TEST_BROWSER.');
  const browser = await chromium.launch({ executablePath: path, args: ['--no-sandbox'] });
  const context = await browser.newContext({ locale: 'en-GB', deviceScaleFactor: 1 });
  const first = await context.newPage();
  await first.goto(salience('open').trim().split('\n')[0]);
  await first.evaluate(() => localStorage.setItem('salience.agent', 'example'));
  await first.close();
  for (const one of pages.filter(({ name }) => name === (values.only ?? name))) {
    const page = await context.newPage();
    await page.emulateMedia({ colorScheme: one.theme ?? 'light' });
    await page.setViewportSize(one.phone === true ? phone : desk);
    await page.goto(url + one.path);
    await page.waitForLoadState('load');
    await one.open?.(page);
    // Until nothing moves any more: plots and graphs are drawn after their data came.
    await page.waitForTimeout(2_500);
    const session = await context.newCDPSession(page);
    const shot = await session.send('Page.captureScreenshot', { format: 'webp', quality: 82 });
    writeFileSync(join(out, `${one.name}.webp`), Buffer.from(shot.data, 'base64'));
    process.stdout.write(`${one.name}\n`);
    await page.close();
  }
  await browser.close();
}
