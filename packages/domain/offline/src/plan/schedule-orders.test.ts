import { loadReadDue, type ReadDue } from '@salience/due-times';
import { beforeAll, describe, expect, it } from 'vitest';
import { askWhen, asksWhen } from '../reply/ask-when.ts';
import { orderAsked } from './asked-before.ts';
import { answersOrder } from './answers-order.ts';
import { completeSchedule, ordersSchedule, readSchedule } from './schedule-orders.ts';

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
    expect(answersOrder(answer, reply)).toBe(true);
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

  const order = { text: 'remind me to water the ferns', answers: ['tomorrow at 5'] };
  const settled = (answers: readonly string[], text = order.text) => {
    const asked = read(text);
    if (asked?.kind !== 'ask') throw new Error(`expected a question on ${text}`);
    return completeSchedule(asked, answers, { moment, readDue });
  };
  const at = (due: string) => ({ kind: 'call', arguments: { due_at: `2026-11-${due}:00+01:00` } });

  it.each([
    ['17', '24T17:00'],
    ['pm', '24T17:00'],
    ['5pm', '24T17:00'],
    ['17:00', '24T17:00'],
    ['the second', '24T17:00'],
    ['the first one', '24T05:00'],
    ['no, at 7 pm', '24T19:00'],
    ['no, on Friday at 17:00', '27T17:00'],
  ])('which half of the day is meant: %s', (answer, due) => {
    expect(settled([...order.answers, answer])).toMatchObject(at(due));
  });

  it('what corrects takes the place of what was said of the time before', () => {
    expect(settled([...order.answers, 'no, at 6'])).toMatchObject({
      kind: 'ask',
      reading: { candidates: ['2026-11-24T06:00', '2026-11-24T18:00'] },
    });
    expect(settled([...order.answers, 'no, at 6', 'and on Friday'])).toMatchObject({
      kind: 'ask',
      reading: { candidates: ['2026-11-27T06:00', '2026-11-27T18:00'] },
    });
    expect(settled([...order.answers, 'no, at 6', 'and on Friday', 'pm'])).toMatchObject(at('27T18:00'));
  });

  it.each([
    ['Erinnere mich an die Miete', 'morgen um 5', 'nein, um 6', 'das zweite'],
    ['Rappelle-moi de payer le loyer', 'demain à 5 heures', 'non, à 6 heures', 'le deuxième'],
    ['Recuérdame pagar el alquiler', 'mañana a las 5', 'no, a las 6', 'la segunda'],
    ['Lembra-me de pagar a renda', 'amanhã às 5', 'não, às 6', 'a segunda'],
    ["Ricordami di pagare l'affitto", 'domani alle 5', 'no, alle 6', 'la seconda'],
  ])('%s', (text, ...answers) => {
    expect(settled(answers, text)).toMatchObject(at('24T18:00'));
  });

  it.each([
    'tell me about ferns',
    'what is the capital of Spain?',
    'two of my cats are ill',
    'My sister comes tomorrow at 9',
    'not now',
    'yes',
  ])('is left by: %s', (text) => {
    expect(settled([...order.answers, text])).toBeUndefined();
    expect(answersOrder(text, 'No reminder is set yet. When shall it come?')).toBe(false);
  });

  it.each([
    ['Erinnere mich an die Miete', 'morgen um 5', 'Erzähl mir von Ottern'],
    ['Rappelle-moi de payer le loyer', 'demain à 5 heures', 'Parle-moi des loutres'],
    ['Recuérdame pagar el alquiler', 'mañana a las 5', 'Háblame de las nutrias'],
    ['Lembra-me de pagar a renda', 'amanhã às 5', 'Fala-me das lontras'],
    ["Ricordami di pagare l'affitto", 'domani alle 5', 'Parlami delle lontre'],
  ])('%s, %s: is left by %s', (text, ...answers) => {
    expect(settled(answers, text)).toBeUndefined();
  });

  it('another time after a reminder was set goes on with it, and so does what one is to be of', () => {
    const set = 'I set a reminder: call Ana, Tuesday 2026-11-24 09:00 (Europe/Berlin).';
    expect(answersOrder('no, at 9 pm', set)).toBe(true);
    expect(answersOrder('and every Monday', set)).toBe(true);
    expect(answersOrder('at 9 pm', set)).toBe(false);
    expect(answersOrder('no, on Friday is my birthday', set)).toBe(false);
    expect(answersOrder('no, at 9 pm', 'Noted.')).toBe(false);
    expect(answersOrder('to call Ana', 'What should I remind you of, and when?')).toBe(true);
    expect(answersOrder('nothing', 'What should I remind you of, and when?')).toBe(false);
    expect(answersOrder('not bread', 'I added bread to your shopping list.')).toBe(true);
    expect(answersOrder('and a dozen eggs', 'I added bread to your shopping list.')).toBe(true);
    expect(answersOrder('and a nice day', 'I added bread to your shopping list.')).toBe(false);
    expect(answersOrder('and my aunt came home', 'I added bread to your shopping list.')).toBe(false);
    expect(answersOrder('no rush', 'I added bread to your shopping list.')).toBe(false);
    expect(answersOrder('tofu', 'I changed nothing on the list. What should be different?')).toBe(true);
    expect(answersOrder('on Friday', 'I set no other reminder. When should it come?')).toBe(true);
  });
});
