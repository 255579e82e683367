import type { AgentId } from '@salience/contracts';
import { createApiKey } from '@salience/database/agents';
import { beforeAll, describe, expect, it } from 'vitest';
import { findBrowser } from './support/browser.ts';
import { seriousFindings } from './support/check-accessible.ts';
import { type ConsoleFixture, startConsole } from './support/console-fixture.ts';
import { looks } from './support/looks.ts';

const hostile = '<b>loud</b> <img src=x onerror=alert(1)> \u202Eturned \u001B[31m';

describe.skipIf(findBrowser() === undefined)('Rooms', { timeout: 90_000 }, () => {
  let fixture: ConsoleFixture;
  let key: string;

  beforeAll(async () => {
    fixture = await startConsole();
    const [agent] = await fixture.database.admin<{ id: AgentId }>('select id from salience.agents');
    if (agent === undefined) throw new Error('expected an agent');
    ({ key } = await createApiKey(fixture.database.connect('salience_operator'), agent.id, 'rooms'));
  }, 60_000);

  /** The agent raises its hand, as its own program would. */
  const raiseHand = async (room: string) => {
    const response = await fetch(`${fixture.at}/api/voice/raise-hand`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ channelId: room }),
    });
    expect(response.status).toBe(200);
  };

  it('makes a room, and says what is said as text', async () => {
    const { page, troubles } = await fixture.open({ path: '/rooms' });
    await page.getByText('There is no room yet').waitFor();
    await page.getByRole('button', { name: 'Make a room' }).click();
    const dialog = page.getByRole('dialog', { name: 'New room' });
    await dialog.getByLabel('Its name').fill('hall');
    await dialog.getByRole('button', { name: 'Make room' }).click();
    await page.waitForURL('**/console/rooms/hall');
    await page.getByText('Nobody has the floor.').waitFor();
    await page.getByLabel('Message to the room').fill(hostile);
    await page.keyboard.press('Enter');
    await page.getByRole('log').getByText('<b>loud</b>', { exact: false }).waitFor();
    expect(await page.locator('img').count()).toBe(0);
    expect(troubles.all).toEqual([]);
  });

  it('leads to them from where they were shown before', async () => {
    const { page } = await fixture.open({ path: '/rooms' });
    await page.goto(`${fixture.at}/switchboard`);
    await page.waitForURL('**/console/rooms');
  });

  it('people wait in two tiers, and a moderator gives the floor', async () => {
    const moderator = await fixture.open({ path: '/rooms/hall' });
    const guest = await fixture.open({ path: '/rooms/hall', person: false });
    await guest.page.getByRole('button', { name: 'Raise hand' }).click();
    const queue = moderator.page.getByRole('region', { name: 'Queue of people' });
    await queue.getByText(/^Guest \d+/).waitFor();
    expect(await guest.page.getByRole('button', { name: 'Emergency: speak now' }).count()).toBe(0);
    await moderator.page.getByRole('button', { name: 'Give the floor to the next' }).click();
    await guest.page.getByText('You have the floor.').waitFor();
    // An emergency takes the floor at once, and whoever spoke waits again.
    await moderator.page.getByRole('button', { name: 'Emergency: speak now' }).click();
    await moderator.page.getByText('You have the floor.').waitFor();
    await guest.page.getByRole('region', { name: 'Queue of people' }).getByText('was interrupted').waitFor();
    await moderator.page.getByRole('button', { name: 'End the floor' }).click();
    await moderator.page.getByRole('button', { name: /^Take Guest \d+ out of the queue$/ }).click();
    await queue.getByText('Nobody waits.').waitFor();
    await guest.page.getByRole('button', { name: 'Raise hand' }).waitFor();
    expect([...moderator.troubles.all, ...guest.troubles.all]).toEqual([]);
  });

  it('an agent raises its hand, gets the floor, and says one message', async () => {
    const { page, troubles } = await fixture.open({ path: '/rooms/hall' });
    await page.getByLabel('Message to the room').fill('What do we know about the harbour?');
    await page.keyboard.press('Enter');
    await raiseHand('hall');
    await page
      .getByRole('complementary')
      .getByRole('img', { name: /^asks for the floor/ })
      .waitFor();
    await page.getByRole('button', { name: 'Give floor to default' }).click();
    await page.getByText('default has the floor.').waitFor();
    await page
      .getByRole('log')
      .getByRole('article')
      .filter({ hasText: 'default' })
      .first()
      .waitFor({ timeout: 30_000 });
    await page.getByText('Nobody has the floor.').waitFor();
    expect(troubles.all).toEqual([]);
  });

  it('follows on after the consumer was killed', async () => {
    const { page } = await fixture.open({ path: '/rooms/hall' });
    await page.getByText('Nobody has the floor.').waitFor();
    await fixture.killConsumer();
    const lost = page.getByRole('region', { name: 'Room hall' }).getByText('connecting again');
    await lost.waitFor();
    await fixture.restartConsumer();
    await lost.waitFor({ state: 'detached', timeout: 30_000 });
    await page.getByLabel('Message to the room').fill('Back again');
    await page.keyboard.press('Enter');
    await page.getByRole('log').getByText('Back again').waitFor();
    expect(await page.getByRole('log').getByText('Back again').count()).toBe(1);
  });

  it.each(looks)('has no serious finding of axe, in both themes, $width pixels wide', async (look) => {
    await raiseHand('hall');
    const { page, troubles } = await fixture.open({ ...look, path: '/rooms/hall' });
    await page.getByRole('button', { name: 'Raise hand' }).click();
    await page.getByRole('button', { name: 'Lower hand' }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    // On a phone people and the queue are in a panel.
    const people = page.getByRole('button', { name: /^People/ });
    for (const one of await people.all()) await one.click();
    await page
      .getByRole('img', { name: /^asks for the floor/ })
      .last()
      .waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await fixture.ask('DELETE', '/rooms/hall/queue');
    await page.goto(`${fixture.at}/console/rooms`);
    await page.getByRole('navigation', { name: 'Rooms' }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    expect(troubles.all).toEqual([]);
  });
});
