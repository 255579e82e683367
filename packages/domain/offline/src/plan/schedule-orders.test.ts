import { loadReadDue, type ReadDue } from '@salience/due-times';
import { beforeAll, describe, expect, it } from 'vitest';
import { askWhen, asksWhen } from '../reply/ask-when.ts';
import { orderAsked } from './asked-before.ts';
import { answersSchedule, completeSchedule, ordersSchedule, readSchedule } from './schedule-orders.ts';

const moment = { now: new Date('2026-11-23T09:00:00Z'), zone: 'Europe/Berlin' };
let readDue: ReadDue;
beforeAll(async () => {
  readDue = await loadReadDue();
}, 180_000);
const read = (text: string) => readSchedule(text, moment, readDue);

describe('orders in six languages', () => {
  const monday = { starts_at: '2026-11-30T09:00', rule: 'FREQ=WEEKLY;BYDAY=MO' };
  const prompt = { kind: 'prompt', ...monday };
  it.each([
    ['remind me every Monday at 9 to plan the week', { action: 'create', text: 'plan the week', ...monday }],
    [
      'remind me tomorrow at 9 about the party on Friday',
      { text: 'the party on Friday', due_at: '2026-11-24T09:00:00+01:00' },
    ],
    [
      'Every Monday at 9 summarise what I said last week',
      { text: 'summarise what I said last week', ...prompt },
    ],
    ['Summarise my week every Monday at 9', { text: 'Summarise my week', ...prompt }],
    ['pause the reminder about the plants', { action: 'pause', reminder: 'plants' }],
    ['resume the plants reminder', { action: 'resume', reminder: 'plants' }],
    ['run the plants reminder now', { action: 'run', reminder: 'plants' }],
    ['end the reminder about the plants', { action: 'end', reminder: 'plants' }],
    ['Erinnere mich jeden Montag um 9 an die Pflanzen', { text: 'die Pflanzen', ...monday }],
    ['Jeden Montag um 9 fasse zusammen, was war', { text: 'fasse zusammen, was war', ...prompt }],
    ['Setze die Erinnerung an die Pflanzen fort', { action: 'resume', reminder: 'Pflanzen' }],
    ['Führe die Erinnerung an die Pflanzen jetzt aus', { action: 'run', reminder: 'Pflanzen' }],
    ["Rappelle-moi tous les lundis à 9h d'arroser", { text: 'arroser', ...monday }],
    ['Mets en pause le rappel des plantes', { action: 'pause', reminder: 'plantes' }],
    ['Recuérdame cada lunes a las 9 regar', { text: 'regar', ...monday }],
    ['Ejecuta el recordatorio de las plantas ahora', { action: 'run', reminder: 'plantas' }],
    ['Lembra-me todas as segundas às 9 de regar', { text: 'regar', ...monday }],
    ['Termina o lembrete das plantas', { action: 'end', reminder: 'plantas' }],
    ['Ricordami ogni lunedì alle 9 di annaffiare', { text: 'annaffiare', ...monday }],
    ['Annulla il promemoria delle piante', { action: 'cancel', reminder: 'piante' }],
    ['Welche Erinnerungen habe ich', { action: 'list' }],
    ['Quali promemoria ho', { action: 'list' }],
  ])('%s', (text, expected) => {
    expect(read(text)).toMatchObject({ kind: 'call', arguments: expected });
    // Lists are told by what they ask for.
    expect(ordersSchedule(text) || ('action' in expected && expected.action === 'list')).toBe(true);
  });

  it.each([
    'I go to the gym every Monday at 9',
    'They never remind me of anything',
    'Tell me what I do every Monday',
  ])('is none: %s', (text) => {
    expect(read(text)).toBeUndefined();
  });
});

describe('what is unclear is asked in the language of the order, and the answer completes it', () => {
  it.each([
    ['en', 'remind me to call Ana tomorrow at 5', 'in the evening', 'call Ana', '17'],
    ['de', 'Erinnere mich morgen daran, Ana anzurufen', 'um 17 Uhr', 'Ana anzurufen', '17'],
    ['fr', "Rappelle-moi demain d'appeler Ana", 'à 17h', 'appeler Ana', '17'],
    ['es', 'Recuérdame mañana llamar a Ana', 'a las 17', 'llamar a Ana', '17'],
    ['pt', 'Lembra-me amanhã de ligar à Ana', 'às 17h', 'ligar à Ana', '17'],
    ['it', 'Ricordami domani di chiamare Ana', 'alle 17', 'chiamare Ana', '17'],
  ])('%s', (language, text, answer, what, hour) => {
    const order = read(text);
    if (order?.kind !== 'ask') throw new Error(`expected a question, got ${JSON.stringify(order)}`);
    expect(order.language).toBe(language);
    const reply = askWhen(order);
    expect(reply).toContain('2026-11-24');
    expect(asksWhen(reply)).toBe(true);
    expect(answersSchedule(answer, reply)).toBe(true);
    const made = completeSchedule(order, [answer], { moment, readDue });
    expect(made).toMatchObject({
      kind: 'call',
      arguments: { text: what, due_at: `2026-11-24T${hour}:00:00+01:00` },
    });
  });

  it('only what the same person said, and only after our question, is completed', () => {
    const item = {
      exchangeId: 'ex_1',
      at: '2026-11-23T08:59:00Z',
      speaker: 'user',
      trust: 'user' as const,
      text: 'remind me to call Ana',
      reply: 'No reminder is set yet. When shall it come?',
    };
    const asked = (one: object) =>
      orderAsked([{ ...item, ...one }], { speaker: 'user' }, { moment, readDue });
    expect(asked({})?.order.words).toBe('to call Ana');
    expect(asked({ speaker: 'Bob' })).toBeUndefined();
    expect(asked({ trust: 'external' })).toBeUndefined();
    expect(asked({ reply: 'Noted.' })).toBeUndefined();
    expect(asked({ reply: undefined })).toBeUndefined();
  });
});
