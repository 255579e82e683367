import type { Life } from '../src/lives/life.ts';
import { firstDays } from './pablo/first-days.ts';
import { lastDays } from './pablo/last-days.ts';
import { monday } from './pablo/monday.ts';
import { weekend } from './pablo/weekend.ts';

/** A bookbinder in Chile, ten days of November, in English, German and Spanish. Everything is made up. */
export const pablo: Life = {
  name: 'Pablo',
  zone: 'America/Santiago',
  turns: [...monday, ...firstDays, ...weekend, ...lastDays],
  passing: [
    {
      key: 'the home in Valparaíso',
      endsWith: 'move',
      says: /(?:\bliv|\bviv|wohn|\bhome|casa).*Valparaíso|Valparaíso.*(?:\bliv|\bviv|wohn|\bhome|casa)/i,
      knownBy: /Valdivia/,
      askedIn: ['home-then'],
    },
    {
      key: 'the appointment on Thursday',
      endsWith: 'appointment-moved',
      says: /Barraza.*(?:Thursday|15:30|Donnerstag)|(?:Thursday|15:30|Donnerstag).*Barraza/,
      knownBy: /Montag|Monday/,
    },
    {
      key: 'the appointment on Monday',
      endsWith: 'appointment-off',
      says: /Barraza.*(?:Montag|Monday|11:00)|(?:Montag|Monday|11:00).*Barraza/,
      knownBy: /abgesagt|fällt aus|sagt .* ab|gestrichen/,
    },
    {
      key: 'glue on Tuesday',
      endsWith: 'glue-later',
      day: '2028-11-21',
      says: /(?:morgen um neun|Dienstag|Tuesday|9:00|2028-11-21).*Leim|Leim.*(?:Dienstag|Tuesday|9:00)/,
      knownBy: /Freitag|Friday/,
    },
    {
      key: 'rubbish to be brought out',
      endsWith: 'fired:rubbish',
      day: '2028-11-21',
      says: /(?:mañana|martes).*basura|basura.*(?:martes|mañana)/,
      knownBy: /Recordatorio/,
    },
    {
      key: 'glue on Friday',
      endsWith: 'fired:glue',
      day: '2028-11-24',
      says: /(?:Freitag|Friday).*Leim|Leim.*(?:Freitag|Friday)/,
      knownBy: /Erinnerung: /,
    },
    { key: 'the name Rosario', endsWith: 'right-name', says: /Rosario/, knownBy: /Rosaura/ },
    {
      key: 'the call to Dorothea',
      endsWith: 'no-call',
      says: /(?:Wednesday|18:15|miércoles|Mittwoch).*Dorothea|Dorothea.*(?:Wednesday|18:15|miércoles|Mittwoch)/,
      knownBy: /gelöscht|löscht/,
    },
  ],
  reminders: [
    { key: 'glue-first', words: /Leim/, at: '2028-11-21T09:00', state: 'cancelled' },
    {
      key: 'rubbish',
      words: /basura/,
      at: '2028-11-21T07:30',
      state: 'fired',
      told: 'Recordatorio: hay que sacar la basura.',
      reply: 'Recordatorio: son las {time}, hay que sacar la basura.',
    },
    {
      key: 'glue',
      words: /Leim/,
      at: '2028-11-24T10:00',
      state: 'fired',
      told: 'Erinnerung: den Leim bei Don Evaristo bestellen.',
      reply: 'Erinnerung: Es ist {time} Uhr, den Leim bei Don Evaristo bestellen.',
    },
    { key: 'sister', words: /Dorothea/, at: '2028-11-29T18:15', state: 'cancelled' },
  ],
  tool: {
    name: 'forecast',
    description: 'Says what the weather will be like in a city on a day. Reads only.',
    parameters: {
      type: 'object',
      properties: { city: { type: 'string' }, day: { type: 'string', description: 'As in 2030-05-01.' } },
      required: ['city', 'day'],
    },
    answer: 'Valdivia, 28 November 2028: light rain, 17 degrees at noon, wind from the west.',
    observation: 'In Valdivia there is light rain on 28 November 2028, 17 degrees at noon.',
  },
  account: [
    { section: 'identity', text: 'Their name is Pablo Wenzel.', source: /Pablo Wenzel/ },
    { section: 'identity', text: 'They are a bookbinder at Taller Quintay.', source: /bookbinder/ },
    { section: 'relationship', text: 'Their wife is Amaya.', source: /Amaya/ },
    { section: 'values', text: 'They are allergic to shellfish.', source: /shellfish/ },
    { section: 'themes', text: 'Einen Kurs im Buchbinden ab Januar.', source: /Kurs im Buchbinden/ },
  ],
};
