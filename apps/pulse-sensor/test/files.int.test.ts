import { appendFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scratchFolder, until } from '@salience/testing';
import { describe, expect, it } from 'vitest';
import { homework, pulseStage } from './pulse-stage.ts';

/** Real processes on a machine that may be busy. */
const limits = { timeout: 120_000 };

describe('a file in a watched folder', limits, () => {
  it('law 18: wakes the agent once, with a question that is heard, and one that does not matter does not', async () => {
    const folder = scratchFolder('watched');
    writeFileSync(join(folder, 'old.pdf'), 'It was there before.');
    const stage = await pulseStage();
    await stage.register(homework(folder));
    await stage.spawn('digest');
    await stage.spawn('pulse-sensor');
    await until(
      async () =>
        (await stage.database.admin('select 1 from salience.roots where baseline_at is not null')).length ===
        1,
      {
        what: 'the first look',
        timeoutMs: 30_000,
      },
    );

    writeFileSync(join(folder, 'setup.exe'), 'x');
    writeFileSync(join(folder, 'essay.pdf.part'), 'Half of it');
    appendFileSync(join(folder, 'essay.pdf.part'), ', and the rest.');
    renameSync(join(folder, 'essay.pdf.part'), join(folder, 'essay.pdf'));

    const wakes = await until(
      async () => {
        const all = await stage.wakes();
        return all.some(({ state }) => state === 'answered') ? all : undefined;
      },
      { what: 'the wake', timeoutMs: 60_000 },
    );
    expect(wakes).toHaveLength(1);
    expect(wakes[0]).toMatchObject({ state: 'answered', trust: 'external' });
    expect(wakes[0]?.text).toContain('essay.pdf');
    expect(wakes[0]?.reply).toContain('essay.pdf');
    await until(async () => (await stage.reasons()).length === 2, { what: 'both judgements' });
    expect((await stage.reasons()).toSorted()).toEqual([
      'essay.pdf homework woke',
      'setup.exe homework below_threshold',
    ]);
    const heard = await until(
      async () => (await stage.activations()).find(({ heardAt }) => heardAt !== null),
      {
        what: 'the proof that it was heard',
        timeoutMs: 30_000,
      },
    );
    expect(heard).toMatchObject({ state: 'asked', module: 'homework', count: 1, turnId: wakes[0]?.id });
    expect(await stage.database.admin('select seen_at from salience.notices')).toHaveLength(1);
    // Nothing of what was there before is told.
    expect(
      (await stage.signals()).map(({ location }) => location).filter((path) => path.includes('old')),
    ).toEqual([]);
  });
});
