import { type Mode, modes } from '@salience/contracts';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { type Misfit, misfits } from './fit.ts';
import type { Message } from './message.ts';
import { createPeople, dayMs, type Got, type People, type PeopleOptions } from './people.ts';
import { crowdOf, type PersonaName, personas } from './personas.ts';
import { commonRates, type ReactionKind, reactionKinds } from './rates.ts';
import type { Person } from './react.ts';
import { stockMessages } from './stock.ts';

const messages = stockMessages();
const make = (more: Partial<PeopleOptions> = {}): People =>
  createPeople({ seed: 1, crowd: crowdOf(24), messages, sayingsADay: 60, ...more });

const clear: Message = {
  id: 'clear',
  text: 'Set the alarm to six.',
  wanted: ['ACT'],
  again: [],
  meant: [],
  place: 'any',
};
const asking: Message = { ...clear, id: 'asking', text: 'How far is the moon?', wanted: ['RESPOND'] };
const unclear: Message = {
  ...clear,
  id: 'unclear',
  text: 'Send it.',
  wanted: ['CLARIFY'],
  meant: ['the lease, to Ann'],
};
const courtesy: Message = { ...clear, id: 'courtesy', text: 'Good morning.', wanted: ['ACKNOWLEDGE'] };

/** What was wanted and what came, for each misfit. */
const missed: Readonly<Record<Misfit, readonly [message: Message, mode: Mode]>> = {
  notDone: [clear, 'RESPOND'],
  notAsked: [unclear, 'RESPOND'],
  asked: [clear, 'CLARIFY'],
  tooLittle: [asking, 'ACKNOWLEDGE'],
  tooMuch: [courtesy, 'RESPOND'],
  doneUnasked: [asking, 'ACT'],
};

function got(message: Message, mode: Mode, place: number, more: Partial<Got> = {}): Got {
  const { wanted } = message;
  return {
    message,
    kind: 'message',
    wanted,
    mode,
    tries: 0,
    reply: 'So be it.',
    thread: 't',
    place,
    ...more,
  };
}

/** How often each reaction comes, over everybody. */
function sharesOf(people: People, message: Message, mode: Mode, times = 400): Record<ReactionKind, number> {
  const shares = Object.fromEntries(reactionKinds.map((kind) => [kind, 0])) as Record<ReactionKind, number>;
  const all = people.persons.length * times;
  for (const person of people.persons)
    for (let place = 0; place < times; place += 1)
      shares[people.react(person, got(message, mode, place)).kind] += 1 / all;
  return shares;
}
const spoken = ({ goOn, leave }: Record<ReactionKind, number>): number => 1 - goOn - leave;

describe('people: the same seed tells the same story', () => {
  test('the same seed gives the same days and reactions, in whatever order they are asked for', () => {
    fc.assert(
      fc.property(fc.integer(), fc.nat(50), (seed, day) => {
        const [one, other] = [make({ seed }), make({ seed })];
        other.day(day + 1);
        expect(other.day(day)).toEqual(one.day(day));
        const person = one.persons[0] as Person;
        other.react(person, got(clear, 'RESPOND', 8));
        expect(other.react(person, got(clear, 'RESPOND', 7))).toEqual(
          one.react(person, got(clear, 'RESPOND', 7)),
        );
      }),
      { numRuns: 20 },
    );
  });

  test('another seed gives other days', () => {
    expect(make({ seed: 2 }).day(0)).not.toEqual(make({ seed: 1 }).day(0));
  });

  test('a day has as many sayings as asked for, within the day, greetings first, goodbyes last, each talk in a thread of its own', () => {
    const people = make();
    const talks = [0, 1, 2].flatMap((day) => people.day(day).map((talk) => ({ day, ...talk })));
    expect(talks.flatMap(({ sayings }) => sayings)).toHaveLength(180);
    expect(new Set(talks.map(({ thread }) => thread)).size).toBe(talks.length);
    for (const { at, day, sayings } of talks) {
      expect(Math.floor(at / dayMs)).toBe(day);
      const places = sayings.map(({ message }) => message.place);
      const rank = { first: 0, any: 1, last: 2 };
      expect(places).toEqual(places.toSorted((a, b) => rank[a] - rank[b]));
    }
  });

  test('what is wanted comes in the shares of healthy talk, or in those that are asked for', () => {
    const shareOf = (people: People, mode: Mode): number => {
      const said = Array.from({ length: 60 }, (_, day) => people.day(day)).flat();
      const all = said.flatMap(({ sayings }) => sayings.map(({ message }) => message.wanted[0]));
      return all.filter((wanted) => wanted === mode).length / all.length;
    };
    expect(shareOf(make(), 'RESPOND')).toBeCloseTo(0.62, 1);
    expect(shareOf(make(), 'ACT')).toBeCloseTo(0.13, 1);
    expect(shareOf(make({ shares: { ACT: 1 } }), 'ACT')).toBe(1);
  });

  it.each<[string, Partial<PeopleOptions>]>([
    ['nobody', { crowd: {} }],
    ['nothing to say', { messages: [] }],
    ['no saying a day', { sayingsADay: 0 }],
  ])('%s is refused', (_, more) => {
    expect(() => make(more)).toThrow(RangeError);
  });
});

