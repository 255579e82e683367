import { expect, it } from 'vitest';
import { putsRight } from './puts-right.ts';

it.each([
  'The dentist moved my appointment to Monday at eleven.',
  "I got that wrong: the neighbour's name is Rosaura, not Rosario.",
  'We no longer live in Porto.',
  'Der Termin ist jetzt am Montag um elf statt am Donnerstag.',
  'Dr. Barraza hat abgesagt, der Termin heute fällt aus.',
  'Nos mudamos: desde hoy vivimos en Valdivia.',
  'Le rendez-vous est annulé.',
  'Non abito più a Torino.',
  'Quis dizer terça, não segunda.',
])('what holds no longer is put right by "%s"', (message) => {
  expect(putsRight(message)).toBe(true);
});

it.each([
  'Hi! I live in Valparaíso with my wife Amaya.',
  'The ferry leaves at nine on Saturday.',
  'Was the appointment moved?',
  'Recuérdame mañana a las siete y media sacar la basura.',
  'Danke, das war ein schöner Tag.',
  '',
])('nothing is put right by "%s"', (message) => {
  expect(putsRight(message)).toBe(false);
});
