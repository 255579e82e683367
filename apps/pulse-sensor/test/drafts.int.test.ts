import type { TurnId } from '@salience/contracts';
import { newId } from '@salience/database';
import { type LetterRow, listLetters, writeLetter } from '@salience/database/tasks';
import { faultsEnv, until } from '@salience/testing';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type MailStage, mailStage } from './mail-stage.ts';

let stage: MailStage;
beforeAll(async () => {
  stage = await mailStage();
});
beforeEach(() => {
  for (const { uid } of stage.server.mails('Drafts')) stage.server.remove(uid, 'Drafts');
});

let keys = 0;

/** A draft as the skill writes it. */
async function draft(more: Partial<Parameters<typeof writeLetter>[1]> = {}): Promise<LetterRow> {
  return await writeLetter(stage.database.connect('salience_digest'), {
    agentId: stage.agentId,
    kind: 'draft',
    mailbox: 'work',
    recipient: 'bo@work.test',
    subject: 'Re: The flat',
    body: 'Yes, it is free.',
    inboundId: null,
    inReplyTo: '<flat@work.test>',
    turnId: newId('turn', Date.now()) as TurnId,
    idempotencyKey: `key ${(keys += 1)}`,
    now: new Date(),
    ...more,
  });
}

const letterOf = async (id: string): Promise<LetterRow | undefined> =>
  (await listLetters(stage.db, stage.agentId, 100)).find((letter) => letter.id === id);
const untilState = (id: string, state: LetterRow['state']) =>
  until(
    async () => {
      const letter = await letterOf(id);
      return letter?.state === state ? letter : undefined;
    },
    { what: `draft ${id} to be ${state}`, timeoutMs: 40_000 },
  );
const drafts = () => stage.server.mails('Drafts').map(({ flags, raw }) => ({ flags, raw }));
/** Whoever took a draft died long ago. */
const forget = (id: string) =>
  stage.database.admin(
    "update salience.letters set claimed_until = clock_timestamp() - interval '1 second' where id = $1",
    [id],
  );
const decoded = (raw: string) => Buffer.from(raw.slice(raw.indexOf('\r\n\r\n')), 'base64').toString('utf8');

describe('a draft on its way into a mailbox', { timeout: 120_000 }, () => {
  it('is put among the drafts once, as an answer, and sent to nobody', async () => {
    const { id } = await draft();
    const app = await stage.spawn('pulse-sensor');
    expect(await untilState(id, 'done')).toMatchObject({ attempts: 1, error: null });
    await app.stop();
    const [held, ...more] = drafts();
    expect(more).toEqual([]);
    expect(held?.flags).toEqual(['\\Draft']);
    expect(held?.raw).toContain('From: ana@salience.test\r\nTo: bo@work.test\r\nSubject: Re: The flat\r\n');
    expect(held?.raw).toContain(`Message-ID: <${id}@salience.test>\r\nIn-Reply-To: <flat@work.test>\r\n`);
    expect(decoded(held?.raw ?? '')).toBe('Yes, it is free.');
  });

  it.each(['pulse.draft-claimed', 'pulse.draft-stored'])(
    'is there once although its writer is killed at %s (law 4)',
    async (point) => {
      const first = await stage.spawn('pulse-sensor', faultsEnv({ [point]: { action: 'kill' } }));
      const { id } = await draft();
      expect(await first.exited).toMatchObject({ signal: 'SIGKILL' });
      expect(drafts()).toHaveLength(point === 'pulse.draft-stored' ? 1 : 0);
      await forget(id);
      const second = await stage.spawn('pulse-sensor');
      expect(await untilState(id, 'done')).toMatchObject({ attempts: 2 });
      await second.stop();
      expect(drafts()).toHaveLength(1);
    },
  );

  it('is there once although the connection ends before the server says that it has it', async () => {
    const { id } = await draft();
    stage.server.fail('cut-after-append');
    const app = await stage.spawn('pulse-sensor');
    await untilState(id, 'done');
    await app.stop();
    expect(drafts()).toHaveLength(1);
  });

  it('is there once although the server finds nothing of what it holds', async () => {
    const first = await stage.spawn('pulse-sensor', faultsEnv({ 'pulse.draft-stored': { action: 'kill' } }));
    const { id } = await draft();
    await first.exited;
    await forget(id);
    stage.server.fail('blind-search');
    const second = await stage.spawn('pulse-sensor');
    await untilState(id, 'done');
    await second.stop();
    expect(drafts()).toHaveLength(1);
  });

  it('waits for a server that is away', async () => {
    const { id } = await draft();
    await stage.server.shut();
    const app = await stage.spawn('pulse-sensor');
    const waits = await until(
      async () => {
        const letter = await letterOf(id);
        return letter?.error === null ? undefined : letter;
      },
      { what: 'a failed attempt', timeoutMs: 40_000 },
    );
    expect(waits).toMatchObject({ state: 'pending', error: 'mail.unavailable' });
    await stage.server.open();
    await untilState(id, 'done');
    await app.stop();
    expect(drafts()).toHaveLength(1);
  });

  it('fails at once where it can be no letter, and holds up no other', async () => {
    const bad = await draft({ recipient: 'nobody' });
    const good = await draft();
    const app = await stage.spawn('pulse-sensor');
    await untilState(good.id, 'done');
    expect(await untilState(bad.id, 'failed')).toMatchObject({ attempts: 1, error: 'mail.bad-letter' });
    await app.stop();
    expect(drafts()).toHaveLength(1);
  });

  it('threat: holds no second header, whatever stands in its subject', async () => {
    const { id } = await draft({ subject: 'Hi\r\nBcc: evil@x.test', body: 'One.\r\n.\r\nTwo.' });
    const app = await stage.spawn('pulse-sensor');
    await untilState(id, 'done');
    await app.stop();
    const [held] = drafts();
    expect(held?.raw).not.toMatch(/^Bcc:/im);
    expect(decoded(held?.raw ?? '')).toBe('One.\r\n.\r\nTwo.');
  });

  it('is written by one of two processes (law 4)', async () => {
    const several = await Promise.all([draft(), draft(), draft(), draft()]);
    const apps = await Promise.all([stage.spawn('pulse-sensor'), stage.spawn('pulse-sensor')]);
    for (const { id } of several) expect(await untilState(id, 'done')).toMatchObject({ attempts: 1 });
    await Promise.all(apps.map((app) => app.stop()));
    expect(drafts()).toHaveLength(4);
  });

  it('goes into no mailbox but its own', async () => {
    const other = await draft({ mailbox: 'home' });
    const { id } = await draft();
    const app = await stage.spawn('pulse-sensor');
    await untilState(id, 'done');
    await app.stop();
    expect(await letterOf(other.id)).toMatchObject({ state: 'pending', attempts: 0 });
  });
});
