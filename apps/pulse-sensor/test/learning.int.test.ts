import { senseSignal } from '@salience/contracts';
import { newId } from '@salience/database';
import {
  findSignal,
  labelActivation,
  listLimbicModels,
  takeSignals,
  useLimbicModel,
} from '@salience/database/signals';
import { clockControl, until } from '@salience/testing';
import { expect, it } from 'vitest';
import { homework, pulseStage } from './pulse-stage.ts';

const start = new Date('2026-03-02T08:00:00.000Z');

it('law 8: labels train a model that scores from then on, in every process, until somebody goes back', {
  timeout: 180_000,
}, async () => {
  const stage = await pulseStage();
  const clock = clockControl(stage.database);
  await clock.set(start);
  // What the fingerprint says of a file never decides it: only exams matter to this person.
  await stage.register(homework('/watched', { default_threshold: 0.3, quiet_hours: null, time_zone: 'UTC' }));
  await stage.spawn('pulse-sensor', { SALIENCE_CLOCK: 'shared' });
  const sensor = stage.database.connect('salience_pulse_sensor');
  let number = 0;
  const drop = async (name: string) => {
    number += 1;
    const now = await clock.advance(5_400_000);
    const id = newId('signal', now.getTime());
    await takeSignals(sensor, {
      agentId: stage.agentId,
      now,
      signals: [
        {
          id,
          externalId: `${number}`,
          source: 'filesystem',
          location: `/watched/${name}`,
          deltaType: 'created',
          magnitude: 1,
          features: {
            extension: '.pdf',
            filename_tokens: name.split(/[ .]/),
            directory_depth: 0,
            size_bytes: 10_000,
          },
          own: false,
          at: now,
          clusters: ['academic'],
        },
      ],
    });
    await stage.queues.signals.send(senseSignal, 'academic');
    const judged = await until(
      async () => (await findSignal(stage.db, stage.agentId, id))?.places[0]?.judged?.[0],
      {
        what: `the judgement of ${name}`,
      },
    );
    return judged;
  };
  const others = ['menu', 'poster', 'ticket', 'manual', 'scan', 'flyer', 'map', 'form'];
  let labels = 0;
  const byRule: string[] = [];
  for (let n = 0; n < 56; n += 1) {
    const useful = n % 2 === 0;
    const judged = await drop(useful ? `exam ${n}.pdf` : `${others[n % others.length] ?? ''} ${n}.pdf`);
    byRule.push([judged.reason, judged.version, judged.learned ?? 'null'].join(' '));
    // What a model that learned already keeps from waking has nothing to be labelled.
    const { activation } = judged;
    if (activation === undefined) continue;
    const label = {
      agentId: stage.agentId,
      id: activation,
      value: useful ? 1 : -1,
      givenBy: 'local',
      read: false,
    };
    await until(
      async () => {
        const now = await clock.advance(1_000);
        return await labelActivation(stage.db, { ...label, now });
      },
      { what: 'a wake that can be labelled' },
    );
    labels += 1;
  }
  expect(new Set(byRule.slice(0, 10))).toEqual(new Set(['woke 0 null']));
  const models = await until(
    async () => {
      // Labels that were too few for a training are learned from when none came for a while.
      await clock.advance(600_000);
      const all = await listLimbicModels(stage.db, stage.agentId, 'academic');
      const [latest] = all;
      const { labels: seen } = (latest?.metrics ?? {}) as { labels?: number };
      return seen === labels ? all : undefined;
    },
    { what: 'a model of all labels', timeoutMs: 60_000, everyMs: 500 },
  );
  const active = models.find((model) => model.active);
  expect(active).toMatchObject({ promoted: true });
  expect(models.at(-1)).toMatchObject({ version: 1, parent: 0 });

  const exam = await drop('exam in algebra.pdf');
  const other = await drop('ticket to Lisbon.pdf');
  expect([exam.version, other.version]).toEqual([active?.version, active?.version]);
  expect((exam.learned ?? 0) - (other.learned ?? 1)).toBeGreaterThan(0.4);
  expect((exam.score ?? 0) - (other.score ?? 1)).toBeGreaterThan(0.3);
  expect(exam.reason).toBe('woke');
  // The rule says the same of both.
  expect(exam.rule).toBeCloseTo(other.rule ?? 0, 1);

  expect(await useLimbicModel(stage.db, stage.agentId, 'academic', 0)).toBe(true);
  expect(await drop('exam in physics.pdf')).toMatchObject({ version: 0, learned: null });
  expect(await useLimbicModel(stage.db, stage.agentId, 'academic', 999)).toBe(false);
});