describe('reactions', () => {
  const people = make();

  it.each(misfits)('%s: each reaction about as often as people do on the whole', (misfit) => {
    const shares = sharesOf(people, ...missed[misfit]);
    // Kinds of people and single persons differ from the whole, and a few take it for something else.
    for (const kind of reactionKinds)
      expect(Math.abs(shares[kind] - (commonRates[misfit][kind] ?? 0)), kind).toBeLessThan(0.12);
  });

  test('who is served well seldom finds fault and thanks once in a while; who is not often says so', () => {
    const well = sharesOf(people, asking, 'RESPOND');
    expect(well.complain + well.correct + well.rephrase + well.repeat + well.lookUp).toBeLessThan(0.1);
    expect(well.thank).toBeGreaterThan(0.12);
    const badly = sharesOf(people, clear, 'RESPOND');
    expect(badly.correct + badly.rephrase + badly.repeat).toBeGreaterThan(0.4);
    expect(badly.thank).toBeLessThan(0.08);
    expect(badly.lookUp).toBeGreaterThan(0.08);
    expect(badly.leave).toBeGreaterThan(0.03);
  });

  test('who is rightly asked back answers with what was meant, and is clear then', () => {
    expect(sharesOf(people, unclear, 'CLARIFY').answer).toBeGreaterThan(0.75);
    for (const person of people.persons) {
      const met = Array.from({ length: 40 }, (_, n) => people.react(person, got(unclear, 'CLARIFY', n)));
      for (const { kind, text, wanted } of met.filter((one) => one.kind === 'answer')) {
        expect(kind).toBe('answer');
        expect(text?.toLowerCase()).toContain('ann');
        expect(wanted).not.toContain('CLARIFY');
      }
    }
  });

  test('a reply without a word is as if nothing had come', () => {
    const person = people.persons[0] as Person;
    expect(people.react(person, got(asking, 'RESPOND', 0, { reply: null })).fit).toBe('tooLittle');
    expect(people.react(person, got(asking, 'RESPOND', 0, { reply: '  ' })).fit).toBe('tooLittle');
  });

  test('whoever came back often enough says no more than that they found it themselves', () => {
    for (const person of people.persons)
      for (let place = 0; place < 30; place += 1) {
        const { kind } = people.react(person, got(clear, 'RESPOND', place, { tries: 9 }));
        expect(['thank', 'lookUp', 'goOn', 'leave']).toContain(kind);
        const last = people.react(person, got(clear, 'RESPOND', place, { tries: 9, kind: 'lookUp' }));
        expect(last.text).toBeNull();
      }
  });

  test('who always complains does so whatever they got, in the same words', () => {
    const bad = make({ crowd: { complainer: 3 } });
    for (const [message, mode] of [[asking, 'RESPOND'] as const, ...Object.values(missed)]) {
      const [person] = bad.persons;
      const met = Array.from({ length: 50 }, (_, n) => bad.react(person as Person, got(message, mode, n)));
      expect(met.every(({ kind }) => kind === 'complain')).toBe(true);
      expect(met.map(({ text }) => text)).toEqual(
        Array.from({ length: 50 }, (_, n) => bad.react(person as Person, got(asking, 'ACT', n)).text),
      );
    }
  });

  test('kinds differ: the polite thank most, the handy help themselves, the blunt complain', () => {
    const of = (name: PersonaName) => make({ crowd: { [name]: 12 } });
    const thanks = (name: PersonaName) => sharesOf(of(name), asking, 'RESPOND').thank;
    expect(thanks('polite')).toBeGreaterThan(2 * thanks('terse'));
    const missedBy = (name: PersonaName) => sharesOf(of(name), clear, 'RESPOND');
    expect(missedBy('handy').lookUp).toBeGreaterThan(1.8 * missedBy('even').lookUp);
    expect(missedBy('blunt').complain).toBeGreaterThan(3 * missedBy('polite').complain);
  });
});

