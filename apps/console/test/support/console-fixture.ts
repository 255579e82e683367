import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import type { AppName } from '@salience/contracts';
import {
  asPerson,
  backends,
  closesWithFile,
  type SpawnedApp,
  spawnApp,
  type TestDatabase,
  testDatabase,
  testQueues,
} from '@salience/testing';
import { findBrowser } from './browser.ts';
import { type Troubles, watchTroubles } from './troubles.ts';

/** How a page is opened. */
export interface OpenOptions {
  /** Below /console; default its start. */
  readonly path?: string;
  /** Signed in as the person of the machine; default true. */
  readonly person?: boolean;
  readonly theme?: 'light' | 'dark';
  /** In pixels; default 1280. */
  readonly width?: number;
}

/** A page with what went wrong on it. */
export interface OpenPage {
  readonly page: Page;
  readonly troubles: Troubles;
}

/** A console in a real browser, before a real consumer and digest. */
export interface ConsoleFixture {
  readonly database: TestDatabase;
  /** Where consumer listens; the same after `restartConsumer`. */
  readonly at: string;
  readonly apps: Readonly<Partial<Record<AppName, SpawnedApp>>>;
  /** A page in a browser profile of its own. */
  open(options?: OpenOptions): Promise<OpenPage>;
  /** Asks the API as the person of the machine. Throws when it is refused. */
  ask(method: string, path: string, body?: unknown): Promise<unknown>;
  /** Kills consumer as a crash would. */
  killConsumer(): Promise<void>;
  /** Starts it again where it was. */
  restartConsumer(): Promise<void>;
}

/** More than consumer and digest, and settings of apps. */
export interface FixtureOptions {
  readonly apps?: readonly AppName[];
  readonly env?: Readonly<Partial<Record<AppName, Readonly<Record<string, string>>>>>;
}

/** Starts everything; it ends with the test file. */
export async function startConsole({ apps = [], env = {} }: FixtureOptions = {}): Promise<ConsoleFixture> {
  const database = await testDatabase();
  const queues = await testQueues(backends()[0] ?? 'postgres', database, 'salience_consumer');
  const start = (app: AppName, more: Readonly<Record<string, string>> = {}) =>
    spawnApp(app, { database, queues, env: { ...env[app], ...more } });
  const names: readonly AppName[] = ['consumer', 'digest', ...apps];
  const started = await Promise.all(names.map((app) => start(app)));
  const running: Partial<Record<AppName, SpawnedApp>> = Object.fromEntries(
    started.map((one) => [one.app, one]),
  );
  const at = started[0]?.httpUrl() ?? '';
  const browser = await chromium.launch({ executablePath: findBrowser() ?? '', args: ['--no-sandbox'] });
  closesWithFile(async () => {
    await browser.close();
    await Promise.all(Object.values(running).map((one) => one.stop()));
    await queues.close();
    await database.close();
  });
  const ask = (method: string, path: string, body?: unknown) => askApi(at, method, path, body);
  return {
    database,
    at,
    apps: running,
    ask,
    open: async (options) => {
      const context = await contextOf(browser, options);
      return openPage(context, at, options?.person === false ? undefined : await codeOf(ask), options?.path);
    },
    killConsumer: async () => running.consumer?.kill9(),
    restartConsumer: async () => {
      running.consumer = await start('consumer', { PORT: new URL(at).port });
    },
  };
}

function contextOf(
  browser: Browser,
  { theme = 'light', width = 1280 }: OpenOptions = {},
): Promise<BrowserContext> {
  return browser.newContext({
    colorScheme: theme,
    viewport: { width, height: width < 640 ? 844 : 800 },
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
  });
}

async function openPage(
  context: BrowserContext,
  at: string,
  code: string | undefined,
  path = '',
): Promise<OpenPage> {
  // Below a test's own limit, so that a step that waits in vain says which one it is.
  context.setDefaultTimeout(12_000);
  const page = await context.newPage();
  const troubles = watchTroubles(page);
  await page.goto(`${at}/console${path}${code === undefined ? '' : `#code=${code}`}`);
  // Who goes on to another page before has left the code behind.
  if (code !== undefined) await page.getByRole('button', { name: 'Sign out' }).waitFor();
  return { page, troubles };
}

async function codeOf(ask: ConsoleFixture['ask']): Promise<string> {
  const { code } = (await ask('POST', '/session/codes', {})) as { code: string };
  return code;
}

async function askApi(at: string, method: string, path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(`${at}${path}`, {
    method,
    headers: { ...asPerson, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 500)}`);
  return text === '' ? undefined : JSON.parse(text);
}
