import { describe, expect, it } from 'vitest';
import {
  floatField,
  integerField,
  join,
  messageField,
  signedField,
  textField,
  toBytes,
} from './protobuf-writer.ts';

const hex = (message: Parameters<typeof toBytes>[0]) => Buffer.from(toBytes(message)).toString('hex');

describe('protobuf writer', () => {
  it('writes the examples of the format', () => {
    expect(hex(integerField(1, 150))).toBe('089601');
    expect(hex(textField(2, 'testing'))).toBe('120774657374696e67');
    expect(hex(messageField(3, integerField(1, 150)))).toBe('1a03089601');
  });

  it('writes signed and floating-point numbers, and field numbers above 15', () => {
    expect(hex(signedField(1, -1))).toBe('08ffffffffffffffffff01');
    expect(hex(floatField(2, 1))).toBe('150000803f');
    expect(hex(integerField(20, 1))).toBe('a00101');
  });

  it('keeps sizes of nested messages right across the one-byte limit', () => {
    const long = textField(1, 'x'.repeat(200));
    expect(toBytes(messageField(1, join([long, long])))).toHaveLength(2 * 203 + 3);
  });
});
