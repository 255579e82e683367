import { until } from '@salience/testing';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { findBrowser } from './support/browser.ts';
import { seriousFindings } from './support/check-accessible.ts';
import { type ConsoleFixture, startConsole } from './support/console-fixture.ts';
import { looks } from './support/looks.ts';
import { hostileName, watchFolder, type WatchedFolder } from './support/plant-world.ts';

interface Task {
  readonly task_id: string;
  readonly state: string;
}

describe.skipIf(findBrowser() === undefined)('World', { timeout: 120_000 }, () => {
  let fixture: ConsoleFixture;
  let papers: WatchedFolder;

  beforeAll(async () => {
    fixture = await startConsole({
      apps: ['pulse-sensor', 'scheduler'],
      env: { 'pulse-sensor': { SALIENCE_SENSE_LEASE_MS: '1000' } },
    });
  }, 90_000);

  const task = (body: object) => fixture.ask('POST', '/tasks', body) as Promise<Task>;
  const untilState = (id: string, state: string) =>
    until(async () => ((await fixture.ask('GET', `/tasks/${id}`)) as Task).state === state, {
      what: `the task to be ${state}`,
      timeoutMs: 40_000,
    });
  /** A task whose first step is a person's. */
  const asksPerson = async (text: string) => {
    const steps = [{ kind: 'person', name: 'choose', text: `Choose: ${text}` }];
    const { task_id: id } = await task({ text, plan: { steps } });
    await untilState(id, 'awaiting_review');
    return id;
  };
  const toast = (page: Page, text: string) => page.getByRole('status').getByText(text).first().waitFor();

  it('says what to do first while there is nothing', async () => {
    const { page, troubles } = await fixture.open({ path: '/world' });
    await page.waitForURL('**/console/world/signals');
    await page.getByText('Nothing is watched yet').waitFor();
    for (const [tab, words] of [
      ['Modules', 'No module yet'],
      ['Tasks', 'The agent has no tasks'],
      ['Schedules', 'Nothing comes in this time.'],
      ['Inbox', 'Nothing waits for you'],
      ['Budgets', 'No turn was answered yet today.'],
    ] as const) {
      await page.getByRole('link', { name: tab, exact: true }).click();
      await page.getByText(words).waitFor();
    }
    expect(troubles.all).toEqual([]);
  });

  it('shows a wake with its reason, and takes what somebody thinks of it', async () => {
    papers = await watchFolder(fixture, 'homework');
    await papers.save('noise.zip');
    const signal = await papers.save('essay.pdf', true);
    const { page, troubles } = await fixture.open({ path: '/world/signals' });
    await page.getByLabel('Outcome').selectOption('Woke the agent');
    const row = page.getByRole('listitem').filter({ hasText: 'essay.pdf' });
    await row.getByText('woke', { exact: true }).waitFor();
    expect(await page.getByRole('listitem').filter({ hasText: 'noise.zip' }).count()).toBe(0);
    await row.getByRole('link').click();
    await page.waitForURL(`**/console/world/signals/${signal}?outcome=woke`);
    const why = page.getByRole('complementary', { name: 'Why' });
    await why.getByText(/reaches the threshold 0.65, so the agent is asked/).waitFor();
    await why.getByText(/A file came: .*essay\.pdf.*Is it homework\?/).waitFor();
    await why.getByRole('button', { name: 'Useful', exact: true }).click();
    await toast(page, 'Its module learns from it.');
    await why.getByRole('button', { name: 'Useful', pressed: true, exact: true }).waitFor();
    const labels = await fixture.database.admin(
      'select label, labelled_by from salience.activations where label is not null',
    );
    expect(labels).toEqual([{ label: 1, labelled_by: 'person' }]);
    // From the wake to the turn that it began.
    await why.getByRole('link', { name: 'The turn' }).click();
    await page.waitForURL(/\/console\/talk\/thr_\w+\/turn_/);
    expect(troubles.all).toEqual([]);
  });

  it('shows signals as they come', async () => {
    const { page, troubles } = await fixture.open({ path: '/world/signals' });
    await page.getByRole('listitem').filter({ hasText: 'essay.pdf' }).waitFor();
    await papers.save('later.pdf');
    await page.getByRole('listitem').filter({ hasText: 'later.pdf' }).waitFor();
    expect(troubles.all).toEqual([]);
  });

  it('shows the score of a module against its threshold, which a person sets', async () => {
    const { page, troubles } = await fixture.open({ path: '/world/modules' });
    await page.locator('.plot canvas').waitFor();
    await page.getByText('2 woke').waitFor();
    await page.getByRole('slider', { name: 'Threshold' }).press('End');
    await page.getByRole('button', { name: 'Set to 1.00' }).click();
    await toast(page, 'The threshold of homework is set.');
    await page.getByRole('button', { name: 'Let it learn' }).click();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('paused', { exact: true }).first().waitFor();
    expect(await fixture.ask('GET', '/modules/homework')).toMatchObject({ state: 'paused', threshold: null });
    await page.getByRole('button', { name: 'Resume' }).click();
    await toast(page, 'homework is active.');
    expect(troubles.all).toEqual([]);
  });

  it('decides a review in the inbox, and the task goes on', async () => {
    const id = await asksPerson(`the paper ${hostileName}`);
    const { page, troubles } = await fixture.open({ path: '/world/tasks' });
    const waiting = page.getByRole('region', { name: /^Waits for you/ });
    await waiting.getByText('waits for the answer').waitFor();
    await waiting.getByRole('link', { name: 'Answer it in the inbox' }).click();
    const item = page.getByRole('article', { name: 'A step of a task is yours. Is it done?' });
    await item.getByText('<img src=x onerror=alert(1)>', { exact: false }).waitFor();
    expect(await page.locator('img').count()).toBe(0);
    await item.getByRole('button', { name: 'Approve' }).click();
    await page.getByText('Nothing waits for you').waitFor();
    await untilState(id, 'completed');
    await page.goto(`${fixture.at}/console/world/tasks/${id}`);
    await page.getByRole('banner').waitFor();
    await page.getByText('Its plan has come to its end.').waitFor();
    expect(troubles.all).toEqual([]);
  });

  it('says what became of a review that somebody else has answered', async () => {
    await asksPerson('the ink');
    const { page } = await fixture.open({ path: '/world/inbox' });
    const item = page.getByRole('article', { name: 'A step of a task is yours. Is it done?' });
    await item.waitFor();
    const { items } = (await fixture.ask('GET', '/inbox')) as { items: { id: string }[] };
    await fixture.ask('POST', `/approvals/${items[0]?.id ?? ''}`, { answer: 'refuse' });
    await item.getByRole('button', { name: 'Approve' }).click();
    await page.getByText(/This request was already answered: refused/).waitFor();
    await item.waitFor({ state: 'detached' });
  });

  it('makes a schedule, shows it in the calendar, pauses it and runs it', async () => {
    const { page, troubles } = await fixture.open({ path: '/world/schedules?day=2031-03-30' });
    await page.getByRole('button', { name: 'New schedule' }).click();
    const dialog = page.getByRole('dialog', { name: 'New schedule' });
    await dialog.getByLabel('What?').fill('Stretch a little');
    await dialog.getByLabel('When, on your clock').fill('2031-03-29T09:00');
    await dialog.getByLabel('How often').selectOption('Every day');
    await dialog.getByRole('button', { name: 'Make it' }).click();
    // The day on which the clocks change, too.
    const day = page.getByRole('cell').filter({ hasText: '30' }).first();
    await day.getByRole('button', { name: /^09:00 Stretch a little.*will run/ }).click();
    await page.getByRole('dialog').getByText('It will run.').waitFor();
    await page.getByRole('link', { name: /^The schedule/ }).click();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Resume' }).waitFor();
    await page.getByRole('button', { name: 'Run now' }).click();
    await page.getByText('Somebody asked for it.').waitFor();
    await page.goBack();
    await page
      .getByRole('button', { name: /will be skipped/ })
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'List' }).click();
    await page.getByRole('link', { name: /Stretch a little/ }).waitFor();
    expect(troubles.all).toEqual([]);
  });

  it.each(looks)('has no serious finding of axe, in both themes, $width pixels wide', async (look) => {
    const name = `${look.theme} ${look.width} ${hostileName}`;
    const signal = await papers.save(name);
    const waiting = await asksPerson(name);
    const { page, troubles } = await fixture.open({ ...look, path: '/world/signals' });
    const [one] = await fixture.database.admin<{ id: string }>('select id from salience.schedules');
    for (const [path, shown] of [
      ['signals', '.signals-row'],
      [`signals/${signal}`, '.signal-detail'],
      ['modules/homework', '.plot canvas'],
      ['tasks', '.tasks-card'],
      [`tasks/${waiting}`, '.task-steps'],
      ['schedules?day=2031-03-30', '.schedules-time'],
      [`schedules/${one?.id ?? ''}`, '.key-values'],
      ['inbox', '.inbox-item'],
      ['budgets', '.budgets-row'],
    ] as const) {
      await page.goto(`${fixture.at}/console/world/${path}`);
      await page.locator(shown).first().waitFor();
      expect([path, await seriousFindings(page)]).toEqual([path, []]);
    }
    // Text is text, whatever it holds.
    expect(await page.locator('img').count()).toBe(0);
    expect(troubles.all).toEqual([]);
  });
});
