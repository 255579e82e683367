import type { Browser, BrowserContext } from 'playwright-core';

/** The cookies of a person who is signed in. */
export type SignedIn = Awaited<ReturnType<BrowserContext['storageState']>>;

/** What one opening of a page took. */
export interface MeasuredPage {
  /** From the start of the navigation until it shows what it loaded and has nothing left to do, so that it answers to a key; milliseconds. */
  readonly ms: number;
  /** Requests of the API, without those of the frame around every page. */
  readonly requests: number;
}

/** By these the frame of every page learns who looks at it, and what nobody saw yet. */
const ofFrame = [
  '/notices/events',
  '/agents/me',
  '/session',
  '/operator/session',
  '/operator/agents',
  '/events',
];

/** Signs in once; what follows has its session and an empty cache. */
export async function signedIn(browser: Browser, at: string, code: string): Promise<SignedIn> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${at}/console/memory#code=${code}`);
  await page.locator('main').waitFor();
  const state = await context.storageState();
  await context.close();
  return state;
}

/** Runs in the page from its beginning: notes when it is shown, that is when there is a main part without a skeleton, a frame was drawn after it, and nothing is left to do. */
const watch = `(() => {
  const look = () => {
    const main = document.querySelector('main') ?? document.querySelector('pre');
    const isShown = main !== null && main.textContent !== '' && document.querySelector('.skeleton') === null;
    if (!isShown) return requestAnimationFrame(look);
    requestAnimationFrame(() => requestIdleCallback(() => { globalThis.shownAt = performance.now(); }));
  };
  look();
})()`;

/** Opens a page with an empty cache in a browser profile of its own. */
export async function measurePage(
  browser: Browser,
  storageState: SignedIn,
  address: string,
): Promise<MeasuredPage> {
  const context = await browser.newContext({ storageState, viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  let requests = 0;
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.resourceType() === 'fetch' && !ofFrame.includes(pathname)) requests += 1;
  });
  await page.addInitScript(watch);
  await page.goto(address, { waitUntil: 'commit' });
  await page.waitForFunction(() => 'shownAt' in globalThis);
  const ms = await page.evaluate<number>('globalThis.shownAt');
  await context.close();
  return { ms, requests };
}
