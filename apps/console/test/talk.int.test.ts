import { beforeAll, describe, expect, it } from 'vitest';
import { findBrowser } from './support/browser.ts';
import { type ConsoleFixture, startConsole } from './support/console-fixture.ts';

describe.skipIf(findBrowser() === undefined)('Talk', () => {
  let fixture: ConsoleFixture;

  beforeAll(async () => {
    fixture = await startConsole();
  });

  it('signs in with the code of the address, and shows an answer and why', async () => {
    const { page, troubles } = await fixture.open();
    await page.getByRole('link', { name: 'New thread' }).click();
    await page.getByLabel('Message', { exact: true }).fill('Hello there, who are you?');
    await page.keyboard.press('Enter');
    await page.locator('.said.theirs:not(.running)').first().waitFor();
    expect(page.url()).not.toContain('code=');
    expect(page.url()).toMatch(/\/console\/talk\/thr_/);
    await page.getByRole('link', { name: 'Why' }).click();
    await page.locator('.bar.chosen').waitFor();
    expect(troubles.all).toEqual([]);
  });
});
