import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evidenceOf } from './evidence.ts';
import { supportIn } from './support-in.ts';

// A Sunday.
const saidOn = Date.UTC(2026, 10, 22);
const support = (note: string, ...texts: string[]) => supportIn(note, evidenceOf(texts, saidOn, ['marta']));

describe('what follows from what was said', () => {
  it.each<[said: string, note: string]>([
    ['Emil moved in June.', 'Emil moved in June 2026.'],
    ['The wedding will be in June.', 'The wedding will be in June 2027.'],
    ['I come on the 23rd.', 'Marta comes on 23 November 2026.'],
    ['The party is on 3 December.', '2026-12-03'],
    ['See you tomorrow at 9.', 'Monday 23 November 2026, 09:00'],
    ['Wir sehen uns übermorgen um halb zehn.', 'am 24. November 2026 um 9:30'],
    ['Nos vemos el viernes a las nueve de la noche.', 'viernes 27 de noviembre de 2026 a las 21:00'],
    ['On se voit dans deux semaines.', 'le 6 décembre 2026'],
    ['Ci siamo visti tre giorni fa.', '19 novembre 2026'],
    ['Volto no próximo mês.', 'dezembro de 2026'],
    ['I have two cats.', '2 cats'],
    ['Ho ventiquattro anni.', '24'],
    ['J’ai soixante-quinze ans.', '75'],
    ['Das kostet zweihundertfünfzig Euro.', '250 Euro'],
    ['It costs 1,200 euros.', '1200 euros'],
    ["Jonas's brother came.", 'Jonas'],
    ['Jonas’ Bruder kam.', 'Jonas'],
    ['My mother lives in Brno.', "Marta's mother lives in Brno."],
    ['Mein Bruder wohnt in Köln.', 'Martas Bruder wohnt in Koln.'],
    ['Sie arbeitet in der Krankenhausapotheke.', 'Sie arbeitet in einer Apotheke.'],
    ["J'habite à Lyon près de l'école.", 'Marta habite à Lyon, école'],
    ['Vivo en Sevilla.', 'Marta vive en Sevilla.'],
  ])('%s carries %s', (said, note) => {
    expect(support(note, said)).toBeGreaterThanOrEqual(0.8);
  });

  it.each<[said: string, note: string]>([
    ['Emil moved in June.', 'Emil moved in June 2025.'],
    ['Emil moved in June.', 'Emil moved in June 2027.'],
    ['The wedding will be in June.', 'The wedding will be in June 2026.'],
    ['I come on the 23rd.', 'Marta comes on 24 November 2026.'],
    ['See you tomorrow at 9.', 'Tuesday'],
    ['See you tomorrow at 9.', '23 November 2026, 10:00'],
    ['Wir sehen uns um halb zehn.', '10:30'],
    ['I have two cats and three dogs.', 'Marta has three cats.'],
    ['Ho ventiquattro anni.', '34'],
    ["Jonas's brother came.", 'Emil came.'],
    ['My sister lives in Brno.', "Marta's brother lives in Brno."],
    ['I bought oat milk.', 'Marta bought soy milk.'],
    ['The code is 0042.', 'The code is 42.'],
    ['Dr. Sommer called.', 'Dr. Winter called.'],
  ])('%s does not carry %s', (said, note) => {
    expect(support(note, said)).toBeLessThan(0.6);
  });

  it('what more was said takes nothing away from what was said, whatever the words', () => {
    const words = fc.array(
      fc.constantFrom('Ana', 'lives', 'Porto', '31', 'three', 'cats', 'June', 'Friday', 'the', 'sister'),
      {
        minLength: 1,
        maxLength: 6,
      },
    );
    fc.assert(
      fc.property(words, (said) => {
        const text = said.join(' ');
        expect(support(text, text)).toBe(1);
        expect(support(text, text, 'Something else altogether.')).toBe(1);
      }),
    );
  });

  it('no text is too odd to be read', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 120 }),
        fc.string({ maxLength: 60 }),
        (said, note) => {
          const found = support(note, said);
          expect(found).toBeGreaterThanOrEqual(0);
          expect(found).toBeLessThanOrEqual(1);
        },
      ),
    );
  });
});
