import { describe, expect, it } from 'vitest';
import { pablo } from '../../lives/pablo.ts';
import type { Passing } from './life.ts';
import { overBy, staleLines } from './stale.ts';

const home = pablo.passing.find(({ key }) => key === 'the home in Valparaíso') as Passing;
const told = pablo.turns[0]?.text ?? '';
const judge = (material: string, over: readonly Passing[] = [home], message = 'Where do I live?') =>
  staleLines(pablo, over, material, { message, today: '2028-11-25' }).map((line) => line.as);

describe('statements that are over', () => {
  it.each([
    [
      'a concept as it was',
      '<item kind="concept">Pablo: a bookbinder who lives in Valparaíso</item>',
      'unmarked',
    ],
    ['a note without a mark', '[m4] Pablo lives in Valparaíso (told 20 Nov)', 'unmarked'],
    ['a fact with its end', '[m4] lives in: Valparaíso (until 22 Nov)', 'marked'],
    ['what tells the new home as well', '[m4] moved from home in Valparaíso to Valdivia', 'marked'],
    ['an exchange with its day', `<exchange at="2028-11-20T08:40"><said>${told}</said></exchange>`, 'said'],
    ['an exchange with its day in words', `[m1] Mon 20 Nov, you: ${told}`, 'said'],
    ['an answer under its message', `[h2] 21:40, user: Noted?\n-> you: ${told}`, 'said'],
    ['an exchange that nobody can date', `<exchange><said>${told}</said></exchange>`, 'unmarked'],
  ])('takes %s as it stands', (_, line, as) => {
    expect(judge(line)).toEqual([as]);
  });

  it('takes no old quote for history where it is said what lies ahead', () => {
    const line = `[m1] Mon 20 Nov: ${told}`;
    expect(judge(`# What lies ahead\n${line}\n# History\n${line}`)).toEqual(['unmarked', 'said']);
    expect(judge(`<world>\n${line}\n</world>\n<history>\n${line}\n</history>`)).toEqual(['unmarked', 'said']);
  });

  it('leaves the message itself alone, and what holds', () => {
    expect(
      judge('<message>Do I still live in Valparaíso?</message>', [home], 'Do I still live in Valparaíso?'),
    ).toEqual([]);
    expect(judge('<item>Pablo lives in Valdivia</item>')).toEqual([]);
  });

  it('lets an account of a past day be that, and nothing else', () => {
    const glue = pablo.passing.find(({ key }) => key === 'glue on Friday') as Passing;
    const line = 'Die Erinnerung an den Leim steht auf Freitag, 24. November, 10:00 Uhr.';
    expect(judge(`<item kind="episode">${line}</item>`, [glue])).toEqual(['said']);
    expect(judge(`<note kind="ahead">${line}</note>`, [glue])).toEqual(['unmarked']);
  });

  it('knows from when on something is over, and when it is asked about', () => {
    const keys = (turn: string, fired: readonly string[] = []) =>
      overBy(pablo, turn, fired).map(({ key }) => key);
    expect(keys('move')).not.toContain(home.key);
    expect(keys('home-now')).toContain(home.key);
    expect(keys('home-then')).not.toContain(home.key);
    expect(keys('ladder')).not.toContain('glue on Friday');
    expect(keys('ladder', ['glue'])).toContain('glue on Friday');
  });
});
