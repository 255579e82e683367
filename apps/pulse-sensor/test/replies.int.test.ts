import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ThreadId } from '@salience/contracts';
import { findActivation } from '@salience/database/signals';
import { acceptSaid, scratchFolder, until } from '@salience/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { homework, type PulseStage, pulseStage } from './pulse-stage.ts';

describe('a reply to a wake', { timeout: 120_000 }, () => {
  let stage: PulseStage;
  const folder = scratchFolder('replies');
  let number = 0;
  /** Drops a file and resolves with the wake that it comes to, and the thread of its turn. */
  const wake = async () => {
    number += 1;
    const name = `essay-${number}.pdf`;
    writeFileSync(join(folder, name), name);
    const found = await until(
      async () =>
        (await stage.activations()).find(
          ({ latest, state }) => state === 'asked' && latest.at(-1)?.location.endsWith(name),
        ),
      { what: `the wake of ${name}`, timeoutMs: 30_000 },
    );
    const [turn] = await stage.database.admin<{ thread_id: ThreadId }>(
      `select thread_id from salience.turns where id = '${found.turnId ?? ''}'`,
    );
    await until(
      async () => (await stage.wakes()).some(({ id, state }) => id === found.turnId && state === 'answered'),
      {
        what: `the answer to ${name}`,
        timeoutMs: 30_000,
      },
    );
    // The pause of a module is not what this is about.
    await stage.database.admin('update salience.modules set last_wake_at = null');
    return { id: found.id, threadId: turn?.thread_id as ThreadId };
  };
  const labelOf = async (id: string) => (await findActivation(stage.db, stage.agentId, id))?.label;

  beforeAll(async () => {
    stage = await pulseStage();
    await stage.register(homework(folder));
    await stage.spawn('digest');
    await stage.spawn('pulse-sensor');
    await until(
      async () =>
        (await stage.database.admin('select 1 from salience.roots where baseline_at is not null')).length > 0,
      {
        what: 'the first look',
      },
    );
  }, 60_000);

  it('law 8: labels it, where it is short and sure', async () => {
    const first = await wake();
    await acceptSaid(stage.db, 'No, not relevant.', { threadId: first.threadId });
    await until(async () => (await labelOf(first.id)) === 0, {
      what: 'the label of the no',
      timeoutMs: 20_000,
    });
    const second = await wake();
    await acceptSaid(stage.db, 'Thanks, good to know!', { threadId: second.threadId });
    await until(async () => (await labelOf(second.id)) === 1, {
      what: 'the label of the thanks',
      timeoutMs: 20_000,
    });
    const rows = await stage.database.admin(
      'select target, value, given_by from salience.feedback order by created_at',
    );
    expect(rows).toEqual([
      { target: first.id, value: -1, given_by: 'reply' },
      { target: second.id, value: 1, given_by: 'reply' },
    ]);
  });

  it('threat: words of a stranger, of the agent itself and of a later message label nothing', async () => {
    const [stranger, own, talk, last] = [await wake(), await wake(), await wake(), await wake()];
    await acceptSaid(stage.db, 'No.', { threadId: stranger.threadId, trust: 'external' });
    // All wakes are in one thread, and each is followed by the next one but the last.
    expect(new Set([stranger, own, talk, last].map(({ threadId }) => threadId)).size).toBe(1);
    await acceptSaid(stage.db, 'Useless.', { threadId: last.threadId, trust: 'unverified' });
    await acceptSaid(stage.db, 'Thanks!', { threadId: last.threadId });
    const sure = await wake();
    await acceptSaid(stage.db, 'Thanks!', { threadId: sure.threadId });
    await until(async () => (await labelOf(sure.id)) === 1, {
      what: 'the label of the sure one',
      timeoutMs: 20_000,
    });
    expect(await Promise.all([stranger, own, talk, last].map(({ id }) => labelOf(id)))).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });
});
