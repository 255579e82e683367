import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Budget } from './budget.ts';
import { readShell } from './read-shell.ts';

const argvOf = (text: string) => readShell(text).commands.map(({ words }) => words.map((word) => word.text));

describe('readShell', () => {
  it.each([
    ['quotes and escapes', String.raw`"r"m '-r' \f a\ b`, [['rm', '-r', 'f', 'a b']]],
    ['tabs', 'rm\t-rf\tx', [['rm', '-rf', 'x']]],
    ['numbers of characters', String.raw`$'\x72m' $'\162m'`, [['rm', 'rm']]],
    ['IFS as a space', 'rm${IFS}-rf$IFS/x', [['rm', '-rf', '/x']]],
    ['variables of its own', 'X="rm -rf"; $X y', [[], ['rm', '-rf', 'y']]],
    ['choices in braces', '{rm,-rf,x}', [['rm', '-rf', 'x']]],
    [
      'what a substitution prints',
      '$(echo rm) x; `printf r%s m`',
      [['echo', 'rm'], ['rm', 'x'], ['printf', 'r%s', 'm'], ['rm']],
    ],
    ['lists and pipes', 'a && b || c; d | e & f', [['a'], ['b'], ['c'], ['d'], ['e'], ['f']]],
    ['loops and conditions', 'for i in a; do rm $i; done; if b; then c; fi', [['rm', '$i'], ['b'], ['c']]],
    ['cases', 'case $x in a|b) c;; *) d;; esac; e', [['c'], ['d'], ['e']]],
    ['groups and functions', '(a; { b; }); f() { c; }; function g { d; }', [['a'], ['b'], ['c'], ['d']]],
    ['processes', 'diff <(a) >(b)', [['a'], ['b'], ['diff', '<()', '<()']]],
    ['comments and lines that go on', 'a # rm\nb \\\nc', [['a'], ['b', 'c']]],
    [
      'tests and arithmetic',
      '[[ a < b && c ]]; ((i++)); echo $((1 + 2))',
      [
        ['[[', 'a', 'b', 'c'],
        ['echo', '$(())'],
      ],
    ],
    ['arrays', 'a=(rm -rf x); b', [[], ['b']]],
    ['a group that looks like arithmetic', 'echo $((rm x); b)', [['rm', 'x'], ['b'], ['echo', '$()']]],
  ])('reads %s', (_about, text, argv) => {
    expect(argvOf(text)).toEqual(argv);
  });

  it('takes heredocs as text, and goes on behind them', () => {
    const { commands } = readShell('cat <<A <<-B | tee x\nrm 1\nA\n\trm 2\n\tB\nls');
    expect(commands.map(({ words }) => words[0]?.text)).toEqual(['cat', 'tee', 'ls']);
    expect(commands[0]?.redirects.map(({ target }) => target.text)).toEqual(['rm 1\n', '\trm 2\n']);
  });

  it('tells which commands a command reads from', () => {
    const { commands } = readShell('(a; b) | c');
    expect(commands.find(({ words }) => words[0]?.text === 'c')?.from).toEqual({ start: 0, end: 2 });
  });

  it.each(['"a', "'a", '`a', '$(a', '${a'])('says that it could not read %s', (text) => {
    expect(readShell(text).problems).not.toEqual([]);
  });

  it('ends on any text, within its bounds of work, commands and depth', () => {
    const piece = fc.constantFrom(
      '$(',
      '`',
      '"',
      "'",
      '(',
      ')',
      '{',
      '}',
      '${',
      '$((',
      '<(',
      '\\',
      ';',
      '|',
      '&',
      '\n',
      'a',
      ' ',
      '=',
      '<<A',
      'case a in ',
      'for i in ',
      'f(){ ',
      '[[ ',
      'a=(',
      '?(',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), fc.integer({ min: 1, max: 300 }), (pieces, times) => {
        const text = pieces.join('').repeat(times).slice(0, 65_536);
        const budget = new Budget();
        readShell(text, budget);
        expect(budget.depth).toBe(0);
        expect(budget.commands).toBeLessThanOrEqual(2_001);
        // A text is read once, and at each of 24 levels what is quoted in it, twice where `((…))` turns out to hold commands.
        expect(budget.work).toBeLessThanOrEqual(2 * 24 * text.length + 64);
      }),
      { numRuns: 300 },
    );
  });
});
