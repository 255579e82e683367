import { describe, expect, it } from 'vitest';
import { cutText, resultCharsMax, resultText } from './result-text.ts';

const text = (words: string) => ({ type: 'text', text: words });

describe('the text of a result', () => {
  it('says structured content once', () => {
    const structured = { a: 1 };
    expect(resultText([text('{"a":1}')], structured)).toBe('{"a":1}');
    expect(resultText([text('one')], structured)).toBe('one\n\n{\n "a": 1\n}');
    expect(resultText([], structured)).toBe('{\n "a": 1\n}');
  });

  it('holds nothing that a database or a terminal chokes on', () => {
    expect(resultText([text('a\u0000b\u001b[31m\n\tc\ud800')], undefined)).toBe('ab[31m\n\tc\ufffd');
  });

  it('mentions what it cannot show, of kinds that are not known either', () => {
    expect(resultText([{ type: 'audio', data: 'AAAA', mimeType: 'audio/wav' }], undefined)).toBe(
      '[audio left out: audio/wav, 3 bytes]',
    );
    expect(resultText([{ type: 'hologram' }], undefined)).toBe('[hologram left out]');
    expect(
      resultText(
        [
          { type: 'resource', resource: null },
          { type: 'text', text: 1 },
        ],
        null,
      ),
    ).toBe('[resource left out]');
  });

  it('is never longer than its limit, and never cut within a character', () => {
    const long = resultText([text('😀'.repeat(resultCharsMax))], undefined);
    expect(long.length).toBeLessThanOrEqual(resultCharsMax);
    expect(long.isWellFormed()).toBe(true);
    expect(cutText('abc', 3)).toBe('abc');
  });
});
