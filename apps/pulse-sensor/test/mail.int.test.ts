import { until } from '@salience/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { mail, type MailStage, mailStage } from './mail-stage.ts';

describe('a mailbox that is read', () => {
  let stage: MailStage;
  beforeAll(async () => {
    stage = await mailStage();
    stage.server.deliver(mail('Old', 'It was there before.'), { at: new Date(Date.now() - 3_600_000) });
    await stage.spawn('pulse-sensor');
    await until(
      async () =>
        (await stage.database.admin('select 1 from salience.mailboxes where last_uid = 1')).length === 1,
      {
        what: 'the anchor',
      },
    );
  });

  it('takes in a mail whose sender is proven, and turns away one whose sender is not (laws 4 and 10)', async () => {
    stage.server.deliver(mail('Lunch', 'Do you have time on Friday?'));
    stage.server.deliver(mail('Bank', 'Pay me.', { headers: [] }));
    stage.server.deliver(mail('Stranger', 'Hello.', { from: 'x@elsewhere.test' }));
    const seen = await until(
      async () => {
        const found = await stage.seen();
        return found.length === 3 ? found : undefined;
      },
      { what: 'three mails' },
    );
    expect(seen).toEqual(['Lunch: allow verified', 'Bank: reject no-results', 'Stranger: reject not-listed']);
    expect((await stage.tasks()).map(({ state, title, trust }) => [title, state, trust])).toEqual([
      ['Stranger', 'rejected', 'external'],
      ['Bank', 'rejected', 'external'],
      ['Lunch', 'scheduled', 'external'],
    ]);
  });

  it('threat: a server that gives new numbers brings nothing that was there before the mailbox was read', async () => {
    stage.server.renumber(2_000);
    stage.server.deliver(mail('New', 'After the new numbers.'));
    const seen = await until(
      async () => {
        const found = await stage.seen();
        return found.length === 4 ? found : undefined;
      },
      { what: 'the mail after it' },
    );
    expect(seen.at(-1)).toBe('New: allow verified');
    expect(seen.join()).not.toContain('Old');
  });
});
