import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type DueContext, type DueReading, loadReadDue, type ReadDue } from './index.ts';

let readDue: ReadDue;
beforeAll(async () => {
  readDue = await loadReadDue();
}, 180_000);

/** Monday, 10:00 in Berlin. */
const monday: DueContext = { now: new Date('2026-11-23T09:00:00Z'), zone: 'Europe/Berlin', language: 'en' };
const read = (text: string, context: Partial<DueContext> = {}) => readDue(text, { ...monday, ...context });
const shown = (reading: DueReading): string => {
  switch (reading.kind) {
    case 'at':
      return reading.local;
    case 'every':
      return `${reading.rule} from ${reading.first}`;
    case 'unclear':
      return `${reading.why}: ${reading.candidates.join(' ')}`.trim();
    case 'none':
      return 'none';
  }
};

describe('what has two meanings is asked (ask first)', () => {
  it.each([
    ['tomorrow', 'no-time-of-day: 2026-11-24'],
    ['tomorrow at 5', 'am-or-pm: 2026-11-24T05:00 2026-11-24T17:00'],
    ['at 9', 'am-or-pm: 2026-11-23T21:00 2026-11-24T09:00'],
    ['tomorrow at 7 am or pm', 'am-or-pm: 2026-11-24T07:00 2026-11-24T19:00'],
    ['next Friday at 10', 'which-week: 2026-11-27T10:00 2026-12-04T10:00'],
    ['on 5/12 at 10', 'which-month: 2027-05-12T10:00 2026-12-05T10:00'],
    ['tomorrow at 9 or 10', 'several: 2026-11-24T09:00 2026-11-23T22:00 2026-11-24T10:00'],
    ['in 3 days on Friday', 'several: 2026-11-26 2026-11-27'],
    ['midnight tomorrow', 'several: 2026-11-24T00:00 2026-11-25T00:00'],
    ['next week', 'range:'],
    ['between 3 and 5', 'range:'],
    ['by Friday', 'range:'],
    ['next month at 6pm', 'no-day:'],
    ['yesterday at 9', 'past: 2026-11-22T09:00'],
    ['on 30 February at 9', 'no-such-day:'],
    ['every full moon at 9', 'recurrence:'],
    ['every Monday', 'no-time-of-day:'],
    ['every hour from 9 to 5', 'recurrence:'],
    ['every Monday at 9am EST', 'recurrence:'],
  ])('%s', (text, expected) => {
    expect(shown(read(text))).toBe(expected);
  });

  it('nothing is read where no time is named', () => {
    for (const text of ['may I ask you something?', 'I sat for two hours', 'good morning', '', '4:3'])
      expect(read(text)).toEqual({ kind: 'none' });
  });
});

describe('one meaning', () => {
  it.each([
    ['tomorrow at 9', '2026-11-24T09:00'],
    ['today at 9', '2026-11-23T21:00'],
    ['at 3', '2026-11-23T15:00'],
    ['tonight at 1', '2026-11-24T01:00'],
    ['Friday week at 9', '2026-12-04T09:00'],
    ['Monday in two weeks at 9', '2026-12-07T09:00'],
    ['three weeks from tomorrow at noon', '2026-12-15T12:00'],
    ['ten minutes before the call at 3pm', '2026-11-23T14:50'],
    ['Easter Monday at 11', '2027-03-29T11:00'],
    ['Sunday the 31st at 9am', '2027-01-31T09:00'],
    ['tomorrow at 9:00 UTC', '2026-11-24T10:00'],
    ['2026-12-01T09:00+05:00', '2026-12-01T05:00'],
  ])('%s', (text, expected) => {
    expect(shown(read(text))).toBe(expected);
  });

  it('a day of the month comes before the month, but in America', () => {
    expect(shown(read('on 5/12 at 10', { zone: 'America/New_York' }))).toBe('2027-05-12T10:00');
  });

  it('the words of time are told by their places', () => {
    const text = 'on Friday remind me to call Ana at 5pm';
    const reading = read(text);
    expect(reading.kind === 'at' && reading.spans.map(([from, to]) => text.slice(from, to))).toEqual([
      'Friday',
      '5pm',
    ]);
  });
});

