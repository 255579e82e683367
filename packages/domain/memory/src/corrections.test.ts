import { expect, test } from 'vitest';
import { correctedName } from './corrections.ts';

const nameIn = (value: string, message: string) =>
  correctedName(
    value,
    { half: 'message', start: message.indexOf(value), end: message.indexOf(value) + 1 },
    { message, reply: null },
  );

test.each([
  ['Rosaura', "I got that wrong: the neighbour's name is Rosaura, not Rosario.", 'Rosario'],
  ['Jonas', 'My brother is called Jonas instead of Jon.', 'Jon'],
  ['Meier', 'Mein Chef heißt nicht Maier, sondern Meier.', 'Maier'],
  ['Lucía', 'Mi jefa se llama Lucía, no Lucila.', 'Lucila'],
  ['Camille', 'Ma voisine s’appelle Camille et non Chantal Petit.', 'Chantal Petit'],
  ['Bianca', 'La mia dentista si chiama Bianca, non Bruna.', 'Bruna'],
  ['Inês', 'A minha vizinha chama-se Inês, não Iris.', 'Iris'],
])('%s in "%s" stands for what was said before', (value, message, name) => {
  expect(nameIn(value, message)).toBe(name);
});

test.each([
  ['Rosaura', 'Rosaura is our neighbour. She is not here.'],
  ['Rosaura', 'Rosaura is not happy about it.'],
  ['tea', 'I like tea, not Coffee.'],
  ['Jonas', 'Jonas is not Jonas Meier, he says.'],
])('%s in "%s" puts nothing right', (value, message) => {
  expect(nameIn(value, message)).toBeUndefined();
});
