import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decide, freshRouterState } from '../decision/decide.ts';
import { shippedPolicy } from '../policy/shipped.ts';
import { buildSignals, coldSnapshot } from '../signals/build-signals.ts';
import { extractCues } from './extract-cues.ts';

const modeOf = (text: string) =>
  decide(buildSignals(extractCues(text), coldSnapshot), shippedPolicy, freshRouterState);

describe('work in the background is ordered, and nobody is asked for the mode', () => {
  test.each([
    'In the background: first look up trains to Porto; then compare the prices; then write a summary.',
    'Work on this in the background: 1. look up A 2. compare B 3. write C',
    'Do these steps one after another in the background: collect the bills, sum them up',
    'Please take care of the move to Porto in the background: 1. x 2. y',
    'Could you work on this in the background? First look up A, then B.',
    'In the background, look up A and then compare B.',
    'stop the background task about trains',
    'Im Hintergrund: zuerst Züge nach Porto heraussuchen; dann die Preise vergleichen.',
    'Erledige diese Schritte nacheinander im Hintergrund: 1. Züge suchen 2. Preise vergleichen',
    'Kannst du das im Hintergrund erledigen: 1. Züge suchen 2. Preise vergleichen',
    'Brich die Hintergrundaufgabe zu den Zügen ab',
    'En arrière-plan : d’abord chercher les trains pour Porto ; ensuite comparer les prix.',
    'Travaille sur ceci en arrière-plan : 1. chercher les trains 2. comparer les prix',
    'Arrête la tâche en arrière-plan sur les trains',
    'En segundo plano: primero busca trenes a Oporto; luego compara los precios.',
    'Trabaja en esto en segundo plano: 1. buscar trenes 2. comparar precios',
    'Em segundo plano: primeiro procura comboios para o Porto; depois compara os preços.',
    'Trabalha nisto em segundo plano: 1. procurar comboios 2. comparar preços',
    'In background: prima cerca i treni per Porto; poi confronta i prezzi.',
    'Lavora a questo in background: 1. cercare treni 2. confrontare i prezzi',
  ])('%s', (text) => {
    expect(extractCues(text).asksKept).toBe(false);
    expect(modeOf(text)).toMatchObject({ mode: 'ACT', needsTiebreak: false });
  });
});

describe('what the agent works on is asked about', () => {
  test.each([
    'What are you working on in the background?',
    'what background tasks are there',
    'Show me my background tasks',
    'How is the background task about the move going?',
    'Woran arbeitest du gerade im Hintergrund?',
    'Welche Hintergrundaufgaben laufen?',
    'Sur quoi travailles-tu en arrière-plan ?',
    '¿En qué trabajas en segundo plano?',
    'Em que estás a trabalhar em segundo plano?',
    'A cosa stai lavorando in background?',
  ])('%s', (text) => {
    expect(extractCues(text)).toMatchObject({ asksKept: true, actRequest: false });
    expect(modeOf(text)).toMatchObject({ mode: 'ACT', needsTiebreak: false });
  });
});

describe('nothing of it is ordered or asked', () => {
  test.each([
    'In the background there is a tree; then a house.',
    'In the background, a dog barks.',
    'I like music in the background.',
    'Do you see the cat in the background?',
    'What is that noise in the background?',
    'The process runs in the background and then stops.',
    'How do background tasks work in Windows?',
    'Was ist das für ein Geräusch im Hintergrund?',
    'Mein Drucker arbeitet im Hintergrund.',
    'Le chien est en arrière-plan.',
    'El perro está en segundo plano.',
    'Il cane è in secondo piano.',
  ])('%s', (text) => {
    expect(extractCues(text)).toMatchObject({ asksKept: false, actRequest: false });
    expect(modeOf(text).mode).not.toBe('ACT');
  });
});

describe('a letter', () => {
  test.each([
    'draft a mail to ana@x.org: Hello Ana, the boat is ready.',
    'Please compose an email to ana@x.org about the boat: it is ready',
    'Entwirf eine Mail an ana@x.org: Das Boot ist fertig.',
    'Rédige un mail à ana@x.org : le bateau est prêt',
    'Redacta un correo a ana@x.org: el barco está listo',
    'Redige um email para ana@x.org: o barco está pronto',
    'Redigi una mail ad ana@x.org: la barca è pronta',
  ])('is ordered where its address stands: %s', (text) => {
    expect(modeOf(text)).toMatchObject({ mode: 'ACT', needsTiebreak: false });
  });

  test.each(['Draft a poem about the sea.', 'My address is ana@x.org.', 'Draft for ana @ home'])(
    'is not: %s',
    (text) => {
      expect(extractCues(text).actRequest).toBe(false);
    },
  );
});

test('the words of the background and of letters tell no language, so that they move no other reading', () => {
  const words = ['background', 'hintergrund', 'arrière', 'recherchiere', 'kümmere', 'redacta', 'abbozza'];
  fc.assert(
    fc.property(fc.constantFrom(...words), (word) => {
      expect(extractCues(word).languages).toEqual([]);
    }),
  );
});