describe('clocks that are put forward and back (ADR 0036)', () => {
  it.each([
    [
      'Europe/Berlin',
      '2026-03-28T19:00:00Z',
      'tomorrow at 2:30 am',
      '2026-03-29T01:30:00.000Z',
      '2026-03-29T03:30',
    ],
    [
      'Europe/Berlin',
      '2026-10-24T18:00:00Z',
      'tomorrow at 2:30 am',
      '2026-10-25T00:30:00.000Z',
      '2026-10-25T02:30',
    ],
    ['Europe/Berlin', '2026-10-24T23:00:00Z', 'in two hours', '2026-10-25T01:00:00.000Z', '2026-10-25T02:00'],
    ['Europe/Berlin', '2026-10-24T18:00:00Z', 'in one day', '2026-10-25T19:00:00.000Z', '2026-10-25T20:00'],
    ['America/New_York', '2026-03-08T03:00:00Z', 'at 2:30am', '2026-03-08T07:30:00.000Z', '2026-03-08T03:30'],
    [
      'Pacific/Auckland',
      '2026-11-23T10:30:00Z',
      'tomorrow at 9',
      '2026-11-23T20:00:00.000Z',
      '2026-11-24T09:00',
    ],
  ])('%s, %s: %s', (zone, now, text, at, local) => {
    expect(read(text, { zone, now: new Date(now) })).toMatchObject({ kind: 'at', at: new Date(at), local });
  });
});

