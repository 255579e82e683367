import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { findBrowser } from './support/browser.ts';
import { seriousFindings } from './support/check-accessible.ts';
import { type ConsoleFixture, startConsole } from './support/console-fixture.ts';
import { plantMemory } from './support/plant-memory.ts';

const pages = [
  '',
  '?q=Where+is+Merrow',
  '/people',
  '/people/Ana',
  '/days',
  '/episodes',
  '/concepts',
  '/concepts?q=Porto',
  '/then-and-now?subject=Ana',
  '/autobiography',
  '/audit',
  '/keeping',
] as const;

const id = '0'.repeat(31);
const exported = [
  {
    kind: 'exchange',
    id: `ex_${id}1`,
    at: '2026-03-01T12:00:00.000Z',
    text: 'My tent is green.',
    trust: 'user',
    source: 'web',
    sources: [`turn_${id}1`],
    thread_id: `thr_${id}1`,
    speaker: null,
    reply: 'Noted.',
    mode: 'RESPOND',
  },
  { kind: 'end', items: 1, version: 1 },
];

describe.skipIf(findBrowser() === undefined)('Memory', () => {
  let fixture: ConsoleFixture;

  beforeAll(async () => {
    fixture = await startConsole();
    await plantMemory(fixture.database);
  });

  const rows = (page: Page) => page.getByRole('main').getByRole('listitem');
  const accesses = async (): Promise<number> =>
    (await fixture.database.admin('select 1 from salience.memory_accesses')).length;
  /** Goes to a page of the section, and waits until it shows what it loaded. */
  const go = async (page: Page, path: string): Promise<void> => {
    await page.goto(`${fixture.at}/console/memory${path}`);
    await page.locator('.memory-page').waitFor();
    await page.locator('.skeleton').first().waitFor({ state: 'detached' });
  };

  it('searches, tells what made each score, and leads to where it was said; none of that is use', async () => {
    const { page, troubles } = await fixture.open({ path: '/memory' });
    await page.getByLabel('Search in memory').fill('Where is Merrow?');
    const best = rows(page).first();
    await best.getByText('My sister Ana painted Merrow blue.').waitFor();
    expect(await best.locator('.memory-factor-bars').innerText()).toMatch(
      /words.*\n\+0\.\d{3} = \d\.\d\d × 1\.00/,
    );
    expect(page.url()).toContain('q=Where+is+Merrow');
    await best.getByRole('button').first().click();
    await page.getByRole('dialog').getByText('Made from it').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    expect(await accesses()).toBe(0);
    await page.keyboard.press('Escape');
    await best.getByRole('link', { name: 'where it was said' }).click();
    await page.waitForURL(/\/console\/talk\/thr_\w+\/turn_\w+/);
    expect(troubles.all).toEqual([]);
  });

  it('shows activation spreading from a question, step by step', async () => {
    const { page, troubles } = await fixture.open({ path: '/memory/concepts?q=Where+is+Porto' });
    await page.getByText('After step 2: 3 active').waitFor();
    await page.getByRole('button', { name: 'Step back' }).click();
    await page.getByText('After step 1: 2 active').waitFor();
    await page.getByRole('slider').focus();
    await page.keyboard.press('Home');
    await page.getByText('The question names 1 concept.').waitFor();
    await page.getByRole('button', { name: 'Play' }).click();
    await page.getByText('After step 2: 3 active').waitFor();
    await page.getByText('The same as a table').click();
    const nodes = page.getByRole('table').getByRole('row');
    expect(await nodes.filter({ hasText: 'merrow' }).last().innerText()).toContain('0.314');
    expect(troubles.all).toEqual([]);
  });

  it('shows what was true when', async () => {
    const { page, troubles } = await fixture.open({ path: '/memory/then-and-now?subject=user' });
    const first = rows(page).first();
    await page.getByText('1 of 2 hold today').waitFor();
    expect(await first.innerText()).toContain('owner lives in Oslo');
    await page.getByRole('slider').focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await page.getByText('1 of 2 held then').waitFor();
    expect(await first.innerText()).toContain('owner lives in Porto');
    expect(troubles.all).toEqual([]);
  });

  it.each([1280, 390])(
    'has no serious finding of axe on any page and scrolls none sideways, in both themes, %i pixels wide',
    async (width) => {
      const { page, troubles } = await fixture.open({ path: '/memory', width });
      await rows(page).first().waitFor();
      for (const path of pages) {
        await go(page, path);
        expect([path, await seriousFindings(page)]).toEqual([path, []]);
        const isWide = await page.evaluate(
          'document.documentElement.scrollWidth > document.documentElement.clientWidth',
        );
        expect([path, isWide]).toEqual([path, false]);
      }
      expect(troubles.all).toEqual([]);
    },
    60_000,
  );

  it('shows markup, escape codes and marks of direction as text', async () => {
    const { page, troubles } = await fixture.open({ path: '/memory' });
    await rows(page).first().waitFor();
    for (const path of ['', '/days', '/people/Ana', '/then-and-now?subject=Ana']) {
      await go(page, path);
      await page.getByText('<b>bold</b>').first().waitFor();
      expect([path, await page.locator('main img, main b b').count()]).toEqual([path, 0]);
      expect([path, await page.getByText('U+202E').count()]).not.toEqual([path, 0]);
    }
    expect(troubles.all).toEqual([]);
  });

  it('forgets a person: shows what would go, asks for the name, and they are gone from every page, of another browser too', async () => {
    const { page, troubles } = await fixture.open({ path: '/memory/people/Ana' });
    const said = 'select thread_id as thread from salience.turns where text = $1';
    const [where] = await fixture.database.admin<{ thread: string }>(said, [
      'My sister Ana painted Merrow blue.',
    ]);
    const elsewhere = await fixture.open({ path: `/talk/${where?.thread ?? ''}` });
    await elsewhere.page.getByText('My sister Ana painted Merrow blue.').first().waitFor();
    const other = await page.context().newPage();
    await go(other, '?q=Ana');
    await other.getByText('My sister Ana painted Merrow blue.').first().waitFor();
    await page.bringToFront();
    await page.getByText('Ana likes blue paint').waitFor();
    await page.getByRole('button', { name: 'Forget Ana' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText('This would go:').waitFor();
    await dialog.getByText('My sister Ana painted Merrow blue.').waitFor();
    const forget = dialog.getByRole('button', { name: 'Forget Ana' });
    expect(await forget.isDisabled()).toBe(true);
    expect(await seriousFindings(page)).toEqual([]);
    await dialog.getByLabel('Type “Ana” to go on').fill('Ana');
    await forget.click();
    await page.waitForURL(/\/console\/memory\/people$/);
    await page.getByText(/^Forgotten: /).waitFor();
    await other.bringToFront();
    await other.getByText('My sister Ana painted Merrow blue.').first().waitFor({ state: 'detached' });
    await elsewhere.page
      .getByText('My sister Ana painted Merrow blue.')
      .first()
      .waitFor({ state: 'detached' });
    await go(page, '?q=Who+painted+Merrow');
    await page.getByText('My boat Merrow lies in Porto.').first().waitFor();
    expect(await page.getByText('Ana').count()).toBe(0);
    await go(page, '/keeping');
    expect(await page.getByText('at the request of').count()).toBe(1);
    expect(troubles.all).toEqual([]);
  });

  it('takes memory out as a file, and says of it what would be new before it takes it in', async () => {
    const { page, troubles } = await fixture.open({ path: '/memory/keeping' });
    const coming = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download memory.jsonl' }).click();
    const path = await (await coming).path();
    await page.getByLabel('A file of an export').setInputFiles(path);
    await page.getByText('0 would be taken in').waitFor();
    expect(await page.getByRole('button', { name: 'Take it in' }).isDisabled()).toBe(true);
    expect(troubles.all).toEqual([]);
  });

  it('says what to do first where nothing is remembered, such as taking in what another agent knew', async () => {
    const empty = await startConsole();
    const { page, troubles } = await empty.open({ path: '/memory' });
    await page.getByText('Nothing is remembered yet').waitFor();
    const titles = {
      days: 'No day yet',
      episodes: 'No episode yet',
      concepts: 'No concept yet',
      'then-and-now': 'No statement yet',
      autobiography: 'Nothing is written yet',
      audit: 'Nothing to measure yet',
      keeping: 'Nothing was forgotten',
    };
    for (const [path, title] of Object.entries(titles)) {
      await page.goto(`${empty.at}/console/memory/${path}`);
      await page.getByText(title).waitFor();
    }
    // The last of them takes memory in.
    await page.getByLabel('A file of an export').setInputFiles({
      name: 'memory.jsonl',
      mimeType: 'application/x-ndjson',
      buffer: Buffer.from(exported.map((row) => JSON.stringify(row)).join('\n')),
    });
    await page.getByText('1 would be taken in').waitFor();
    await page.getByRole('button', { name: 'Take it in' }).click();
    await page.getByText('Taken in: 1').waitFor();
    await page.getByRole('link', { name: 'Search' }).click();
    await page.getByText('My tent is green.').waitFor();
    expect(troubles.all).toEqual([]);
  });
});
