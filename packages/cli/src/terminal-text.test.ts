import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonText, painted, terminalText } from './terminal-text.ts';

const esc = '\u001b';

describe('what is written to a terminal', () => {
  it('has the colours that are ours, and none of anybody else', () => {
    const foreign = `name${esc}[8m hidden ${esc}]0;title\u0007`;
    expect(terminalText(painted(foreign, 2, 22))).toBe(`${esc}[2mname hidden ${esc}[22m`);
    expect(terminalText(painted(`a ${painted('b', 2, 22)} c`, 1, 22))).toBe(
      `${esc}[1ma ${esc}[2mb${esc}[22m${esc}[1m c${esc}[22m`,
    );
  });

  it('threat: a text can carry no mark that would become a sequence', () => {
    expect(terminalText('\u0001ab:8\u0002hidden')).toBe('ab:8hidden');
    const ours = painted('x', 31, 39);
    expect(terminalText(`${esc}]0;${ours}`)).toBe(`0;${esc}[31mx${esc}[39m`);
  });

  it('keeps JSON true to what it says, in characters that cleaning leaves alone', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
        const text = jsonText(value, 2);
        expect(terminalText(text)).toBe(text);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
    const said = { text: `a${esc}[8m \u202e \u{e0041} é 😀 \u009b` };
    expect(JSON.parse(terminalText(jsonText(said)))).toEqual(said);
    expect(jsonText(said)).toContain('é 😀');
  });
});
