import { expect, it } from 'vitest';
import { labelOfReply } from './label-of-reply.ts';

it.each([
  ['Yes, it is.', 1],
  ['Thanks, good to know!', 1],
  ['That was useful', 1],
  ['Ja, genau', 1],
  ['Danke', 1],
  ['Oui merci', 1],
  ['Sí, gracias', 1],
  ['Sì, grazie', 1],
  ['Obrigada!', 1],
  ['No', -1],
  ['no thanks', -1],
  ['Not relevant.', -1],
  ['That is not useful', -1],
  ["Don't bother me with this", -1],
  ['Nein, egal', -1],
  ['Nicht wichtig', -1],
  ['Non, pas utile', -1],
  ['No me interesa', -1],
  ['Lascia perdere', -1],
  ['Não, obrigado', -1],
])('%s says %d of a wake', (text, label) => {
  expect(labelOfReply(text)).toBe(label);
});

it.each([
  [''],
  ['What is the weather in Lisbon?'],
  ['Is it relevant?'],
  ['Remind me to call Ana'],
  ['I will have a look at the essay tomorrow, thanks for telling me about it so early'],
  ['Nobody told me'],
  ['Yesterday I was in Porto'],
])('"%s" says nothing that is sure', (text) => {
  expect(labelOfReply(text)).toBeNull();
});
