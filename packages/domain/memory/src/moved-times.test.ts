import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AheadRow, movedTimes, type OverRow } from './moved-times.ts';
import { collectWorldState, type WorldRows, worldSources } from './world-state.ts';
import { overIn } from './world-contradiction.ts';

const dayMs = 86_400_000;
const monday = new Date('2026-11-23T09:00:00Z');
let count = 0;

/** Something said some hours after Monday nine, of a time some days after it. */
function ahead(
  message: string,
  time: string,
  days: number,
  hours = 0,
  part: Partial<AheadRow> = {},
): AheadRow {
  const start = message.indexOf(time);
  const at = new Date(Math.floor(monday.getTime() / dayMs + days) * dayMs);
  count += 1;
  return {
    id: `ex_${count}`,
    message,
    at,
    saidAt: new Date(monday.getTime() + hours * 3_600_000),
    trust: 'user',
    times: [{ half: 'message', start, end: start + time.length, from: at.toISOString() }],
    asked: false,
    ...part,
  };
}

function over(message: string, hours: number): OverRow {
  const span = overIn(message);
  if (span === undefined) throw new Error(`nothing is over in: ${message}`);
  count += 1;
  return {
    id: `ex_${count}`,
    message,
    saidAt: new Date(monday.getTime() + hours * 3_600_000),
    trust: 'user',
    span,
  };
}

function notes(rows: readonly AheadRow[], overs: readonly OverRow[] = [], now = monday): string[] {
  const world: WorldRows = { schedules: [], actions: [], goals: [], ahead: rows, over: overs, focus: null };
  return collectWorldState(worldSources(world), now).map(({ text }) => text);
}

describe('an appointment that is told again', () => {
  it.each([
    [
      'My dentist appointment is on Tuesday at 10.',
      'Tuesday at 10',
      'The dentist appointment moved to Friday.',
      'Friday',
    ],
    ['The dentist is on Tuesday.', 'Tuesday', 'The dentist is on Friday.', 'Friday'],
    [
      'Ich habe am Dienstag einen Termin beim Zahnarzt.',
      'am Dienstag',
      'Der Termin am Dienstag wurde auf Freitag verschoben.',
      'Freitag',
    ],
    [
      'Mi cita con el dentista es el martes.',
      'el martes',
      'El dentista ha movido la cita al viernes.',
      'al viernes',
    ],
    [
      'Mein Zahnarzttermin ist am Dienstag.',
      'am Dienstag',
      'Der Zahnarzttermin wurde auf Freitag verschoben.',
      'Freitag',
    ],
    [
      'My dentist appointment is on Tuesday.',
      'Tuesday',
      'El dentista me ha cambiado la cita al viernes.',
      'al viernes',
    ],
    [
      'Ma visite chez le dentiste est mardi.',
      'mardi',
      'La visite chez le dentiste est reportée à vendredi.',
      'vendredi',
    ],
  ])('ends at its first time: %s', (first, time, second, later) => {
    const rows = [ahead(first, time, 1), ahead(second, later, 4, 2)];
    expect(movedTimes(rows, [])).toMatchObject([
      { kind: 'time', value: time, now: later, by: rows[1]?.id, rests: [rows[0]?.id] },
    ]);
    expect(notes(rows)).toEqual([second]);
  });

  it.each([
    ['I see the dentist on Tuesday.', 'Tuesday', 'I have a doctor appointment on Friday.', 'Friday'],
    ['I meet Emma for lunch on Tuesday.', 'Tuesday', 'I meet Paul at the station on Friday.', 'Friday'],
    ['The dentist is on Tuesday.', 'Tuesday', 'Could the dentist be moved to Friday?', 'Friday'],
    [
      'My appointment with Dr. Weber is on Tuesday.',
      'Tuesday',
      'My appointment with Dr. Klein was moved to Friday.',
      'Friday',
    ],
    [
      'Ich habe am Dienstag einen Termin beim Zahnarzt.',
      'am Dienstag',
      'Der Termin beim Augenarzt am Mittwoch wurde auf Freitag verschoben.',
      'Freitag',
    ],
    [
      'El martes tengo una cita con el notario.',
      'El martes',
      'Me han cambiado la cita con el médico al viernes.',
      'al viernes',
    ],
  ])('does not end by something else, nor by a question: %s', (first, time, second, later) => {
    const rows = [ahead(first, time, 1), ahead(second, later, 4, 2)];
    expect(movedTimes(rows, [])).toEqual([]);
    expect(notes(rows)).toContain(first);
  });

  it('that moved twice says where it stands last', () => {
    const rows = [
      ahead('The dentist is on Tuesday.', 'Tuesday', 1),
      ahead('The dentist moved to Thursday.', 'Thursday', 3, 1),
      ahead('The dentist moved again, to Friday.', 'Friday', 4, 2),
    ];
    expect(movedTimes(rows, []).map(({ now, value }) => [value, now])).toEqual([
      ['Tuesday', 'Friday'],
      ['Thursday', 'Friday'],
    ]);
    expect(notes(rows)).toEqual(['The dentist moved again, to Friday.']);
  });

  it('told in another language is known by its name, where it says that something changed', () => {
    const first = ahead('I see Dr. Barraza, the dentist, on Tuesday.', 'Tuesday', 1);
    const moved = ahead('Der Termin bei Dr. Barraza ist jetzt am Freitag.', 'Freitag', 4, 2);
    expect(movedTimes([first, moved], [])).toMatchObject([{ value: 'Tuesday', now: 'Freitag' }]);
    const beside = ahead('Dr. Barraza kommt am Freitag zum Essen.', 'Freitag', 4, 2);
    expect(movedTimes([first, beside], [])).toEqual([]);
    const other = ahead('Der Termin beim Friseur ist jetzt am Freitag.', 'Freitag', 4, 2);
    const german = ahead('Ich habe einen Termin bei der Bank am Dienstag.', 'Dienstag', 1);
    expect(movedTimes([german, other], [])).toEqual([]);
  });

  it('that has passed stays as it was, and what is believed less moves nothing', () => {
    const first = ahead('The dentist is on Tuesday.', 'Tuesday', 1);
    expect(movedTimes([first, ahead('The dentist is on Friday.', 'Friday', 11, 72)], [])).toEqual([]);
    const outside = ahead('The dentist moved to Friday.', 'Friday', 4, 2, { trust: 'external' });
    expect(movedTimes([first, outside], [])).toEqual([]);
  });
});

