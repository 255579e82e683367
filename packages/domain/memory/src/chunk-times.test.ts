import { describe, expect, test } from 'vitest';
import { acceptChunk } from './accept-chunk.ts';

/** A Monday. */
const saidAt = new Date('2026-03-02T09:00:00Z');
const timesOf = (message: string, text: string, more: { from?: string; to?: string } = {}) =>
  acceptChunk(
    { gists: [], facts: [], entities: [], traits: [], times: [{ text, confidence: 0.9, ...more }] },
    { message, reply: null, speaker: null, trust: 'user', replyTrust: null, beside: [], saidAt, world: [] },
  ).times.map(({ from, to }) => [from?.slice(0, 10), to?.slice(0, 10)]);

describe('times of a proposal', () => {
  test.each([
    ['I saw her yesterday.', 'yesterday', '2026-03-01', '2026-03-02'],
    ['I will call tomorrow.', 'tomorrow', '2026-03-03', '2026-03-04'],
    ['We meet next week.', 'next week', '2026-03-09', '2026-03-16'],
    ['We meet next month.', 'next month', '2026-04-01', '2026-05-01'],
    ['My appointment is on Friday.', 'on Friday', '2026-03-06', '2026-03-07'],
    ['My appointment is on Monday.', 'on Monday', '2026-03-09', '2026-03-10'],
    ['I am back in 3 days.', 'in 3 days', '2026-03-05', '2026-03-06'],
    ['The dentist has been moved to Friday.', 'Friday', '2026-03-06', '2026-03-07'],
    ['El dentista ha movido la cita al viernes a las 12.', 'al viernes', '2026-03-06', '2026-03-07'],
    ['Der Termin wurde auf Freitag verschoben.', 'auf Freitag', '2026-03-06', '2026-03-07'],
    ['Le dentiste a reporté la visite à vendredi.', 'vendredi', '2026-03-06', '2026-03-07'],
    ['La consulta foi adiada para sexta-feira.', 'sexta-feira', '2026-03-06', '2026-03-07'],
    ['La visita è stata spostata a venerdì.', 'venerdì', '2026-03-06', '2026-03-07'],
    ['I moved to Lübeck on Friday.', 'on Friday', '2026-02-27', '2026-02-28'],
    ['The report is due on 7 May.', '7 May', '2026-05-07', '2026-05-08'],
    ['We will marry on 7 February.', '7 February', '2027-02-07', '2027-02-08'],
    ['We married on 7 May.', '7 May', '2025-05-07', '2025-05-08'],
    ['I was born in 1990.', 'in 1990', '1990-01-01', '1991-01-01'],
    ['The talk is on 2026-04-10.', '2026-04-10', '2026-04-10', '2026-04-11'],
  ])('%s', (message, text, from, to) => {
    expect(timesOf(message, text)).toEqual([[from, to]]);
    // What code can read is code's to say.
    expect(timesOf(message, text, { from: '2001-01-01', to: '2001-01-02' })).toEqual([[from, to]]);
  });

  test('words that code cannot read take what the model made of them, if that can be', () => {
    const message = 'See you at Easter.';
    expect(timesOf(message, 'Easter', { from: '2026-04-05' })).toEqual([['2026-04-05', '2026-04-06']]);
    expect(timesOf(message, 'Easter', { from: '2026-04-05', to: '2026-04-01' })).toEqual([
      [undefined, undefined],
    ]);
    expect(timesOf(message, 'Easter', { from: '0001-01-01' })).toEqual([[undefined, undefined]]);
    expect(timesOf(message, 'Easter')).toEqual([[undefined, undefined]]);
  });

  test('a time that nobody spoke of is refused (law 6)', () => {
    expect(timesOf('See you at Easter.', 'tomorrow')).toEqual([]);
  });
});
