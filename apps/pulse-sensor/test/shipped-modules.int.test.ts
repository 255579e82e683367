import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FingerprintInput } from '@salience/contracts';
import { listActivations, registerModule } from '@salience/database/signals';
import { compileModule, shippedModules } from '@salience/escalation';
import { scratchFolder, until } from '@salience/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { mail, type MailStage, mailStage } from './mail-stage.ts';
import { withoutLooks } from './pulse-stage.ts';

/** Twenty mails that want nothing of their reader. */
const wantNone: readonly (readonly [subject: string, body: string])[] = [
  ['Your receipt', 'Thank you for your order 4471. The total is 12 euros.'],
  ['Parcel on its way', 'Your parcel has left the depot and arrives on Thursday.'],
  ['Minutes of Tuesday', 'Attached are the minutes. We agreed on the blue version.'],
  ['Thanks', 'Thank you so much for yesterday. It made all the difference.'],
  ['New door code', 'Just so that you know: the new code is on the board. No reply needed.'],
  ['Out of office', 'I am away until 12 May and will answer when I am back.'],
  ['Holiday photos', 'Here are the pictures of our week in the hills. Enjoy them!'],
  ['Password changed', 'The password of your account was changed a moment ago.'],
  ['Spring sale', 'Why wait? Discover our new sandals and save. Unsubscribe here.'],
  ['Weekly digest', 'Top stories of this week. Read more on our site.'],
  ['Accepted: planning', 'Marta has accepted the invitation.'],
  ['Lecture moved', 'The lecture on Friday takes place in room 12.'],
  ['Backup finished', 'The backup of last night finished without errors.'],
  ['Invoice paid', 'We received your payment for invoice 88.'],
  ['Happy birthday', 'All the best for you and a wonderful day!'],
  ['Bestellung versandt', 'Ihre Sendung wurde versandt und kommt am Montag an.'],
  ['Confirmation de commande', 'Votre commande a bien été enregistrée.'],
  ['Pedido enviado', 'Su pedido ha sido enviado hoy.'],
  ['Report of March', 'The report is in the shared folder since this morning.'],
  ['See you', 'Wonderful, see you on Friday at eight then!'],
];

describe('the modules that ship', { timeout: 120_000 }, () => {
  let stage: MailStage;
  const register = async (
    name: string,
    change: (module: FingerprintInput) => FingerprintInput = (same) => same,
  ) => {
    const shipped = shippedModules.find(({ module_id }) => module_id === name);
    const fingerprint = compileModule(change(shipped as FingerprintInput));
    const hash = createHash('sha256').update(JSON.stringify(fingerprint)).digest('hex');
    await registerModule(stage.db, stage.agentId, { fingerprint, hash, now: new Date() });
  };
  const inFolder =
    (folder: string) =>
    (module: FingerprintInput): FingerprintInput => ({
      ...module,
      signal_priors: {
        filesystem: { ...module.signal_priors?.filesystem, watch_directories: [folder] },
      },
    });
  const judged = async (module: string): Promise<string[]> => {
    const rows = await stage.database.admin<{ location: string; reason: string }>(
      `select s.location, j->>'reason' as reason from salience.signals s join salience.cluster_signals c on c.signal_id = s.id,
       jsonb_array_elements(c.judged) j where j->>'module' = '${module}' order by c.seq`,
    );
    return rows.map(({ location, reason }) => `${location.split('/').at(-1) ?? ''} ${withoutLooks(reason)}`);
  };
  const seen = (what: string, text: string) =>
    until(async () => (await stage.database.admin(text)).length > 0, { what, timeoutMs: 30_000 });
  let builds: string;

  beforeAll(async () => {
    stage = await mailStage();
    builds = join(scratchFolder('builds'), 'logs');
    mkdirSync(builds);
    writeFileSync(join(builds, 'app.log'), 'compiling\n');
    await register('failing-build', inFolder(builds));
    await register('mail-that-wants-an-answer');
    await stage.spawn('pulse-sensor', { SALIENCE_SENSE_ROWS_MS: '200' });
    await seen('the first look', 'select 1 from salience.roots where baseline_at is not null');
    await seen('the mailbox', 'select 1 from salience.mailboxes where seen_at is not null');
    await seen('the cursor', "select 1 from salience.sense_cursors where source = 'inbound'");
  }, 60_000);

  it('mail: one that wants an answer asks; twenty that want none do not', async () => {
    for (const [subject, body] of wantNone) stage.server.deliver(mail(subject, body));
    stage.server.deliver(mail('Friday', 'Could you send me the slides by Friday?'));
    await until(async () => (await judged('mail-that-wants-an-answer')).length === 21, {
      what: 'all mails',
      timeoutMs: 60_000,
    });
    const reasons = (await judged('mail-that-wants-an-answer')).map((line) => line.split(' ')[1]);
    expect(reasons.filter((reason) => reason === 'woke')).toEqual(['woke']);
    expect(reasons.filter((reason) => reason === 'below_threshold')).toHaveLength(20);
    const [wake] = await listActivations(stage.db, stage.agentId, {
      limit: 5,
      module: 'mail-that-wants-an-answer',
      kind: 'wake',
    });
    expect(wake).toMatchObject({ kind: 'wake', count: 1 });
  });

  it('builds: a log that says that something failed asks, with none of its words; one that passed does not', async () => {
    writeFileSync(join(builds, 'docs.log'), 'compiling\nall 200 tests passed\n');
    appendFileSync(join(builds, 'app.log'), 'BUILD FAILED: the secret of node 7 is gone\n');
    await until(async () => (await judged('failing-build')).length >= 2, {
      what: 'both logs',
      timeoutMs: 30_000,
    });
    expect((await judged('failing-build')).toSorted()).toEqual(['app.log woke', 'docs.log below_threshold']);
    const rows = await stage.database.admin<{ all: string }>(
      "select string_agg(s::text, ' ') as all from salience.signals s where source = 'filesystem'",
    );
    expect(rows[0]?.all).toMatch(/failed/i);
    expect(rows[0]?.all).not.toContain('secret');
  });
});
