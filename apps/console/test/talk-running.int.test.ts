import { beforeAll, describe, expect, it } from 'vitest';
import { findBrowser } from './support/browser.ts';
import { type ConsoleFixture, startConsole } from './support/console-fixture.ts';

describe.skipIf(findBrowser() === undefined)('Talk: a turn that runs', () => {
  let fixture: ConsoleFixture;

  beforeAll(async () => {
    fixture = await startConsole();
    // Without it every turn waits: as long as a journey needs.
    await fixture.apps.digest?.kill9();
  });

  const say = async (text: string, thread: string) =>
    (await fixture.ask('POST', '/messages', { text, thread_id: thread })) as {
      turn_id: string;
      thread_id: string;
    };

  it('is stopped where it stands', async () => {
    const said = await say('Count all the sheep.', 'stopped');
    const { page, troubles } = await fixture.open({ path: `/talk/${said.thread_id}` });
    const turn = page.locator(`#${said.turn_id}`);
    await turn.getByRole('button', { name: 'Stop' }).click();
    await turn.locator('.badge').getByText('cancelled').waitFor();
    expect(await turn.getByRole('button', { name: /Stop/ }).count()).toBe(0);
    expect(troubles.all).toEqual([]);
  });

  it('a message written meanwhile does to it what was chosen, and a message from elsewhere appears by itself', async () => {
    const first = await say('Count all the sheep.', 'busy');
    const { page, troubles } = await fixture.open({ path: `/talk/${first.thread_id}` });
    await page.locator(`#${first.turn_id}`).getByRole('button', { name: 'Stop' }).waitFor();
    const elsewhere = await say('And the goats.', 'busy');
    await page.locator(`#${elsewhere.turn_id}`).waitFor();
    await page.getByLabel('A turn runs. Your message:').selectOption('it takes its place');
    await page.getByRole('textbox', { name: 'Message' }).fill('Forget the sheep: only the cows.');
    await page.keyboard.press('Enter');
    for (const { turn_id: id } of [first, elsewhere])
      await page.locator(`#${id}`).getByText('A later message took its place').waitFor();
    const { items } = (await fixture.ask('GET', '/threads/busy/messages')) as { items: { state: string }[] };
    expect(items.map(({ state }) => state)).toEqual(['pending', 'cancelled', 'cancelled']);
    expect(troubles.all).toEqual([]);
  });
});
