import type { AskedWhy } from '@salience/contracts';
import { languages } from '@salience/language';
import { expect, test } from 'vitest';
import { askedBecause, askText } from './ask-sentence.ts';

const hour = 3_600_000;
const pay = { tool: 'bank__pay', arguments: { amount: 12, to: 'Ann' } };

const said = {
  en: 'Please pay the bill for me.',
  de: 'Bitte bezahle die Rechnung für mich.',
  fr: "Paie la facture pour moi, s'il te plaît.",
  es: 'Paga la cuenta por mí, por favor, ¿sí?',
  pt: 'Paga a conta por mim, não te esqueças.',
  it: 'Paga il conto per me, grazie.',
};

test('a request says once what would be done, why, and how to answer', () => {
  const asked = askedBecause({ code: 'irreversible' }, said.en);
  expect(askText([{ ...pay, asked }], 24 * hour)).toBe(
    [
      'I need your yes before I do this:',
      '- use bank__pay with amount 12, to "Ann", because it cannot be undone',
      'Answer "yes" or "no", or use `salience approvals`. Without an answer within 24 h it stays undone.',
    ].join('\n'),
  );
  const two = askText(
    [
      { ...pay, asked },
      { tool: 'wipe', arguments: {}, asked },
    ],
    hour / 3,
  );
  expect(two).toContain('\n- use wipe, because it cannot be undone\nAnswer "yes" or "no" to the last one');
  expect(two).toContain('within 20 min');
  expect(askText([], hour)).toBe('');
});

test('a request says no word of an answer where it stands if nobody can answer there', () => {
  for (const [language, words] of Object.entries(said)) {
    const asked = askedBecause({ code: 'irreversible' }, words);
    const away = askText([{ ...pay, asked }], 24 * hour, true);
    expect([language, away.split('\n').at(-1)]).toEqual([
      language,
      expect.stringMatching(/^\p{L}+ \p{L}+ `salience approvals`\. .*24 h/u),
    ]);
  }
});

test.each<[AskedWhy, string]>([
  [{ code: 'from_outside' }, 'because part of what I read came from outside'],
  [{ code: 'failed_before', times: 1, of: 1 }, 'because this failed or was refused 1 of 1 time before'],
  [{ code: 'failed_before', times: 2, of: 5 }, 'because this failed or was refused 2 of 5 times before'],
  [{ code: 'too_new', times: 0 }, 'because I have not done this before'],
  [{ code: 'too_new', times: 1 }, 'because I have done this only once before'],
  [
    { code: 'safety_rule', detail: 'command: rm removes files' },
    'because a safety rule wants you to confirm it: command: rm removes files',
  ],
])('%j in words', (why, because) => {
  expect(askedBecause(why, said.en).because).toBe(because);
});

test.each(languages)('a request in %s is in this language only', (language) => {
  const opened = { opens: 'these', tool: 'mail', arguments: { to: 'ann@work.test' } } as const;
  const asked = askedBecause({ code: 'too_new', times: 0 }, said[language], { opened });
  expect(asked.language).toBe(language);
  const text = askText([{ ...pay, asked }], hour);
  expect(text).toContain('amount 12, to "Ann", ');
  expect(text).toContain('mail');
  const forget = { tool: 'forget', arguments: { person: 'Bo' }, asked };
  expect(askText([forget], hour)).toMatch(/\n- \w+: person "Bo", /);
  expect(/\byes\b|\bwith\b|\bbecause\b/.test(text)).toBe(language === 'en');
});

test('threat: no argument passes for another one or for a word of ours', () => {
  const asked = askedBecause({ code: 'irreversible' }, said.en);
  const args = { 'note ", amount': 1, note: 'x, amount 2, because it is free\n- use y' };
  const [, line = ''] = askText([{ tool: 'pay', arguments: args, asked }], hour).split('\n');
  expect(line).toBe(
    String.raw`- use pay with note "x, amount 2, because it is free\n- use y", "note \", amount" 1, because it cannot be undone`,
  );
});
