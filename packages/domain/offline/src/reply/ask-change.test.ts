import type { ShownHistoryItem, ShownPrompt } from '@salience/context';
import { loadReadDue, type ReadDue } from '@salience/due-times';
import { beforeAll, describe, expect, it } from 'vitest';
import { confirmChange } from './confirm-change.ts';
import { languageHere } from './language-here.ts';
import { respond } from './respond.ts';

let readDue: ReadDue;
beforeAll(async () => {
  readDue = await loadReadDue();
}, 180_000);

const said = (text: string, reply = 'Done.'): ShownHistoryItem => ({
  exchangeId: 'ex_1',
  at: '2026-11-23T08:59:00Z',
  speaker: 'user',
  trust: 'user',
  text,
  reply,
});

const reply = (
  text: string,
  history: readonly ShownHistoryItem[],
  more: Partial<ShownPrompt['message']> = {},
) =>
  respond(
    {
      template: 'RESPOND',
      agentName: '',
      open: undefined,
      person: undefined,
      memory: [],
      history,
      world: [],
      message: {
        text,
        at: '2026-11-23T09:00:00Z',
        zone: 'Europe/Berlin',
        speaker: 'user',
        trust: 'user',
        ...more,
      },
      actions: [],
      approvals: [],
      conclusion: undefined,
    },
    () => false,
    readDue,
  );

describe('a change that was not made is said, with what should be changed', () => {
  it.each([
    ['remind me to call Bob tomorrow at 9:00', 'no, Carla', 'the reminder "call Bob" stays as it is. What'],
    ['remind me to call Bob tomorrow at 9:00', 'no, not tomorrow', 'I changed nothing'],
    ['remind me to call Bob tomorrow at 9:00', 'and in the evening', 'I set no other reminder. When'],
    ['Erinnere mich morgen um 9 Uhr an die Miete', 'nein, nicht morgen', 'Die Erinnerung „die Miete“ bleibt'],
    ['Rappelle-moi demain à 9h de payer', 'non, pas demain', "Je n'ai rien changé"],
    ['Recuérdame mañana a las 9:00 pagar', 'no, no mañana', 'No he cambiado nada'],
    ['Lembra-me amanhã às 9h de pagar', 'não, não amanhã', 'Não mudei nada'],
    ['Ricordami domani alle 9 di pagare', 'no, non domani', 'Non ho cambiato nulla'],
    ['add rice to my shopping list', 'no, wrong list', 'I changed nothing on the list. What'],
    ['add rice to my shopping list', 'and that', 'I added nothing to the list. What'],
    [
      'add oat milk and rice milk to my shopping list',
      'no, soy milk',
      'Do you mean "not oat milk, soy milk" or "not rice milk, soy milk"?',
    ],
  ])('%s: %s', (order, text, expected) => {
    expect(reply(text, [said(order)])).toContain(expected);
  });

  it.each(['thanks', 'and a nice day', 'wait, one moment', 'no rush', 'sorry, my mistake'])(
    'what asks for none is answered as ever: %s',
    (text) => {
      const [words] = [reply(text, [said('add rice to my shopping list')])];
      expect(words).toMatch(/^(?:All right|You're welcome)\.$/);
    },
  );

  it('what would have been done and was not is said as well', () => {
    expect(reply('and eggs', [said('add rice to my shopping list')])).toMatch(
      /^I added nothing to the list\./,
    );
    expect(reply('no bread', [said('add bread to my shopping list')])).toMatch(
      /^I changed nothing on the list\./,
    );
    const set = said('remind me to call Bob tomorrow at 9:00');
    expect(reply('no, at 9 pm', [set])).toContain('the reminder "call Bob" stays as it is');
    expect(reply('and on Friday', [set])).toMatch(/^I set no other reminder\./);
  });

  it('nobody is asked of an order that is not theirs, and of none from outside', () => {
    expect(reply('no, Carla', [])).not.toContain('I changed nothing');
    const other = { ...said('remind me to call Bob tomorrow at 9:00'), speaker: 'bo' };
    expect(reply('no, Carla', [other])).not.toContain('I changed nothing');
    expect(reply('no, Carla', [said(other.text)], { trust: 'external' })).not.toContain('I changed nothing');
  });
});

describe('what is said to a question of ours', () => {
  const asked = said('Tell me about otters', 'What would you like to know about otters?');

  it('a statement is noted', () => {
    const completes = 'Tell me about otters';
    expect(reply('They are big.', [asked], { completes })).toBe('Noted: "They are big."');
    expect(reply('My otter is called Rex.', [asked], { completes })).toBe('Noted: your otter is called Rex.');
  });

  it.each([
    ['no', 'All right.'],
    ['not sure', 'All right.'],
    ['Keine Ahnung', 'In Ordnung.'],
    ['no sé', 'De acuerdo.'],
  ])('%s is a nod', (text, expected) => {
    const before = text === 'Keine Ahnung' ? said('Erzähl mir von Ottern', 'Was möchtest du wissen?') : asked;
    const spanish = said('Háblame de las nutrias', '¿Qué quieres saber sobre nutrias?');
    expect(reply(text, [text === 'no sé' ? spanish : before], { completes: before.text })).toBe(expected);
  });

  it('what a reminder lacks is asked for one after another', () => {
    const lacking = said('Remind me', 'What should I remind you of, and when?');
    expect(reply('Remind me', [])).toBe('What should I remind you of, and when?');
    expect(reply('to call Anna', [lacking])).toMatch(/^No reminder is set yet\. When/);
    expect(reply('Add it to my packing list', [])).toBe('What should I put on the list?');
  });
});

describe('the language of a few words', () => {
  it('is the one that is spoken', () => {
    const italian = [said("Ricordami domani alle 9 di pagare l'affitto", 'Promemoria creato.')];
    expect(languageHere('e uova', italian)).toBe('it');
    expect(languageHere("no, latte d'avena", italian)).toBe('it');
    expect(languageHere('no, alle 18:00', italian)).toBe('it');
    expect(languageHere('thank you very much', italian)).toBe('en');
    expect(languageHere('hello there', [])).toBe('en');
  });

  it('is that of what was done with a reminder', () => {
    const report = 'The reminder is cancelled: pagare';
    expect(confirmChange(report, 'it')).toBe('Il promemoria non arriverà più: pagare');
    expect(confirmChange(report, 'de')).toBe('Die Erinnerung kommt nicht mehr: pagare');
    expect(confirmChange(report, 'fr')).toBe("Le rappel n'aura pas lieu : pagare");
    expect(confirmChange(report, 'en')).toBeUndefined();
    expect(confirmChange('The prompt has ended: sum up', 'es')).toBe('La tarea ha terminado: sum up');
    expect(confirmChange('No reminder waits.', 'fr')).toBeUndefined();
  });
});