describe('recurrences', () => {
  it.each([
    ['every Monday at 9', 'FREQ=WEEKLY;BYDAY=MO from 2026-11-30T09:00'],
    ['every weekday at 7:30', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR from 2026-11-24T07:30'],
    ['every other Friday at 16:00', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=FR from 2026-11-27T16:00'],
    [
      'on the last workday of the month at 16:00',
      'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1 from 2026-11-30T16:00',
    ],
    ['on the 1st of every month at 9', 'FREQ=MONTHLY;BYMONTHDAY=1 from 2026-12-01T09:00'],
    ['on the last day of every month at 9', 'FREQ=MONTHLY;BYMONTHDAY=-1 from 2026-11-30T09:00'],
    ['every second Tuesday of the month at 10', 'FREQ=MONTHLY;BYDAY=2TU from 2026-12-08T10:00'],
    ['every day at 8 until Christmas', 'FREQ=DAILY;UNTIL=20261225T225959Z from 2026-11-24T08:00'],
    ['every day at 8 for two weeks', 'FREQ=DAILY;UNTIL=20261207T225959Z from 2026-11-24T08:00'],
    ['every day at 8 ten times', 'FREQ=DAILY;COUNT=10 from 2026-11-24T08:00'],
    ['every 3 hours', 'FREQ=HOURLY;INTERVAL=3 from 2026-11-23T13:00'],
    ['every year on 3 May at 10', 'FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=3 from 2027-05-03T10:00'],
    ['each Christmas at 8am', 'FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=25 from 2026-12-25T08:00'],
    ['twice a day at 9 and 21', 'FREQ=DAILY;BYHOUR=9,21;BYMINUTE=0 from 2026-11-23T21:00'],
    ['every Monday at 9 starting 1 December', 'FREQ=WEEKLY;BYDAY=MO from 2026-12-07T09:00'],
    ['Monday to Friday at 8', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR from 2026-11-24T08:00'],
  ])('%s', (text, expected) => {
    expect(shown(read(text))).toBe(expected);
  });
});

describe('other languages', () => {
  it.each([
    ['de', 'übermorgen um halb zehn', '2026-11-25T09:30'],
    ['de', 'am 24.12. um 18 Uhr', '2026-12-24T18:00'],
    ['de', 'jeden zweiten Freitag um 16 Uhr', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=FR from 2026-11-27T16:00'],
    ['de', 'jeden Vollmond um 9', 'recurrence:'],
    ['fr', 'après-demain à neuf heures et demie', '2026-11-25T09:30'],
    [
      'fr',
      'le dernier jour ouvrable du mois à 16h',
      'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1 from 2026-11-30T16:00',
    ],
    ['fr', 'chaque pleine lune à 9h', 'recurrence:'],
    ['es', 'el 24 de diciembre a las 6 de la tarde', '2026-12-24T18:00'],
    ['es', 'todos los días a las 8 hasta Navidad', 'FREQ=DAILY;UNTIL=20261225T225959Z from 2026-11-24T08:00'],
    ['es', 'cada luna llena a las 9', 'recurrence:'],
    ['it', 'dopodomani alle nove e mezza', '2026-11-25T09:30'],
    ['it', 'ogni giorno lavorativo alle 7:30', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR from 2026-11-24T07:30'],
    ['it', 'ogni luna piena alle 9', 'recurrence:'],
    ['pt', 'depois de amanhã às nove e meia', '2026-11-25T09:30'],
    ['pt', 'todas as segundas às 9', 'FREQ=WEEKLY;BYDAY=MO from 2026-11-30T09:00'],
    ['pt', 'cada lua cheia às 9', 'recurrence:'],
  ] as const)('%s: %s', (language, text, expected) => {
    expect(shown(read(text, { language }))).toBe(expected);
  });
});

describe('an answer completes what was asked', () => {
  it.each([
    ['to call Ana tomorrow', 'at 9', '2026-11-24T09:00'],
    ['to call Ana tomorrow', '9', '2026-11-24T09:00'],
    ['tomorrow at 5', 'in the evening', '2026-11-24T17:00'],
    ['tomorrow at 5', 'pm', '2026-11-24T17:00'],
    ['next Friday at 10', 'the first one', '2026-11-27T10:00'],
    ['next week', 'Tuesday at 10', '2026-12-01T10:00'],
    ['10 minutes before the meeting', 'it is at 3pm', '2026-11-23T14:50'],
    ['every day at 6', 'in the evening', 'FREQ=DAILY from 2026-11-23T18:00'],
    ['every Monday', 'at 9:30', 'FREQ=WEEKLY;BYDAY=MO from 2026-11-30T09:30'],
  ])('%s: %s', (answers, text, expected) => {
    expect(shown(read(text, { answers }))).toBe(expected);
  });
});

describe('any text', () => {
  it('gives the same answer twice, with spans inside it, and never an instant that has passed', () => {
    const words = fc.constantFrom(
      ...'every each next last first the of at on in to for until before after two 9 21 5/12 31st monday tomorrow week month day pm am and or half quarter 10:30 christmas morgen um jeden demain à chaque cada mañana'.split(
        ' ',
      ),
    );
    const text = fc.oneof(
      fc.array(words, { maxLength: 25 }).map((list) => list.join(' ')),
      fc.string({ maxLength: 120 }),
    );
    const language = fc.constantFrom('en', 'de', 'fr', 'es', 'it', 'pt');
    fc.assert(
      fc.property(text, language, (said, code) => {
        const one = read(said, { language: code as 'en' });
        expect(read(said, { language: code as 'en' })).toEqual(one);
        const instants = one.kind === 'at' ? [one.at.getTime()] : [];
        for (const at of instants) expect(at).toBeGreaterThanOrEqual(monday.now.getTime());
        const spans = one.kind === 'none' ? [] : one.spans;
        for (const [from, to] of spans) {
          expect(from).toBeGreaterThanOrEqual(0);
          expect(to).toBeLessThanOrEqual(said.length);
          expect(to).toBeGreaterThanOrEqual(from);
        }
      }),
      { numRuns: 300 },
    );
  }, 60_000);

  it('takes bounded time, whatever is said', () => {
    const pieces = [
      '1',
      'one ',
      '1 2 3 4 5 ',
      '3rd ',
      'next ',
      'every ',
      'a half ',
      '1/1/',
      'twenty ',
      ' ',
      'at ',
      'monday, ',
      'x<',
      'um ',
      'à ',
      'in a couple of ',
    ];
    for (const piece of pieces)
      for (const language of ['en', 'de', 'fr'] as const) {
        const started = performance.now();
        read(piece.repeat(Math.ceil(400 / piece.length)).slice(0, 400), { language });
        expect(performance.now() - started, piece).toBeLessThan(3_000);
      }
    expect(read('tomorrow at 9 '.repeat(2_341))).toMatchObject({ kind: 'unclear', why: 'too-long' });
  }, 120_000);
});
