import { beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { findBrowser } from './support/browser.ts';
import { seriousFindings } from './support/check-accessible.ts';
import { type ConsoleFixture, startConsole } from './support/console-fixture.ts';

describe.skipIf(findBrowser() === undefined)('Talk: what was decided, and who decides', () => {
  let fixture: ConsoleFixture;

  beforeAll(async () => {
    fixture = await startConsole();
  });

  /** Says something and waits until it was answered. */
  const say = async (text: string, thread: string) => {
    const said = (await fixture.ask('POST', '/messages', { text, thread_id: thread })) as Said;
    const { page } = await fixture.open({ path: `/talk/${said.thread_id}` });
    await page.locator(`#${said.turn_id} .said.theirs:not(.running)`).waitFor();
    await page.context().close();
    return said;
  };
  const turnOf = (page: Page, { turn_id: id }: Said) => page.locator(`#${id}`);

  it('from the first chat to why: modes, signals, memory, prompt, steps, time, and the same decision again', async () => {
    await say('My sister Ana lives in Porto.', 'family');
    const asked = await say('Where does Ana live?', 'family');
    const { page, troubles } = await fixture.open({ path: `/talk/${asked.thread_id}` });
    await turnOf(page, asked).getByRole('link', { name: 'Why' }).click();
    const why = page.getByRole('complementary', { name: 'Why' });
    await why.locator('.bar.chosen').first().waitFor();
    expect(await why.locator('.bars .bar').count()).toBe(5);
    await why.locator('.why-signal').first().waitFor();
    await why.getByRole('button', { name: 'Decide it again' }).click();
    await why.getByText('The same, bit for bit').waitFor();
    await why.getByText('rules that made the scores').click();
    await why.getByRole('table', { name: 'Rules of the policy' }).waitFor();
    expect(await why.evaluate((panel) => panel.scrollWidth - panel.clientWidth)).toBe(0);
    await why.getByRole('tab', { name: 'Memory' }).click();
    await why.locator('.why-memory').getByText('My sister Ana lives in Porto.').waitFor();
    await why.getByRole('tab', { name: 'Prompt' }).click();
    await why.locator('.why-section').filter({ hasText: 'history' }).locator('summary').click();
    await why.locator('.why-section[open]').getByText('My sister Ana lives in Porto.').waitFor();
    await why.getByRole('tab', { name: 'Steps' }).click();
    await why.getByText('It did nothing beyond its answer').waitFor();
    await why.getByRole('tab', { name: 'Time' }).click();
    await why.getByText('waits for its lane').waitFor();
    // The address alone leads here.
    expect(page.url()).toMatch(new RegExp(`/console/talk/${asked.thread_id}/${asked.turn_id}\\?why=time$`));
    expect(troubles.all).toEqual([]);
  });

  it('“should have asked” labels the decision, and stays when the page is loaded again', async () => {
    const said = await say('Where does Ana live?', 'judged');
    const { page, troubles } = await fixture.open({ path: `/talk/${said.thread_id}` });
    const turn = turnOf(page, said);
    await turn.hover();
    await turn.getByRole('button', { name: 'Should have asked' }).click();
    await page.getByText('Noted: it should have asked').waitFor();
    await page.reload();
    await turn.locator('button[aria-pressed="true"]').filter({ hasText: 'Should have asked' }).waitFor();
    const { items } = (await fixture.ask('GET', `/feedback?target=${said.turn_id}`)) as { items: Judged[] };
    expect(items).toMatchObject([{ value: -1, wanted: 'CLARIFY' }]);
    expect(troubles.all).toEqual([]);
  });

  it('a request is allowed with other arguments: what is no JSON is not sent, and what ran is what was written', async () => {
    await say('My sister Ana lives in Porto.', 'edited');
    const asked = await say('Forget everything about my sister Ana.', 'edited');
    const { page, troubles } = await fixture.open({ path: `/talk/${asked.thread_id}` });
    const request = turnOf(page, asked).getByRole('region', { name: 'Request: forget' });
    await request.getByText('"person": "my sister Ana"').waitFor();
    await request.getByText('It cannot be taken back.').waitFor();
    await request.getByRole('button', { name: 'Change and allow' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change and allow' });
    const field = dialog.getByLabel('Arguments, as JSON');
    const send = dialog.getByRole('button', { name: 'Allow this instead' });
    expect(await send.isDisabled()).toBe(true);
    await field.fill('{"person": ');
    await dialog.getByText('This is not JSON').waitFor();
    expect(await send.isDisabled()).toBe(true);
    await field.fill('{"person": "Nobody At All"}');
    await dialog.getByText('changed: person').waitFor();
    await send.click();
    await request.getByText('As it was allowed').waitFor();
    await request.getByText('"person": "Nobody At All"').waitFor();
    const { items } = (await fixture.ask('GET', '/approvals?state=edited')) as { items: Decided[] };
    expect(items).toMatchObject([{ edited_arguments: { person: 'Nobody At All' }, resolved_by: 'person' }]);
    // What follows from it is told by itself, with what began it.
    await page.getByText('Began by itself: an answered request').waitFor();
    expect(troubles.all).toEqual([]);
  });

  it('two people at one request: the second is told what was decided, and sees it', async () => {
    await say('My brother Bob lives in Leeds.', 'contested');
    const asked = await say('Forget everything about my brother Bob.', 'contested');
    const open = async () => {
      const { page, troubles } = await fixture.open({ path: `/talk/${asked.thread_id}` });
      const request = turnOf(page, asked).getByRole('region', { name: 'Request: forget' });
      await request.getByRole('button', { name: 'Allow exactly this' }).waitFor();
      return { page, troubles, request };
    };
    const [first, second] = [await open(), await open()];
    // The second one's answer is under way when the first one's arrives.
    const decided = Promise.withResolvers<void>();
    await second.page.route('**/approvals/**', async (route) => {
      await decided.promise;
      await route.continue();
    });
    const late = second.page.waitForResponse((response) => response.url().includes('/approvals/apr_'));
    await second.request.getByRole('button', { name: 'Allow exactly this' }).click();
    await first.request.getByRole('button', { name: 'Refuse' }).click();
    await first.request.getByText('refused', { exact: true }).waitFor();
    decided.resolve();
    const answer = await late;
    expect(answer.status()).toBe(409);
    expect(((await answer.json()) as { detail: string }).detail).toContain(
      'already answered: refused by person',
    );
    await second.page.getByText('already answered: refused by person').waitFor();
    await second.request.getByText('refused', { exact: true }).waitFor();
    expect(await second.request.getByRole('button').count()).toBe(0);
    expect([...first.troubles.all, ...second.troubles.all]).toEqual([]);
  });

  it('threat: a message of markup, escape codes and marks of direction is text everywhere that it is shown', async () => {
    const text =
      '<img src=x onerror="document.title=1"><b>b</b> \u001b[31mred\u0007 \u202Etxt.exe\u202C עברית';
    const said = await say(text, 'hostile');
    const { page, troubles } = await fixture.open({
      path: `/talk/${said.thread_id}/${said.turn_id}?why=prompt`,
    });
    const words = turnOf(page, said).locator('.said.mine');
    await words.getByText('<img src=x onerror="document.title=1"><b>b</b>').waitFor();
    expect(await words.locator('.unseen').allTextContents()).toEqual(['ESC', 'U+0007', 'U+202E', 'U+202C']);
    await page.locator('.why-section').last().locator('summary').click();
    await page.locator('.thread').first().waitFor();
    expect(await page.locator('main img, main b b, .said b').count()).toBe(0);
    expect(await page.locator('main').innerText()).not.toMatch(/\p{Cf}|(?![\n\t])\p{Cc}/u);
    expect(await page.title()).not.toBe('1');
    expect(troubles.all).toEqual([]);
  });

  it.each([1280, 390])('can be used by everybody, in both themes, %i pixels wide', async (width) => {
    await say('My aunt Eve lives in Rome.', `axe-${width}`);
    const asked = await say('Forget everything about my aunt Eve.', `axe-${width}`);
    const { page, troubles } = await fixture.open({ path: `/talk/${asked.thread_id}`, width });
    await turnOf(page, asked).getByRole('region', { name: 'Request: forget' }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    for (const view of ['decision', 'memory', 'prompt', 'steps', 'time']) {
      await page.goto(`${fixture.at}/console/talk/${asked.thread_id}/${asked.turn_id}?why=${view}`);
      await page
        .locator('.tab-panel :is(.bar, .why-memory, .why-section, .why-step, .waterfall, .state)')
        .first()
        .waitFor();
      expect([view, await seriousFindings(page)]).toEqual([view, []]);
      expect([view, await overflow(page)]).toEqual([view, 0]);
    }
    expect(troubles.all).toEqual([]);
  });
});

interface Said {
  readonly turn_id: string;
  readonly thread_id: string;
}
interface Judged {
  readonly value: number;
  readonly wanted: string | null;
}
interface Decided {
  readonly edited_arguments: object | null;
  readonly resolved_by: string | null;
}

/** By how many pixels the page is wider than its window. */
function overflow(page: Page): Promise<number> {
  return page.evaluate<number>('Math.max(0, document.documentElement.scrollWidth - window.innerWidth)');
}
