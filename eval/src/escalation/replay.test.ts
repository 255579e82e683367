import { fingerprintSchema, signalEventSchema } from '@salience/contracts';
import { forward } from '@salience/limbic';
import { describe, expect, it, vi } from 'vitest';
import { makeMonth } from './make-month.ts';
import { type Declared, type EscalationRow, replay, type Score } from './replay.ts';

// Training takes seconds, and more on a machine that is busy: the limit only ends what hangs.
vi.setConfig({ testTimeout: 180_000 });

const score: Score = ({ windows, lengths }, weights) => Promise.resolve(forward(weights, windows, lengths));

function monthOf(seed: number): { declared: Declared[]; rows: EscalationRow[] } {
  const { rows } = makeMonth(seed);
  return {
    declared: rows.flatMap((row) => ('fingerprint' in row ? [row] : [])),
    rows: rows.flatMap((row) => ('fingerprint' in row ? [] : [row])),
  };
}

describe('a made-up month', () => {
  it('is the same for the same seed, and holds what its contracts say', () => {
    expect(makeMonth(5)).toEqual(makeMonth(5));
    const { declared, rows } = monthOf(5);
    expect(declared.map(({ fingerprint }) => fingerprintSchema.parse(fingerprint))).toHaveLength(1);
    for (const { event } of rows) expect(signalEventSchema.parse(event)).toEqual(event);
    const times = rows.map(({ at }) => at);
    expect(times.toSorted((a, b) => a - b)).toEqual(times);
  });

  it('has two to four answers a day, fifty of them in its first half on the whole', () => {
    const { rows } = monthOf(6);
    const heard = rows.filter(({ feedback }) => feedback !== undefined);
    expect(heard.length).toBeGreaterThan(60);
    expect(heard.length).toBeLessThanOrEqual(120);
  });
});

describe('a replay', () => {
  const { declared, rows } = monthOf(8);
  const early = rows.slice(0, 240);

  it('scores a row by what was known before it: feedback that comes later changes nothing earlier', async () => {
    const whole = await replay(early, declared, score);
    const cut = await replay(early.slice(0, 180), declared, score);
    expect(whole.slice(0, 180).map((one) => one.score)).toEqual(cut.map((one) => one.score));
    const last = cut.at(-1)?.row as EscalationRow;
    const changed = early
      .slice(0, 180)
      .map((row) => (row === last ? { ...row, feedback: 1 as const, relevant: 1 as const } : row));
    expect((await replay(changed, declared, score)).at(-1)?.score).toBe(cut.at(-1)?.score);
  });

  it('begins with the rule alone', async () => {
    const scored = await replay(early.slice(0, 60), declared, score);
    for (const one of scored) {
      expect(one).toMatchObject({ weight: 0, score: one.rule });
      expect(one.decision.should_escalate).toBe(one.score >= 0.65);
    }
  });

  it('counts a signal of several modules once', async () => {
    const twice = early.slice(0, 40).flatMap((row) => [row, { ...row, module: 'other' }]);
    const [own] = declared;
    const other = { fingerprint: { ...(own as Declared).fingerprint, module_id: 'other' } };
    const scored = await replay(twice, [own as Declared, other], score);
    const alone = await replay(early.slice(0, 40), declared, score);
    const desk = scored.filter(({ row }) => row.module !== 'other');
    expect(desk.map((one) => one.decision.window.length)).toEqual(
      alone.map((one) => one.decision.window.length),
    );
    expect(desk.map((one) => one.score)).toEqual(alone.map((one) => one.score));
  });

  it('takes a module without a declaration as one that declares all that comes', async () => {
    const scored = await replay(early.slice(0, 60), [], score);
    expect(scored.every(({ rule }) => rule > 0)).toBe(true);
  });

  it('knows what the sign of a home folder means by the files that came', async () => {
    const [own] = declared;
    const { fingerprint } = own as Declared;
    const { filesystem } = fingerprint.signal_priors;
    const home = {
      fingerprint: {
        ...fingerprint,
        signal_priors: {
          ...fingerprint.signal_priors,
          filesystem: { ...filesystem, watch_directories: ['~/in'] },
        },
      } as typeof fingerprint,
    };
    const moved = early
      .filter(({ event }) => event.source === 'filesystem')
      .slice(0, 20)
      .map((row) => ({
        ...row,
        event: {
          ...row.event,
          location: row.event.location.replace('/srv/desk', ['', 'home', 'ana'].join('/')),
        },
      }));
    expect((await replay(moved, [home], score)).every(({ rule }) => rule > 0)).toBe(true);
  });
});
