import { beforeAll, describe, expect, it } from 'vitest';
import { findBrowser } from './support/browser.ts';
import { seriousFindings } from './support/check-accessible.ts';
import { type ConsoleFixture, startConsole } from './support/console-fixture.ts';
import { looks } from './support/looks.ts';

/** Text that would do something, turn round what follows, or hide, if it were anything but text. */
const hostile =
  '<img src=x onerror="document.title=1"><script>document.title=2</script> \u001b[31mescape \u202Eturned\u202C done';

describe.skipIf(findBrowser() === undefined)('Talk', () => {
  let fixture: ConsoleFixture;
  const said = async (thread: string) =>
    (await fixture.ask('GET', `/threads/${thread}/messages`)) as {
      items: { text: string; state: string; turn_id: string }[];
    };

  beforeAll(async () => {
    fixture = await startConsole();
  });

  it('leads from the first message to its answer and to why, in a thread of its own', async () => {
    const { page, troubles } = await fixture.open();
    await page.getByRole('link', { name: 'New thread' }).click();
    await page.getByRole('textbox', { name: 'Message' }).fill('Hello there, who are you?');
    await page.keyboard.press('Enter');
    await page.locator('.said.theirs:not(.running)').waitFor();
    await page.waitForURL(/\/console\/talk\/thr_/);
    await page.getByRole('link', { name: 'Why' }).click();
    await page.waitForURL(/\/console\/talk\/thr_[^/]+\/turn_/);
    await page.getByRole('complementary', { name: 'Why' }).getByText('chosen').waitFor();
    // The address is a deep link: another page shows the same.
    const { page: another } = await fixture.open({
      path: new URL(page.url()).pathname.slice('/console'.length),
    });
    await another.getByRole('complementary', { name: 'Why' }).getByText('chosen').waitFor();
    expect(troubles.all).toEqual([]);
  });

  it('shows what is said elsewhere as it comes, text as text', async () => {
    const thread = 'elsewhere';
    await fixture.ask('POST', '/messages', { text: 'The first one.', thread_id: thread });
    const { page, troubles } = await fixture.open({ path: `/talk/${thread}` });
    await page
      .getByRole('region', { name: 'Messages' })
      .getByText('The first one.', { exact: true })
      .waitFor();
    await fixture.ask('POST', '/messages', { text: hostile, thread_id: thread });
    const message = page.locator('.said.mine', { hasText: 'escape' });
    await message.waitFor();
    expect(await message.innerText()).toContain('<script>document.title=2</script>');
    expect(await message.locator('.unseen').allInnerTexts()).toEqual(['ESC', 'U+202E', 'U+202C']);
    expect(await page.title()).toBe('Talk · Salience');
    expect(troubles.all).toEqual([]);
  });

  it('law 4: loses and doubles nothing while the server is killed and comes back', async () => {
    const thread = 'killed';
    await fixture.ask('POST', '/messages', { text: 'Before.', thread_id: thread });
    const { page, troubles } = await fixture.open({ path: `/talk/${thread}` });
    await page.getByRole('region', { name: 'Messages' }).getByText('Before.', { exact: true }).waitFor();
    await fixture.killConsumer();
    const field = page.getByRole('textbox', { name: 'Message' });
    for (const text of ['While it was away.', 'And once more.']) {
      await field.fill(text);
      await page.keyboard.press('Enter');
    }
    await page.getByText('The server does not answer').first().waitFor();
    await fixture.restartConsumer();
    await expect
      .poll(
        async () =>
          (await said(thread)).items.filter(({ state }) => state !== 'pending' && state !== 'running').length,
        {
          timeout: 60_000,
        },
      )
      .toBe(3);
    // What one page wrote while it was away may be taken up in either order; each is there once.
    const texts = (await said(thread)).items.map(({ text }) => text);
    expect(texts.toSorted()).toEqual(['And once more.', 'Before.', 'While it was away.']);
    await page.getByText('The server does not answer').first().waitFor({ state: 'detached' });
    await expect.poll(() => page.locator('.turn').count()).toBe(3);
    await expect.poll(() => page.locator('.said.mine').allInnerTexts()).toHaveLength(3);
    expect(troubles.all).toEqual([]);
  }, 120_000);

  it('loads a part again that the server did not answer for, and shows the rest meanwhile', async () => {
    const thread = 'in-parts';
    await fixture.ask('POST', '/messages', { text: 'In parts.', thread_id: thread });
    const { page } = await fixture.open({ path: '/talk/new' });
    let tries = 0;
    await page.route(/\/assets\/console\/judge-/, (route) => {
      tries += 1;
      return tries <= 2 ? route.abort('connectionreset') : route.continue();
    });
    await page.goto(`${fixture.at}/console/talk/${thread}`);
    await page.getByRole('textbox', { name: 'Message' }).fill('Still here.');
    await page.getByRole('button', { name: 'Should have asked' }).first().waitFor();
    expect(tries).toBe(3);
    expect(await page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('Still here.');
  });

  it('takes a message once though its answer was lost, also when the page is loaded again meanwhile', async () => {
    const thread = 'lost-answer';
    await fixture.ask('POST', '/messages', { text: 'Before.', thread_id: thread });
    const { page } = await fixture.open({ path: `/talk/${thread}` });
    await page.getByRole('region', { name: 'Messages' }).getByText('Before.', { exact: true }).waitFor();
    const { promise: taken, resolve } = Promise.withResolvers<void>();
    // The server takes it, and the answer never reaches the page.
    await page.route('**/messages', async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
      resolve();
    });
    await page.getByRole('textbox', { name: 'Message' }).fill('Only once.');
    await page.keyboard.press('Enter');
    await taken;
    await page.unrouteAll();
    await page.reload();
    await expect.poll(() => page.locator('.said.mine').allInnerTexts()).toEqual(['Before.', 'Only once.']);
    expect((await said(thread)).items.map(({ text }) => text)).toEqual(['Only once.', 'Before.']);
  });

  it('says why a message was refused, and keeps its words', async () => {
    const { page } = await fixture.open({ path: '/talk/new' });
    await page.route('**/messages', (route) =>
      route.fulfill({
        status: 429,
        contentType: 'application/problem+json',
        body: JSON.stringify({ code: 'limit.rate', detail: 'Too many messages in this minute.' }),
      }),
    );
    await page.getByRole('textbox', { name: 'Message' }).fill('One too many.');
    await page.keyboard.press('Enter');
    await page.getByText('Too many messages in this minute.').waitFor();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.waitForURL(/\/console\/talk\/thr_/);
    // The list of threads may say it too.
    await page.getByRole('region', { name: 'Messages' }).getByText('One too many.').waitFor();
  });

  it.each(looks)('has no serious finding of axe, in both themes, $width pixels wide', async (look) => {
    await fixture.ask('POST', '/messages', { text: `Look at this. ${hostile}`, thread_id: 'looks' });
    const { page, troubles } = await fixture.open({ ...look, path: '/talk/looks' });
    await page.getByRole('link', { name: 'Why' }).first().waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('link', { name: 'Why' }).first().click();
    await page.getByText('Margin').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    expect(troubles.all).toEqual([]);
  });
});
