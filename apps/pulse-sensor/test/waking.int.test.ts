import { type Id, senseSignal } from '@salience/contracts';
import { newId } from '@salience/database';
import { createGoal, deleteGoal, listActions, listGoals, patchConfig } from '@salience/database/pfc';
import { findActivation, findSignal, labelActivation, takeSignals } from '@salience/database/signals';
import { clockControl, until } from '@salience/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { homework, type PulseStage, pulseStage } from './pulse-stage.ts';

const minute = 60_000;
const hour = 60 * minute;
const goal = { goal: 'Learn to play the cello', priority: 90, context: null } as const;

describe('when a wake is due', { timeout: 120_000 }, () => {
  let stage: PulseStage;
  let clock: ReturnType<typeof clockControl>;
  let number = 0;
  /** A file that passes, as a sense takes it in; resolves with its activation. */
  const drop = async (cluster: string, folder: string, name = 'essay.pdf') => {
    number += 1;
    const now = await clock.now();
    const id = newId('signal', now.getTime());
    await takeSignals(stage.database.connect('salience_pulse_sensor'), {
      agentId: stage.agentId,
      now,
      signals: [
        {
          id,
          externalId: `${number}`,
          source: 'filesystem',
          location: `${folder}/${number} ${name}`,
          deltaType: 'created',
          magnitude: 1,
          features: { extension: '.pdf' },
          own: false,
          at: now,
          clusters: [cluster],
        },
      ],
    });
    await stage.queues.signals.send(senseSignal, cluster);
    const judged = await until(
      async () => (await findSignal(stage.db, stage.agentId, id))?.places[0]?.judged?.[0],
      {
        what: `the judgement of ${number}`,
      },
    );
    return { reason: judged.reason, activation: judged.activation as Id<'activation'> };
  };
  const state = async (id: Id<'activation'>) => (await findActivation(stage.db, stage.agentId, id))?.state;
  /** Has business time pass, until the activation is in this state. */
  const becomes = (id: Id<'activation'>, wanted: string, stepMs = 1_000) =>
    until(
      async () => {
        if ((await state(id)) === wanted) return true;
        await clock.advance(stepMs);
        return false;
      },
      { what: `${id} to be ${wanted}`, timeoutMs: 20_000, everyMs: 100 },
    );
  const registerAlone = (name: string, more: Parameters<typeof homework>[1] = {}) =>
    stage.register(
      homework(`/${name}`, { module_id: name, cluster: name, time_zone: 'UTC', quiet_hours: null, ...more }),
    );
  const settings = (pulse: object) =>
    stage.database.admin(
      `update salience.agents set settings = settings || '${JSON.stringify({ timeZone: 'UTC', pulse })}'`,
    );

  beforeAll(async () => {
    stage = await pulseStage();
    clock = clockControl(stage.database);
    await settings({ wakesPerDay: 1_000 });
    await clock.set(new Date('2026-03-04T10:00:00.000Z'));
    const env = { SALIENCE_CLOCK: 'shared' };
    await Promise.all([stage.spawn('pulse-sensor', env), stage.spawn('pulse-sensor', env)]);
  }, 60_000);

  it('signals that come together, or within the pause of the module, are one wake', async () => {
    await registerAlone('together');
    const first = await drop('together', '/together');
    await becomes(first.activation, 'asked');
    const [second, third] = [await drop('together', '/together'), await drop('together', '/together')];
    expect(second.activation).toBe(third.activation);
    const asked = await findActivation(stage.db, stage.agentId, first.activation);
    await becomes(second.activation, 'asked', 5_000);
    const again = await findActivation(stage.db, stage.agentId, second.activation);
    expect(again).toMatchObject({ count: 2, signals: [expect.any(String), expect.any(String)] });
    expect((again?.askedAt?.getTime() ?? 0) - (asked?.askedAt?.getTime() ?? 0)).toBeGreaterThanOrEqual(
      30_000,
    );
    expect(again?.question).toContain('essay.pdf');
  });

  it('quiet hours hold it until they are over', async () => {
    await clock.set(new Date('2026-03-04T23:30:00.000Z'));
    await registerAlone('quiet', { quiet_hours: [22, 6] });
    const { activation } = await drop('quiet', '/quiet');
    const found = await findActivation(stage.db, stage.agentId, activation);
    expect([found?.state, found?.dueAt.toISOString()]).toEqual(['open', '2026-03-05T06:00:00.000Z']);
    await clock.set(new Date('2026-03-05T06:00:01.000Z'));
    await becomes(activation, 'asked');
  });

  it('beyond the limit of the day it is told when the day is over, once, and nothing of it is lost', async () => {
    await clock.set(new Date('2026-03-06T09:00:00.000Z'));
    await registerAlone('costly');
    await settings({ wakesPerDay: 1 });
    const first = await drop('costly', '/costly');
    await becomes(first.activation, 'asked');
    await clock.advance(hour);
    const kept = await drop('costly', '/costly', 'kept back.pdf');
    await becomes(kept.activation, 'told');
    await clock.set(new Date('2026-03-07T00:01:00.000Z'));
    const digest = await until(
      async () => {
        await clock.advance(minute);
        const all = (await stage.wakes()).filter(({ text }) => text.includes('not asked about'));
        return all.length > 0 ? all : undefined;
      },
      { what: 'the digest', timeoutMs: 90_000, everyMs: 500 },
    );
    expect(digest).toHaveLength(1);
    expect(digest[0]?.text).toContain('kept back.pdf');
    expect((await findActivation(stage.db, stage.agentId, kept.activation))?.turnId).toBe(digest[0]?.id);
    await settings({ wakesPerDay: 1_000 });
  });

  it('with a goal what repeats and does nothing for it is only shown, and an urgent module asks all the same', async () => {
    await clock.set(new Date('2026-03-08T09:00:00.000Z'));
    await registerAlone('aimless');
    await registerAlone('pressing', { urgent: true });
    // Without a goal that somebody vouches for, the same twice is asked twice.
    const asked = async (name: string) => {
      const { activation } = await drop(name, `/${name}`, 'same.pdf');
      await clock.advance(hour);
      return activation;
    };
    await becomes(await asked('aimless'), 'asked');
    await createGoal(stage.db, stage.agentId, { ...goal, trust: 'unverified', now: await clock.now() });
    await becomes(await asked('aimless'), 'asked');
    expect(await stage.database.admin('select 1 from salience.pfc_action_log')).toEqual([]);

    await createGoal(stage.db, stage.agentId, { ...goal, trust: 'owner', now: await clock.now() });
    await becomes(await asked('aimless'), 'asked');
    const repeated = await asked('aimless');
    await becomes(repeated, 'shown');
    const found = await findActivation(stage.db, stage.agentId, repeated);
    expect([found?.reason, found?.turnId]).toEqual(['skipped', null]);
    for (const _ of [1, 2]) await becomes(await asked('pressing'), 'asked');
    const logged = await listActions(stage.db, stage.agentId, { limit: 10, now: await clock.now() });
    expect(logged.map(({ decision, source, turnId }) => [decision, source, turnId === null])).toEqual([
      ['skip', 'pulse', true],
      ['act', 'pulse', false],
    ]);
    for (const { id } of await listGoals(stage.db, stage.agentId, 'all'))
      await deleteGoal(stage.db, stage.agentId, id);
  });

  it('with a goal what repeats and serves it a little is told when the day is over, with why, and logged', async () => {
    await clock.set(new Date('2026-03-09T09:00:00.000Z'));
    await registerAlone('cellos');
    const served = { ...goal, goal: 'Read every new cello file', priority: 70 };
    await createGoal(stage.db, stage.agentId, { ...served, trust: 'owner', now: await clock.now() });
    const asked = async () => {
      const { activation } = await drop('cellos', '/cellos', 'cello.pdf');
      await clock.advance(hour);
      return activation;
    };
    await becomes(await asked(), 'asked');
    const kept = await asked();
    await becomes(kept, 'told');
    expect((await findActivation(stage.db, stage.agentId, kept))?.reason).toBe('considered');
    const [logged] = await listActions(stage.db, stage.agentId, { limit: 1, now: await clock.now() });
    expect(logged).toMatchObject({
      decision: 'consider',
      source: 'pulse',
      turnId: null,
      channel: 'pulse cellos',
    });
    await clock.set(new Date('2026-03-10T00:01:00.000Z'));
    const digest = await until(
      async () => {
        await clock.advance(minute);
        return (await stage.wakes()).find(({ text }) => text.includes('for the agent'));
      },
      { what: 'the digest', timeoutMs: 90_000, everyMs: 500 },
    );
    expect(digest.text).toContain("because it does little for the agent's goals");
    expect(digest.text).toContain('cello.pdf');
    const told = await findActivation(stage.db, stage.agentId, kept);
    expect([told?.turnId, told?.state]).toEqual([digest.id, 'told']);
    for (const { id } of await listGoals(stage.db, stage.agentId, 'all'))
      await deleteGoal(stage.db, stage.agentId, id);
  });

  it('with a goal a wake is judged by the thresholds that were set for the agent', async () => {
    await clock.set(new Date('2026-03-10T05:00:00.000Z'));
    await registerAlone('lined');
    await createGoal(stage.db, stage.agentId, { ...goal, trust: 'owner', now: await clock.now() });
    const lined = async (revision: number, thresholds: object) => {
      const doc = { evaluate: { thresholds } };
      await patchConfig(stage.db, stage.agentId, { revision, doc, now: await clock.now() });
      const { activation } = await drop('lined', '/lined', `${revision}.pdf`);
      await clock.advance(hour);
      return activation;
    };
    // Something that was declared, and serves no goal, is worth a half.
    await becomes(await lined(0, { act: 0.8, consider: 0.4 }), 'told');
    await becomes(await lined(1, { act: 0.8, consider: 0.6 }), 'shown');
    await becomes(await lined(2, { act: 0.5, consider: 0.4 }), 'asked');
    const logged = await listActions(stage.db, stage.agentId, { limit: 3, now: await clock.now() });
    expect(logged.map(({ decision, salience }) => [decision, salience])).toEqual([
      ['act', 0.5],
      ['skip', 0.5],
      ['consider', 0.5],
    ]);
    await stage.database.admin('delete from salience.pfc_config');
    for (const { id } of await listGoals(stage.db, stage.agentId, 'all'))
      await deleteGoal(stage.db, stage.agentId, id);
  });

  it('a module whose wakes were of no use is shown only, until a day is over; the agent’s other modules wake', async () => {
    await clock.set(new Date('2026-03-10T09:00:00.000Z'));
    await registerAlone('useless');
    for (let n = 0; n < 10; n += 1) {
      await clock.advance(5 * minute);
      const { activation } = await drop('useless', '/useless');
      await becomes(activation, 'asked');
      const now = await clock.now();
      await labelActivation(stage.db, {
        agentId: stage.agentId,
        id: activation,
        value: -1,
        givenBy: 'local',
        read: false,
        now,
      });
    }
    await clock.advance(5 * minute);
    const held = await drop('useless', '/useless');
    await becomes(held.activation, 'shown');
    expect((await findActivation(stage.db, stage.agentId, held.activation))?.reason).toBe('breaker');
    await clock.advance(minute);
    expect((await drop('useless', '/useless')).reason).toBe('breaker');
    await registerAlone('other');
    const other = await drop('other', '/other');
    await becomes(other.activation, 'asked');
    // After a day one is let through.
    await clock.advance(25 * hour);
    const trial = await drop('useless', '/useless');
    await becomes(trial.activation, 'asked');
  });

  it('what its module is no longer there for is dropped, and says so', async () => {
    await registerAlone('gone', { quiet_hours: [0, 23] });
    const { activation } = await drop('gone', '/gone');
    await stage.database.admin("update salience.modules set state = 'removed' where name = 'gone'");
    await becomes(activation, 'dropped', hour);
    expect((await findActivation(stage.db, stage.agentId, activation))?.reason).toBe('paused');
  });
});
