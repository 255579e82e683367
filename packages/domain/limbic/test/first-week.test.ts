import type { SignalEvent } from '@salience/contracts';
import { describe, expect, it, vi } from 'vitest';
import { advance, emptyState, judge, routesTo, seeded, withActivation } from '../src/index.ts';
import { fileAt, moduleOf, mondayTen, signalOf } from './made-up.ts';

// Training takes seconds, and more on a machine that is busy: the limit only ends what hangs.
vi.setConfig({ testTimeout: 180_000 });

const module = moduleOf({
  filesystem: {
    watch_directories: ['/in'],
    relevant_extensions: ['.pdf'],
    irrelevant_extensions: ['.log', '.tmp'],
  },
  mail: { relevant_senders: ['ana@example.org'], relevant_words: ['contract'] },
  time: { active_hours: [7, 21], ticks: true, typical_interval_hours: 12 },
});
const weekSeconds = 604_800;
const irrelevant = 10_000;
const planted = 100;

/** A week of what a module declared of no interest, or said nothing about, and of what it asked for. */
function week(seed: number): { readonly event: SignalEvent; readonly meant: boolean }[] {
  const random = seeded(seed);
  const monday = mondayTen - 36_000;
  const other = (at: number): SignalEvent => {
    const kind = random.below(4);
    const file = (name: string, more: Partial<SignalEvent> = {}) => fileAt(`/in/${name}`, at, more);
    if (kind === 0) return file(`run-${random.below(50)}.log`, { delta_type: 'modified' });
    if (kind === 1) return file(`part-${random.below(999)}${random.next() < 0.5 ? '.tmp' : '.bin'}`);
    if (kind === 2)
      return signalOf(
        'mail',
        { sender: `x${random.below(40)}@example.com`, bulk: true, subject_tokens: ['sale'] },
        { timestamp: at },
      );
    return file(`old-${random.below(99)}.pdf`, { delta_type: 'modified' });
  };
  const wanted = (at: number): SignalEvent =>
    random.next() < 0.6
      ? fileAt(`/in/${random.next() < 0.5 ? 'a/' : ''}paper-${random.below(999)}.pdf`, at)
      : signalOf(
          'mail',
          random.next() < 0.5
            ? { sender: 'ana@example.org' }
            : { sender: 'bo@example.com', subject_tokens: ['contract'] },
          { timestamp: at },
        );
  const inHours = () =>
    monday + 86_400 * random.below(7) + 3_600 * (7 + random.below(14)) + random.below(3_600);
  return [
    ...Array.from({ length: irrelevant }, () => ({
      event: other(monday + random.below(weekSeconds)),
      meant: false,
    })),
    ...Array.from({ length: planted }, () => ({ event: wanted(inHours()), meant: true })),
  ].toSorted((a, b) => a.event.timestamp - b.event.timestamp);
}

describe('the first week of a module, without any label', () => {
  it.each([1, 2, 3])(
    'wakes for at least 95 of 100 that were meant, and at most 20 of 10,000 others (%i)',
    (seed) => {
      let state = emptyState();
      let [hits, others] = [0, 0];
      for (const { event, meant } of week(seed)) {
        expect(routesTo(module, event)).toBe(true);
        state = advance(state, event);
        const { rule, needsLstm } = judge({ state, fingerprint: module, model: undefined, zone: 'UTC' });
        expect(needsLstm).toBe(false);
        if (rule < module.default_threshold) continue;
        state = withActivation(state, 'm', event.timestamp);
        if (meant) hits += 1;
        else others += 1;
      }
      expect(hits).toBeGreaterThanOrEqual(95);
      expect(others).toBeLessThanOrEqual(20);
    },
  );
});
