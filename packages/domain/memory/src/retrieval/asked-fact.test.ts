import { describe, expect, it } from 'vitest';
import { factAskedFor } from './asked-fact.ts';

describe('the fact that a question asks for', () => {
  it.each([
    ['where do I live', ['lives_in']],
    ['Wo wohne ich?', ['lives_in']],
    ['Où est-ce que j’habite ?', ['lives_in']],
    ['¿Dónde vivo ahora?', ['lives_in']],
    ['Onde é que eu moro?', ['lives_in']],
    ['Dove abito?', ['lives_in']],
    ['Wie heiße ich?', ['name']],
    ['¿Cuándo es mi cumpleaños?', ['birthday', 'born_on']],
    ['Where do I work?', ['works_at']],
    ['Quanti anni ho?', ['age']],
    ["What's my phone number?", ['phone']],
    ['What is my door code?', ['door_code']],
  ])('of who asks: %s', (question, keys) => {
    const asked = factAskedFor(question, 'user');
    expect(asked?.subjects).toEqual(['user']);
    expect(asked?.keys).toEqual(expect.arrayContaining(keys));
  });

  it('of who is named', () => {
    expect(factAskedFor('Where does Ana live?', 'user')).toEqual({ keys: ['lives_in'], subjects: ['ana'] });
    expect(factAskedFor('¿Dónde vive Ana María?', 'Marta')).toEqual({
      keys: ['lives_in'],
      subjects: ['ana maría'],
    });
    expect(factAskedFor('Where do I live?', 'Marta')?.subjects).toEqual(['marta']);
  });

  it.each([
    'Where does my sister live?',
    'What is the capital of Peru?',
    'I live in Porto',
    'When does the train leave?',
    'What did I tell you about the place where Ana used to live?',
  ])('is none: %s', (question) => expect(factAskedFor(question, 'user')).toBeUndefined());
});
