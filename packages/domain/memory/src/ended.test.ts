import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  coverage,
  type EndedStatement,
  endedIn,
  endMark as endMarkIn,
  endOf,
  markEnded as markEndedIn,
  type ToldText,
} from './ended.ts';
import { sourceWords } from './words.ts';

const before = '2026-11-02T10:00:00.000Z';
const end = '2026-11-22T17:00:00.000Z';
const after = '2026-11-25T08:00:00.000Z';

const moved: EndedStatement = {
  kind: 'trait',
  subject: 'user',
  key: 'lives_in',
  value: 'Hamburg',
  now: 'Lübeck',
  at: end,
  by: 'ex_move',
  trust: 'user',
  saidTrust: 'user',
  nowTrust: 'user',
  rests: ['ex_first', 'ep_first', 'con_marta'],
};

const endMark = (text: ToldText, ended: readonly EndedStatement[]) => endMarkIn(text, ended, 'UTC');
const markEnded = (text: ToldText, ended: readonly EndedStatement[]) => markEndedIn(text, ended, 'UTC');

function told(text: string, part: Partial<ToldText> = {}): ToldText {
  return { id: 'ex_1', exchangeId: 'ex_1', text, at: before, speaker: 'user', trust: 'user', ...part };
}

describe('a text that says what holds no longer', () => {
  it.each([
    ['I work in Hamburg and live there.', 'ex_first'],
    ['Marta vive en Hamburg con Jonas.', 'gist_1'],
    ['Wie ist das Wetter in Hamburg?', 'ex_other'],
  ])('is marked behind its words, in whatever language: %s', (text, id) => {
    expect(markEnded(told(text, { id }), [moved])).toBe(
      `${text} (until 2026-11-22: lives in Hamburg; now Lübeck)`,
    );
  });

  it.each([
    ['said after the end', told('I miss Hamburg.', { at: after })],
    ['the words that ended it', told('No longer Hamburg.', { id: 'ex_move', at: end })],
    ['about something else', told('Jonas is a carpenter.')],
    ['of somebody else', told('I love Hamburg.', { speaker: 'Bruno' })],
    [
      'made of words of before and after, and telling of both',
      told('Moved from Hamburg to Lübeck.', { id: 'ep_first', at: after, since: before, speaker: null }),
    ],
  ])('is left as it is: %s', (_why, text) => {
    expect(endMark(text, [moved])).toBe('');
  });

  it('is marked where it was made of words of before, however late', () => {
    const definition = told('A nurse in Hamburg.', {
      id: 'con_marta',
      at: after,
      since: before,
      speaker: null,
    });
    expect(endMark(definition, [moved])).toBe(' (until 2026-11-22: lives in Hamburg; now Lübeck)');
  });

  it('names whom it is about where the text does not, and what was corrected with nothing in its place', () => {
    const name: EndedStatement = {
      ...moved,
      subject: 'Ines',
      key: 'brother',
      value: 'Jon',
      now: null,
      rests: [],
    };
    expect(endMark(told('Jon broke his arm.', { speaker: 'Ines' }), [name])).toBe(
      ' (until 2026-11-22: Ines brother Jon)',
    );
    expect(endMark(told("Jon is Ines's brother.", { speaker: null }), [name])).toBe(
      ' (until 2026-11-22: brother Jon)',
    );
    expect(endMark(told('Jonas came.', { speaker: 'Ines' }), [name])).toBe('');
  });

  it('is not marked by a short number elsewhere, but at its source it is', () => {
    const age: EndedStatement = { ...moved, key: 'age', value: '41', now: '42' };
    expect(endMark(told('Bus 41 is late.'), [age])).toBe('');
    expect(endMark(told('I am 41.', { id: 'ex_first' }), [age])).toBe(' (until 2026-11-22: age 41; now 42)');
  });

  it('is not marked where the value holds again, nor twice for a fact that says it itself', () => {
    expect(endMark(told('I live in Hamburg.'), [{ ...moved, now: 'hamburg' }])).toBe('');
    expect(endMark(told('user lives in Hamburg (until 2026-11-22)', { id: 'ex_first' }), [moved])).toBe('');
  });

  it('is marked with the day on which it ended where the person is, and not beside the day of UTC that a fact says', () => {
    const text = told('I live in Hamburg.');
    expect(endMarkIn(text, [moved], 'Pacific/Auckland')).toContain('(until 2026-11-23: ');
    expect(endMarkIn(text, [{ ...moved, at: '2026-11-22T05:00:00Z' }], 'America/Los_Angeles')).toContain(
      '(until 2026-11-21: ',
    );
    const fact = told('user lives in Hamburg (until 2026-11-22)', { id: 'ex_first' });
    expect(endMarkIn(fact, [moved], 'Pacific/Auckland')).toBe('');
  });

  it('law 10: what is believed less marks nothing, and its words stand in nothing that is believed more', () => {
    const outside: EndedStatement = { ...moved, trust: 'external', nowTrust: 'external' };
    expect(endMark(told('I live in Hamburg.'), [outside])).toBe('');
    const unknown: EndedStatement = {
      ...moved,
      trust: 'unverified',
      nowTrust: 'unverified',
      saidTrust: 'external',
    };
    expect(endMark(told('I live in Hamburg.'), [unknown])).toBe(' (until 2026-11-22)');
  });

  it('of a reminder says what became of it, at the request and at what was noted of it', () => {
    const reminder: EndedStatement = {
      ...moved,
      kind: 'reminder',
      key: 'reminder',
      value: 'Call the Altona pharmacy',
      now: null,
      rests: ['ex_ask', 'gist_ask'],
    };
    expect(endMark(told('Erinnerst du mich morgen?', { id: 'ex_ask' }), [reminder])).toBe(
      ' (reminder cancelled, 2026-11-22: Call the Altona pharmacy)',
    );
    expect(
      endMark(told('Marta wants to call the Altona pharmacy.', { speaker: null }), [
        { ...reminder, now: after },
      ]),
    ).toBe(' (reminder moved, 2026-11-22: Call the Altona pharmacy)');
  });
});

