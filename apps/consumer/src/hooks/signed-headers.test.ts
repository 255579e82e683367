import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { readSignedHeaders, type SignedHeaders, whoSigned } from './signed-headers.ts';

const secretOf = (byte: number): string => `whsec_${Buffer.alloc(32, byte).toString('base64')}`;
const current = secretOf(1);
const old = secretOf(2);
const at = new Date('2026-11-24T10:00:00Z');
const visible = fc
  .array(fc.integer({ min: 0x21, max: 0x7e }), { minLength: 1, maxLength: 255 })
  .map((codes) => String.fromCharCode(...codes));

const headersOf = (id: string, body: string, secret: string): SignedHeaders => {
  const read = readSignedHeaders({
    'webhook-id': id,
    'webhook-timestamp': String(at.getTime() / 1_000),
    'webhook-signature': new Webhook(secret).sign(id, at, body),
  });
  if (typeof read === 'string') throw new Error(`expected headers, got ${read}`);
  return read;
};

describe('whoSigned', () => {
  it('believes whatever the official library signs with one of both secrets, and says with which', () => {
    fc.assert(
      fc.property(visible, fc.string({ unit: 'binary' }), (id, text) => {
        const body = text.toWellFormed();
        const bytes = Buffer.from(body);
        expect(whoSigned(headersOf(id, body, current), bytes, { current, old })).toBe('current');
        expect(whoSigned(headersOf(id, body, old), bytes, { current, old })).toBe('old');
        expect(whoSigned(headersOf(id, body, old), bytes, { current, old: null })).toBeUndefined();
        expect(whoSigned(headersOf(id, body, secretOf(3)), bytes, { current, old })).toBeUndefined();
      }),
    );
  });

  it('threat: believes no other bytes, id or time than those that were signed', () => {
    fc.assert(
      fc.property(visible, visible, fc.string(), fc.string(), (id, otherId, body, otherBody) => {
        const headers = headersOf(id, body, current);
        const by = (one: SignedHeaders, text: string) => whoSigned(one, Buffer.from(text), { current, old });
        fc.pre(otherBody !== body && otherId !== id);
        expect(by(headers, otherBody)).toBeUndefined();
        expect(by({ ...headers, id: otherId }, body)).toBeUndefined();
        expect(by({ ...headers, seconds: headers.seconds + 1 }, body)).toBeUndefined();
      }),
    );
  });

  it('believes one right signature among others', () => {
    const headers = headersOf('msg', 'body', current);
    const signatures = [Buffer.alloc(32), ...headers.signatures, Buffer.alloc(32, 9)];
    expect(whoSigned({ ...headers, signatures }, Buffer.from('body'), { current, old })).toBe('current');
    expect(whoSigned({ ...headers, signatures: [] }, Buffer.from('body'), { current, old })).toBeUndefined();
  });
});

describe('readSignedHeaders', () => {
  const right = `v1,${createHmac('sha256', 'key').update('x').digest('base64')}`;
  const headers = { 'webhook-id': 'msg', 'webhook-timestamp': '1', 'webhook-signature': right };

  it('takes signatures of other versions along without believing them', () => {
    const read = readSignedHeaders({
      ...headers,
      'webhook-signature': `v1a,${'A'.repeat(88)} ${right} v2,abc`,
    });
    expect(read).toMatchObject({ id: 'msg', seconds: 1 });
    expect(typeof read === 'string' ? read : read.signatures).toHaveLength(1);
  });

  it('never throws, whatever the headers are', () => {
    const any = fc.oneof(fc.string(), fc.constant(undefined), fc.constant(right), fc.constant('1'));
    fc.assert(
      fc.property(any, any, any, (id, seconds, signature) => {
        const read = readSignedHeaders({
          ...(id === undefined ? {} : { 'webhook-id': id }),
          ...(seconds === undefined ? {} : { 'webhook-timestamp': seconds }),
          ...(signature === undefined ? {} : { 'webhook-signature': signature }),
        });
        const signatures = typeof read === 'string' ? [] : read.signatures;
        expect(signatures.every(({ length }) => length === 32)).toBe(true);
      }),
    );
  });
});
