import { beforeAll, describe, expect, it } from 'vitest';
import { personToken, plantQuarantined, until } from '@salience/testing';
import { findBrowser } from './support/browser.ts';
import { type ConsoleFixture, startConsole } from './support/console-fixture.ts';
import { lookAt } from './support/look-at.ts';
import { looks } from './support/looks.ts';
import { hostile, plantCosts, plantLetter } from './support/plant-fleet.ts';

const pages = [
  '',
  '/lanes',
  '/dead-letters',
  '/quarantine',
  '/costs',
  '/models',
  '/keys',
  '/channels',
  '/audit',
].map((path) => `/fleet${path}`);

describe.skipIf(findBrowser() === undefined)('Fleet', () => {
  let fixture: ConsoleFixture;

  beforeAll(async () => {
    fixture = await startConsole({ apps: ['memory-chunker', 'scheduler'] });
  });

  it('says on every page what to do first, where there is nothing yet', async () => {
    expect(await lookAt(fixture, pages, { theme: 'light', width: 1280 })).toEqual([]);
    const { page } = await fixture.open({ path: '/fleet' });
    for (const [tab, words] of [
      ['Dead letters', 'Nothing failed for good'],
      ['Quarantine', 'No turn is quarantined'],
      ['Costs', 'No model was asked in these days'],
      ['Models', 'No model was asked this week'],
      ['Keys', 'No key yet'],
      ['Channels', 'No channel yet'],
    ] as const) {
      await page.getByRole('link', { name: tab }).click();
      await page.getByText(words).waitFor();
    }
  });

  it('looks at a dead letter, whose words show as text, and sends its job again, which is then done', async () => {
    const id = await plantLetter(fixture.database, `The model answered no object: ${hostile}`);
    const { page, troubles } = await fixture.open({ path: '/fleet/dead-letters' });
    await page.getByRole('button', { name: 'memory.chunk' }).click();
    const panel = page.getByRole('dialog', { name: 'Dead letter of memory.chunk' });
    await panel.getByText('<img src=x onerror=alert(1)>').waitFor();
    expect(await panel.locator('.unseen').allTextContents()).toEqual(['ESC', 'U+0007', 'U+202E', 'U+202C']);
    await panel.getByRole('button', { name: 'Send it again' }).click();
    await panel.waitFor({ state: 'detached' });
    await page.getByText('Nothing failed for good').waitFor();
    const [letter] = await fixture.database.admin<{ state: string }>(
      'select state from salience.dead_letters where id = $1',
      [id],
    );
    expect(letter?.state).toBe('retried');
    // The scheduler sends it, the memory-chunker does it.
    await until(
      async () => {
        const { workers } = (await fixture.ask('GET', '/operator/fleet')) as {
          workers: { app: string; jobs_done: number }[];
        };
        return workers.some(({ app, jobs_done: done }) => app === 'memory-chunker' && done > 0);
      },
      { what: 'the job to be done', timeoutMs: 20_000 },
    );
    expect(troubles.all).toEqual([]);
  });

  it('shows a quarantined turn with its whole message, and has it said again', async () => {
    const text = `${'A long message. '.repeat(30)}${hostile}`;
    const said = (await fixture.ask('POST', '/messages', { text, thread_id: 'poison' })) as {
      turn_id: string;
    };
    await until(
      async () =>
        ((await fixture.ask('GET', `/turns/${said.turn_id}`)) as { state: string }).state !== 'pending',
      {
        what: 'the turn to be worked',
      },
    );
    await until(
      async () =>
        !['pending', 'running'].includes(
          ((await fixture.ask('GET', `/turns/${said.turn_id}`)) as { state: string }).state,
        ),
      {
        what: 'the turn to end',
      },
    );
    await fixture.database.admin('delete from salience.turn_ends where turn_id = $1', [said.turn_id]);
    await plantQuarantined(fixture.database, said.turn_id);
    const { page, troubles } = await fixture.open({ path: '/fleet/quarantine' });
    await page.getByRole('button', { name: 'A long message' }).click();
    const panel = page.getByRole('dialog', { name: 'A quarantined turn' });
    await panel.getByText('<script>alert(2)</script>').waitFor();
    await panel.getByRole('button', { name: 'Say it again' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Say it again' }).click();
    await page.getByText('No turn is quarantined').waitFor();
    const audit = (await fixture.ask('GET', `/operator/audit?target=${said.turn_id}`)) as { items: object[] };
    expect(audit.items).toMatchObject([{ action: 'quarantine.retry', outcome: 'done' }]);
    expect(troubles.all).toEqual([]);
  });

  it('makes a key, shows it once, and revokes it; the token that was typed is kept nowhere', async () => {
    const { page, troubles } = await fixture.open({ path: '/fleet/keys' });
    // The operators' card, which may be there first, has a button of the same name.
    const ofAgent = page.getByRole('region', { name: 'Keys of default' });
    await ofAgent.getByRole('button', { name: 'New key' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'New key of default' });
    await dialog.getByLabel('What it is for').fill('shop front');
    await dialog.getByLabel('Who speaks for themselves').fill('Anna, Bob');
    await dialog.getByLabel('Your operator key, or your token').fill('pt_wrong');
    await dialog.getByRole('button', { name: 'Make the key' }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByLabel('Your operator key, or your token').fill(personToken);
    await dialog.getByRole('button', { name: 'Make the key' }).click();
    const key = (await dialog.locator('.made-key code').textContent()) ?? '';
    expect(key).toMatch(/^sk_/);
    await dialog.getByRole('button', { name: 'I have it' }).click();
    await page.getByText('only Anna, Bob speak for themselves').waitFor();
    expect(await page.content()).not.toContain(key);
    expect(await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])')).not.toMatch(
      /pt_|sk_/,
    );
    const opens = async () =>
      (await fetch(`${fixture.at}/agents/me`, { headers: { authorization: `Bearer ${key}` } })).status;
    expect(await opens()).toBe(200);
    await page.getByRole('button', { name: 'More for the key shop front' }).click();
    await page.getByRole('menuitem', { name: 'Revoke it' }).click();
    const revoking = page.getByRole('dialog', { name: 'Revoke the key shop front' });
    await revoking.getByLabel('Your operator key, or your token').fill(personToken);
    await revoking.getByRole('button', { name: 'Revoke it' }).click();
    await revoking.waitFor({ state: 'detached' });
    await page.getByText('No key yet').waitFor();
    await until(async () => (await opens()) === 401, { what: 'the key to open nothing', timeoutMs: 15_000 });
    expect(troubles.all).toEqual([]);
  });

  it('finds in the audit log what was done, by a click on what it was done to', async () => {
    const { page, troubles } = await fixture.open({ path: '/fleet/audit' });
    await page.getByRole('button', { name: 'agent-key.revoke' }).click();
    await page.waitForURL('**action=agent-key.revoke');
    await page.getByRole('button', { name: 'agent-key.create' }).waitFor({ state: 'detached' });
    await page.getByLabel('Action').fill('');
    await page.getByLabel('Action').press('Enter');
    await page.getByRole('button', { name: 'agent-key.create' }).waitFor();
    expect(troubles.all).toEqual([]);
  });

  it('adds a channel and removes it', async () => {
    const { page, troubles } = await fixture.open({ path: '/fleet/channels' });
    await page.getByRole('button', { name: 'New channel' }).first().click();
    await page.getByLabel('By').selectOption('webhook');
    await page.getByLabel('URL').fill('https://example.org/hook');
    await page.getByRole('button', { name: 'Add it' }).click();
    const secret = page.getByRole('dialog', { name: 'The secret of the webhook' });
    await secret.getByRole('button', { name: 'I have it' }).click();
    await page.getByRole('button', { name: 'More for https://example.org/hook' }).click();
    await page.getByRole('menuitem', { name: 'Remove it' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove it' }).click();
    await page.getByText('No channel yet').waitFor();
    expect(troubles.all).toEqual([]);
  });

  it.each(looks)('has nothing wrong on its pages, in both themes, $width pixels wide', async (look) => {
    await plantCosts(fixture.database);
    await plantLetter(fixture.database, `Look ${look.theme} ${look.width}: ${hostile}`);
    expect(await lookAt(fixture, pages, look)).toEqual([]);
  });
});
