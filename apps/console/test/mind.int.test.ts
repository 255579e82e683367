import { beforeAll, describe, expect, it } from 'vitest';
import { until } from '@salience/testing';
import { findBrowser } from './support/browser.ts';
import { type ConsoleFixture, startConsole } from './support/console-fixture.ts';
import { lookAt } from './support/look-at.ts';
import { looks } from './support/looks.ts';
import { hostile, plantRouting, plantThoughts } from './support/plant-fleet.ts';

const pages = [
  '/mind',
  '/mind/routing',
  '/mind/routing?view=changes',
  '/mind/routing?view=weights',
  '/mind/routing?view=agent',
  '/mind/goals',
];

describe.skipIf(findBrowser() === undefined)('Mind', () => {
  let fixture: ConsoleFixture;

  beforeAll(async () => {
    fixture = await startConsole({
      apps: ['routing-regulator'],
      env: { 'routing-regulator': { SALIENCE_LEARNING_MS: '300' } },
    });
  });

  it('says on every page what to do first, where there is nothing yet', async () => {
    expect(await lookAt(fixture, pages, { theme: 'light', width: 1280 })).toEqual([]);
    const { page } = await fixture.open({ path: '/mind' });
    await page.getByText('No thought yet').waitFor();
    await page.getByRole('link', { name: 'Routing' }).click();
    await page.getByText('No calibration yet').waitFor();
    await page.getByRole('link', { name: 'Goals' }).click();
    await page.getByText('No goal yet').waitFor();
  });

  it('rolls a policy back: asked of the regulator, done by it, seen at once', async () => {
    await plantRouting(fixture.database);
    const { page, troubles } = await fixture.open({ path: '/mind/routing?view=changes' });
    await page.getByText('version 3 decides').waitFor();
    await page.getByText('people asked again where they should have been asked').first().waitFor();
    await page.getByRole('button', { name: 'More for version 1' }).click();
    await page.getByRole('menuitem', { name: 'Go back to version 1' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Go back to version 1 of fleet?' });
    await dialog.getByRole('button', { name: 'Go back to version 1' }).click();
    await dialog.waitFor({ state: 'detached' });
    const asked = page.getByRole('list', { name: 'Asked of the regulator, latest first' });
    await asked.getByText('done').waitFor();
    await page.getByText('version 4 decides').waitFor();
    await page.getByText('rolled back').waitFor();
    const weights = await fixture.database.admin<{ version: number; weight: number }>(
      "select version, (weights->>'clarify.base')::float8 as weight from salience.router_policies where name = 'fleet' and version in (1, 4) order by 1",
    );
    expect(weights[1]?.weight).toBe(weights[0]?.weight);
    const audit = (await fixture.ask('GET', '/operator/audit?action=policy.request')) as { items: object[] };
    expect(audit.items).toMatchObject([{ target: 'fleet', details: { kind: 'rollback', version: 1 } }]);
    expect(troubles.all).toEqual([]);
  });

  it('pins a policy, which says so, and takes the pin back', async () => {
    const { page, troubles } = await fixture.open({ path: '/mind/routing?view=changes' });
    await page.getByRole('button', { name: 'More for version 2' }).click();
    await page.getByRole('menuitem', { name: 'Pin version 2' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Pin version 2' }).click();
    await page.getByText('pinned to 2 by person').waitFor();
    await page.getByRole('button', { name: 'Take the pin back' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Take it back' }).click();
    await page.getByText('pinned to 2 by person').waitFor({ state: 'detached' });
    await until(
      async () => ((await fixture.ask('GET', '/policies/fleet')) as { pinned: unknown }).pinned === null,
      {
        what: 'the pin to be taken back',
      },
    );
    expect(troubles.all).toEqual([]);
  });

  it('threat: a thought full of markup and unseen characters shows as text; a thumb is heard', async () => {
    await plantThoughts(fixture.database);
    const { page, troubles } = await fixture.open({ path: '/mind' });
    const words = page.getByRole('button', { name: '<img src=x onerror=alert(1)>' }).first();
    await words.waitFor();
    expect(await words.textContent()).toBe(
      hostile
        .replace('\u001b', 'ESC')
        .replace('\u0007', 'U+0007')
        .replace('\u202E', 'U+202E')
        .replace('\u202C', 'U+202C'),
    );
    expect(await page.locator('.thought-line img, .thought-line script').count()).toBe(0);
    await words.click();
    const panel = page.getByRole('dialog', { name: 'A thought' });
    await panel.getByText('Anna mended the boat').waitFor();
    await panel.getByRole('button', { name: 'Good thought' }).click();
    await panel.locator('[aria-pressed=true]').waitFor();
    const judged = (await fixture.ask('GET', '/feedback')) as { items: { value: number }[] };
    expect(judged.items.map(({ value }) => value)).toEqual([1]);
    expect(troubles.all).toEqual([]);
  });

  it('adds a goal and marks it as reached', async () => {
    const { page, troubles } = await fixture.open({ path: '/mind/goals' });
    await page.getByRole('button', { name: 'New goal' }).first().click();
    await page.getByRole('textbox', { name: 'Goal' }).fill('Get the boat ready');
    await page.getByRole('button', { name: 'Add it' }).click();
    await page.getByRole('button', { name: 'More for Get the boat ready' }).click();
    await page.getByRole('menuitem', { name: 'It is reached' }).click();
    await page.getByRole('table', { name: 'Goals by state and priority' }).getByText('completed').waitFor();
    expect(troubles.all).toEqual([]);
  });

  it.each(looks)('has nothing wrong on its pages, in both themes, $width pixels wide', async (look) => {
    expect(await lookAt(fixture, pages, look)).toEqual([]);
  });
});
