import { beforeAll, describe, expect, it } from 'vitest';
import { createAgent, createApiKey } from '@salience/database/agents';
import { createOperatorKey } from '@salience/database/operators';
import { findBrowser } from './support/browser.ts';
import { seriousFindings } from './support/check-accessible.ts';
import { type ConsoleFixture, startConsole } from './support/console-fixture.ts';
import { looks } from './support/looks.ts';

describe.skipIf(findBrowser() === undefined)('the frame', () => {
  let fixture: ConsoleFixture;

  beforeAll(async () => {
    fixture = await startConsole();
  });

  it('signs in with the code of the address, which leaves the address, and signs out', async () => {
    const { page, troubles } = await fixture.open();
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    expect(page.url()).toBe(`${fixture.at}/console/talk`);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL('**/console/sign-in');
    await page.goto(`${fixture.at}/`);
    await page.waitForURL('**/console/talk');
    await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).waitFor();
    expect(troubles.all).toEqual([]);
  });

  it('says why a code was refused', async () => {
    const { page } = await fixture.open({ path: `#code=pc_${'x'.repeat(43)}`, person: false });
    await page.getByRole('alert').getByText('This code was used, has expired or is unknown.').waitFor();
    expect(page.url()).toBe(`${fixture.at}/console/sign-in`);
  });

  it('takes the key of an agent, and shows that agent', async () => {
    const db = fixture.database.connect('salience_operator');
    const agent = await createAgent(db, { name: 'harbour', persona: 'You keep a harbour.' });
    const { key } = await createApiKey(db, agent.id, 'console');
    const { page, troubles } = await fixture.open({ path: '/sign-in?next=/memory', person: false });
    const field = page.getByRole('textbox', { name: 'Code or key' });
    await field.fill(`sk_${'x'.repeat(43)}`);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').getByText('This key is unknown or was revoked.').waitFor();
    await field.fill(key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL('**/console/memory');
    await page.getByRole('banner').getByText('harbour').waitFor();
    // The key is for this tab, and no operator's.
    expect(await page.getByRole('link', { name: 'Fleet' }).count()).toBe(0);
    expect(troubles.all).toEqual([]);
  });

  it('shows the agent that the person chooses, and nothing of another', async () => {
    await fixture.ask('POST', '/messages', { text: 'Said to the default one.', thread_id: 'of-default' });
    const { page, troubles } = await fixture.open();
    await page.getByRole('link', { name: 'of-default' }).waitFor();
    await page.getByRole('combobox', { name: 'Agent' }).selectOption('harbour');
    await page.getByText('No thread yet.').waitFor();
    await page.getByRole('textbox', { name: 'Message' }).fill('Said to the harbour.');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/console\/talk\/thr_/);
    const threads = (await fixture.ask('GET', '/threads')) as { items: { key: string }[] };
    expect(threads.items.map(({ key }) => key)).toEqual(['of-default']);
    expect(troubles.all).toEqual([]);
  });

  it('goes everywhere by keyboard, and lists the keys', async () => {
    const { page, troubles } = await fixture.open({ path: '/talk' });
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the page');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('page');
    for (const [key, section] of [
      ['m', 'memory'],
      ['w', 'world'],
      ['i', 'mind'],
      ['r', 'rooms'],
      ['f', 'fleet'],
      ['t', 'talk'],
    ] as const) {
      await page.keyboard.press('g');
      await page.keyboard.press(key);
      await page.waitForURL(`**/console/${section}`);
    }
    await page.keyboard.press('/');
    await page.keyboard.type('g m ?');
    expect(await page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('g m ?');
    await page.getByRole('main').focus();
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keys' });
    await dialog.getByText('Go to Memory').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(troubles.all).toEqual([]);
  });

  it('keeps the theme that was chosen, from the first paint on', async () => {
    const { page } = await fixture.open({ theme: 'light' });
    const paper = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    await page.getByRole('button', { name: 'Theme: as the system' }).click();
    const light = await paper();
    await page.getByRole('button', { name: 'Theme: light' }).click();
    expect(await paper()).not.toBe(light);
    const dark = await paper();
    await page.reload();
    await page.getByRole('button', { name: 'Theme: dark' }).waitFor();
    expect(await paper()).toBe(dark);
  });

  it('shows Fleet to operators alone', async () => {
    const { page } = await fixture.open({ person: false });
    await page.getByRole('link', { name: 'Talk', exact: true }).waitFor();
    expect(await page.getByRole('link', { name: 'Fleet' }).count()).toBe(0);
    const { key } = await createOperatorKey(fixture.database.connect('salience_operator'), 'anna');
    await page.goto(`${fixture.at}/console/sign-in`);
    await page.getByRole('textbox', { name: 'Code or key' }).fill(key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('link', { name: 'Fleet' }).click();
    await page.waitForURL('**/console/fleet');
  });

  it.each(looks)(
    'has no serious finding of axe on its parts and on sign-in, in both themes, $width pixels wide',
    async (look) => {
      const { page, troubles } = await fixture.open({ ...look, path: '/parts' });
      await page.locator('.graph svg circle').first().waitFor();
      await page.locator('.plot canvas').waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      await page.getByRole('button', { name: 'Confirm' }).click();
      await page.getByRole('alertdialog', { name: 'Forget Anna?' }).waitFor();
      expect(await page.getByRole('button', { name: 'Forget' }).isDisabled()).toBe(true);
      expect(await seriousFindings(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.goto(`${fixture.at}/console/sign-in`);
      await page.getByRole('textbox', { name: 'Code or key' }).waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      expect(troubles.all).toEqual([]);
    },
  );
});
