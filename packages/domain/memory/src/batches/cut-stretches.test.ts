import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutStretches, type Place, type Stretch } from './cut-stretches.ts';

const silenceMs = 600_000;
const minute = 60_000;

/** A talk: of each exchange how long after the one before it was said, in minutes, and its topic. */
function talk(...said: readonly (readonly [minutes: number, topic: string | null])[]): Place[] {
  let at = 0;
  return said.map(([minutes, topicId], index) => {
    at += minutes * minute;
    return { seq: index + 1, saidAt: new Date(at), topicId };
  });
}

/** The same exchange many times over. */
const times = (count: number, topic: string | null = 'a', minutes = 1) =>
  Array.from({ length: count }, () => [minutes, topic] as const);

const context = { silenceMs, expired: false, more: false, before: false };
const soon = (places: readonly Place[]) => new Date((places.at(-1)?.saidAt.getTime() ?? 0) + 1_000);
const later = (places: readonly Place[]) => new Date((places.at(-1)?.saidAt.getTime() ?? 0) + silenceMs);
const ends = ({ stretches }: { readonly stretches: readonly Stretch[] }) =>
  stretches.map(
    ({ firstSeq, lastSeq, reason, grows }) => `${firstSeq}-${lastSeq} ${reason}${grows ? ' grows' : ''}`,
  );

describe('stretches', () => {
  it('are full at five exchanges, and given out once three more follow', () => {
    const places = talk(...times(8));
    expect(ends(cutStretches(places.slice(0, 7), { ...context, now: soon(places) }))).toEqual([]);
    expect(ends(cutStretches(places, { ...context, now: soon(places) }))).toEqual(['1-5 full']);
  });

  it('end where the topic changes, once they have three exchanges', () => {
    const places = talk(...times(2), ...times(3, 'b'), ...times(3, 'c'));
    expect(ends(cutStretches(places, { ...context, now: soon(places) }))).toEqual(['1-5 full']);
    const switched = talk(...times(3), ...times(3, 'b'));
    expect(ends(cutStretches(switched, { ...context, now: soon(switched) }))).toEqual(['1-3 switch']);
  });

  it('before a silence take up to two exchanges more', () => {
    const places = talk(...times(7));
    const due = cutStretches(places, { ...context, now: soon(places) });
    expect(due).toEqual({ stretches: [], dueAt: later(places) });
    expect(ends(cutStretches(places, { ...context, now: later(places) }))).toEqual(['1-7 silence']);
  });

  it('of one or two exchanges between silences are told with what follows', () => {
    const places = talk([1, 'a'], [1, 'a'], [20, 'b'], [1, 'b']);
    const waits = cutStretches(places.slice(0, 2), { ...context, now: later(places) });
    expect(waits).toEqual({ stretches: [], dueAt: null });
    expect(ends(cutStretches(places, { ...context, now: later(places) }))).toEqual(['1-4 silence']);
  });

  it('of one or two exchanges at the end of a thread are told with its last episode, or alone where it has none', () => {
    const places = talk(...times(2));
    const over = { ...context, now: soon(places), expired: true };
    expect(ends(cutStretches(places, over))).toEqual(['1-2 expiry']);
    expect(ends(cutStretches(places, { ...over, before: true }))).toEqual(['1-2 expiry grows']);
    const long = talk(...times(4), [20, 'a'], [1, 'a']);
    expect(ends(cutStretches(long, over))).toEqual(['1-4 silence', '5-6 expiry grows']);
  });

  it('are not cut at an end that is none', () => {
    const places = talk(...times(7));
    const cut = cutStretches(places, { ...context, now: later(places), more: true });
    expect(cut).toEqual({ stretches: [], dueAt: null });
  });
});

const talks = fc
  .array(fc.tuple(fc.constantFrom(0, 1, 5, 9.99, 10, 60), fc.constantFrom('a', 'b', 'c', null)), {
    maxLength: 40,
  })
  .map((said) => talk(...said));

describe('any talk', () => {
  it('is told whole, every exchange in exactly one stretch', () => {
    fc.assert(
      fc.property(talks, (places) => {
        const { stretches } = cutStretches(places, { ...context, now: later(places), expired: true });
        const told = stretches.flatMap(({ firstSeq, lastSeq }) =>
          Array.from({ length: lastSeq - firstSeq + 1 }, (_, n) => firstSeq + n),
        );
        expect(told).toEqual(places.map(({ seq }) => seq));
        const short = stretches.filter(({ firstSeq, lastSeq, grows }) => !grows && lastSeq - firstSeq < 2);
        expect(short.length).toBeLessThanOrEqual(stretches.length === 1 ? 1 : 0);
      }),
    );
  });

  it('is cut the same way however it is dealt out to calls', () => {
    fc.assert(
      fc.property(talks, fc.array(fc.nat(40), { maxLength: 12 }), (places, stops) => {
        const whole = cutStretches(places, { ...context, now: later(places), expired: true });
        const dealt: Stretch[] = [];
        const told = () => dealt.at(-1)?.lastSeq ?? 0;
        const step = (known: readonly Place[], over: boolean) => {
          const rest = known.filter(({ seq }) => seq > told());
          const end = over ? { now: later(places), expired: true } : { now: soon(known), expired: false };
          dealt.push(...cutStretches(rest, { ...context, ...end, before: dealt.length > 0 }).stretches);
        };
        for (const stop of [...stops].sort((a, b) => a - b)) step(places.slice(0, stop), false);
        step(places, true);
        expect(dealt).toEqual(whole.stretches);
      }),
    );
  });
});