describe('the time of something', () => {
  const time: EndedStatement = {
    ...moved,
    kind: 'time',
    key: '',
    value: 'Montag um elf',
    now: null,
    matter: 'termin barraza statt donnerstag',
    rests: ['ex_first'],
  };
  const open = (text: string) => told(text, { id: 'ep_1', exchangeId: 'ep_1', speaker: null });

  it('is marked elsewhere where its very words stand with half of what it is of', () => {
    expect(endMark(open('Still open: Der Termin bei Dr. Barraza am Montag um elf.'), [time])).toBe(
      ' (until 2026-11-22: Montag um elf)',
    );
    expect(endMark(open('Am Montag um elf kommt der Klempner.'), [time])).toBe('');
  });

  it('is marked by a day alone only where all of what it is of stands', () => {
    const day = { ...time, value: 'Montag' };
    expect(endMark(open('Der Termin bei Dr. Barraza am Montag.'), [day])).toBe('');
  });
});

it('a relation ends with the statement that it was taken from, and with no other', () => {
  expect(endOf('con_marta', 'Marta Hamburg', [moved])).toBe(end);
  expect(endOf('con_marta', 'Marta Jonas', [moved])).toBeNull();
  expect(endOf('rel_other', 'Emma Hamburg', [moved])).toBeNull();
});

const word = fc.stringMatching(/^[a-zäßéñł]{4,9}$/);
const sentence = fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => words.join(' '));

describe('whatever the words', () => {
  it('a person’s words of before the end that hold the value are marked, once, and nothing of them is lost', () => {
    fc.assert(
      fc.property(sentence, word, word, sentence, (left, value, now, right) => {
        fc.pre(value !== now);
        const statement: EndedStatement = { ...moved, value, now, rests: [] };
        const text = `${left} ${value} ${right}`;
        const marked = markEnded(told(text), [statement, { ...statement, kind: 'fact' }]);
        fc.pre(coverage(value, sourceWords([value])) === 1);
        return (
          marked.startsWith(text) && marked.split('(until').length === 2 && marked.includes(`now ${now}`)
        );
      }),
    );
  });

  it('nothing is marked that was said after the end, whoever said it', () => {
    fc.assert(
      fc.property(sentence, word, fc.constantFrom('user', 'Bruno', null), (text, value, speaker) => {
        const statement: EndedStatement = { ...moved, value };
        expect(endMark(told(`${text} ${value}`, { at: after, speaker }), [statement])).toBe('');
      }),
    );
  });

  it('the order of the statements makes no difference to which are found', () => {
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), (values) => {
        const statements = values.map((value) => ({ ...moved, value }));
        const found = (list: readonly EndedStatement[]) =>
          new Set(endedIn(told(values.join(' ')), list).map(({ value }) => value));
        expect(found(statements.toReversed())).toEqual(found(statements));
      }),
    );
  });
});