describe('controls', () => {
  test('cut: nobody says a word about a reply', () => {
    const people = make({ control: 'cut' });
    for (const [message, mode] of Object.values(missed))
      expect(sharesOf(people, message, mode, 20).goOn).toBeCloseTo(1, 9);
  });

  test('shuffled: what people say does not depend on what they got, and is said about as often', () => {
    const people = make({ control: 'shuffled' });
    const open = make();
    const [person] = people.persons;
    const tally = { well: [0, 0], badly: [0, 0] };
    for (let place = 0; place < 6_000; place += 1) {
      const isWell = place % 3 > 0;
      const { text } = people.react(person as Person, got(clear, isWell ? 'ACT' : 'RESPOND', place));
      const row = tally[isWell ? 'well' : 'badly'];
      row[0] = (row[0] ?? 0) + 1;
      if (text !== null) row[1] = (row[1] ?? 0) + 1;
    }
    const [well, badly] = [tally.well, tally.badly].map(([all = 0, said = 0]) => said / all);
    expect(Math.abs((well ?? 0) - (badly ?? 0))).toBeLessThan(0.05);
    const truth = spoken(sharesOf(open, clear, 'RESPOND', 50)) - spoken(sharesOf(open, clear, 'ACT', 50));
    expect(truth).toBeGreaterThan(0.3);
    expect(well).toBeGreaterThan(0.2);
  });
});

describe('wordings', () => {
  const kinds = Object.keys(personas) as PersonaName[];

  it.each(kinds)('%s has ten phrases or more for each reaction', (name) => {
    for (const [kind, phrases] of Object.entries(personas[name].phrases))
      expect(new Set(phrases).size, kind).toBeGreaterThanOrEqual(10);
  });

  it.each(kinds)('one single person who is %s says each thing in ten ways or more', (name) => {
    const [person] = make({ crowd: { [name]: 1 } }).persons;
    const people = make({ crowd: { [name]: 1 } });
    const said = new Map<string, Set<string | null>>();
    for (const [message, mode] of [[asking, 'RESPOND'] as const, ...Object.values(missed)])
      for (let place = 0; place < 1_500; place += 1) {
        const { felt, kind, text } = people.react(person as Person, got(message, mode, place));
        const key = kind === 'correct' ? felt : kind;
        said.set(key, (said.get(key) ?? new Set()).add(text));
      }
    said.delete('goOn');
    said.delete('leave');
    for (const [kind, texts] of said) expect(texts.size, kind).toBeGreaterThanOrEqual(10);
  });

  test('no text is empty or has a place that was not filled', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...messages, clear, asking, unclear),
        fc.constantFrom(...modes),
        fc.nat(10_000),
        fc.nat(3),
        (message, mode, place, tries) => {
          const people = make({ crowd: crowdOf(14, 0.1) });
          for (const person of people.persons) {
            const { text, wanted } = people.react(person, got(message, mode, place, { tries }));
            expect(text).not.toBe('');
            expect(text ?? '').not.toMatch(/[{}]/);
            expect(new Set(wanted).size).toBe(wanted.length);
          }
        },
      ),
    );
  });

  test('kinds of people share few of their words', () => {
    const all = kinds
      .filter((name) => name !== 'complainer')
      .flatMap((name) => Object.values(personas[name].phrases).flat());
    expect(new Set(all).size / all.length).toBeGreaterThan(0.95);
  });
});