describe('a note of what lies ahead', () => {
  it.each([
    'The dentist appointment is cancelled.',
    'I am done with the dentist appointment.',
    'La cita con el dentista está cancelada.',
    'Der Termin beim dentist ist abgesagt.',
    'Der Termin beim dentist fällt leider aus.',
    'La cita con el dentista se canceló.',
    'O dentista cancelou a consulta.',
  ])('ends where that is over: %s', (message) => {
    const row = ahead('I have the dentist appointment on Tuesday.', 'Tuesday', 1);
    expect(notes([row])).toHaveLength(1);
    expect(notes([row], [over(message, 3)])).toEqual([]);
  });

  it.each(['Is the dentist appointment cancelled?', 'The dentist appointment is not cancelled yet.'])(
    'does not end by what says no such thing: %s',
    (message) => {
      expect(overIn(message)).toBeUndefined();
    },
  );

  it('is no question and no request that became a reminder, and lies within a week', () => {
    expect(notes([ahead('Could you move it to Thursday?', 'Thursday', 3)])).toEqual([]);
    expect(notes([ahead('¿Puedes cambiarlo al jueves?', 'jueves', 3)])).toEqual([]);
    expect(notes([ahead('Remind me on Thursday.', 'Thursday', 3, 0, { asked: true })])).toEqual([]);
    expect(notes([ahead('The fair opens on 20 December.', '20 December', 27)])).toEqual([]);
    expect(notes([ahead('The fair opens on Thursday.', 'Thursday', 3)])).toHaveLength(1);
  });
});

it('whatever is said, what ends something was said later by somebody believed as much, and nothing ends itself', () => {
  const words = fc.array(fc.constantFrom('dentist', 'appointment', 'moved', 'lunch', 'with', 'Emma', 'now'), {
    minLength: 1,
    maxLength: 5,
  });
  const row = fc
    .tuple(
      words,
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 0, max: 200 }),
      fc.constantFrom('user', 'external', 'agent'),
    )
    .map(([said, days, hours, trust]) =>
      ahead(`${said.join(' ')} on day${days}.`, `day${days}`, days, hours, { trust: trust as 'user' }),
    );
  fc.assert(
    fc.property(fc.array(row, { maxLength: 6 }), (rows) => {
      const byId = new Map(rows.map((one) => [one.id, one]));
      for (const { at, by, rests } of movedTimes(rows, [])) {
        const first = byId.get(rests[0] ?? '');
        const last = byId.get(by ?? '');
        expect(first?.saidAt.getTime()).toBeLessThan(last?.saidAt.getTime() ?? 0);
        expect(at).toBe(last?.saidAt.toISOString());
        expect(first?.trust === 'user' && last?.trust !== 'user').toBe(false);
      }
    }),
  );
});

it('the order in which rows come makes no difference', () => {
  const rows = [
    ahead('The dentist is on Tuesday.', 'Tuesday', 1),
    ahead('The dentist moved to Thursday.', 'Thursday', 3, 1),
    ahead('The lunch with Emma is on Friday.', 'Friday', 4, 2),
    ahead('The lunch with Emma moved to Sunday.', 'Sunday', 6, 3),
  ];
  const ended = (list: readonly AheadRow[]) =>
    movedTimes(list, []).toSorted((a, b) => (a.value < b.value ? -1 : 1));
  fc.assert(
    fc.property(fc.shuffledSubarray(rows, { minLength: rows.length }), (list) => {
      expect(ended(list)).toEqual(ended(rows));
    }),
  );
  expect(ended(rows).map(({ value }) => value)).toEqual(['Friday', 'Tuesday']);
});
