import { describe, expect, it } from 'vitest';
import { experienceRules } from '../experience-rules.ts';
import { dayBegan, decideExperience, type WaitingExperience } from './experience.ts';

const now = new Date('2030-01-02T12:00:00Z');
const minutesAgo = (n: number) => new Date(now.getTime() - n * 60_000);
const decide = (part: Partial<WaitingExperience>) =>
  decideExperience(
    {
      state: 'pending',
      askedAt: null,
      twinEpisodeId: null,
      worthlessAt: null,
      hasWords: true,
      askedOfDay: 0,
      topicAskedAt: null,
      topicDueAt: null,
      ...part,
    },
    now,
    experienceRules,
  );

describe('a tool’s answer', () => {
  it('is looked at where nothing is in the way', () => {
    expect(decide({})).toEqual({ status: 'ready', askedAt: now });
    expect(decide({ state: 'failed', askedOfDay: 99 })).toEqual({ status: 'ready', askedAt: now });
  });

  it('is settled once', () => {
    expect(decide({ state: 'stored' })).toEqual({ status: 'settled' });
    expect(decide({ state: 'skipped' })).toEqual({ status: 'settled' });
  });

  it('is known where the same was kept, or found worth nothing within a day', () => {
    expect(decide({ twinEpisodeId: 'ep_1', hasWords: false })).toEqual({ status: 'known', confirms: 'ep_1' });
    expect(decide({ worthlessAt: minutesAgo(60) })).toEqual({ status: 'known', confirms: null });
    expect(decide({ worthlessAt: minutesAgo(24 * 60) })).toMatchObject({ status: 'ready' });
  });

  it('is gone with its words', () => expect(decide({ hasWords: false })).toEqual({ status: 'gone' }));

  it('waits for the cooldown of its topic, behind those that wait already', () => {
    expect(decide({ topicAskedAt: minutesAgo(2) })).toEqual({ status: 'later', dueAt: minutesAgo(-3) });
    expect(decide({ topicAskedAt: minutesAgo(2), topicDueAt: minutesAgo(-3) })).toEqual({
      status: 'later',
      dueAt: minutesAgo(-8),
    });
    expect(decide({ topicAskedAt: minutesAgo(5) })).toMatchObject({ status: 'ready' });
  });

  it('waits for the next day where this one is full', () => {
    const dueAt = new Date('2030-01-03T00:00:00Z');
    expect(decide({ askedOfDay: experienceRules.perDay })).toEqual({ status: 'later', dueAt });
    expect(decide({ askedOfDay: experienceRules.perDay - 1 })).toMatchObject({ status: 'ready' });
  });

  it('that was asked about today costs nothing of the day when it is tried again', () => {
    const full = { askedOfDay: experienceRules.perDay, topicAskedAt: minutesAgo(1) };
    expect(decide({ ...full, askedAt: minutesAgo(60) })).toEqual({
      status: 'ready',
      askedAt: minutesAgo(60),
    });
    expect(decide({ ...full, askedAt: minutesAgo(13 * 60) })).toMatchObject({ status: 'later' });
  });

  it('the day of the budget begins at midnight UTC', () => {
    expect(dayBegan(now)).toEqual(new Date('2030-01-02T00:00:00Z'));
  });
});
