import fc from 'fast-check';
import { hostileId, hostileText } from './hostile-values.ts';

/** A header as it goes over the wire, byte for byte. */
export type RawHeader = readonly [name: string, value: Buffer];

const header = (name: string, value: string): RawHeader => [name, Buffer.from(value, 'latin1')];

/** Text as a header may carry it at all; what is left is hostile enough. */
const headerText = hostileText.map((text) => text.replaceAll(/[\r\n\0]/g, '').slice(0, 2_000));

const oneOf = (name: string, values: fc.Arbitrary<string>): fc.Arbitrary<RawHeader[]> =>
  values.map((value) => [[name, Buffer.from(value)]]);

const knownKey = `sk_${'A'.repeat(43)}`;

/** Headers that an honest client sends too, with values that it would not. */
const meant: fc.Arbitrary<RawHeader[]> = fc.oneof(
  oneOf(
    'Idempotency-Key',
    fc.oneof(fc.constantFrom('k1', 'k2', 'k3', '', ' ', 'reminder:x', 'ü', 'x'.repeat(256)), headerText),
  ),
  oneOf(
    'Last-Event-ID',
    fc.oneof(
      fc.constantFrom(
        '7-3',
        '0-0',
        '-1--1',
        '99999999999999999999-1',
        '1e3-1',
        'NaN-NaN',
        '1-999999',
        '',
        '7-3, 7-4',
      ),
      headerText,
    ),
  ),
  oneOf(
    'X-Agent',
    fc.oneof(
      fc.constantFrom('default', '__proto__', 'DEFAULT', '', "' or 1=1"),
      hostileId('agt').map((id) => id.replaceAll(/[\r\n\0]/g, '').slice(0, 500)),
    ),
  ),
  oneOf('X-Thread-Id', fc.oneof(fc.constantFrom('room-1', 'thr_', ''), headerText)),
  oneOf(
    'Authorization',
    fc.constantFrom(
      'Bearer',
      'Bearer ',
      'Bearer sk_',
      'Bearer sk_short',
      `Bearer ${knownKey}`,
      `bearer  ${knownKey}`,
      'Bearer op_x',
      'Bearer pt_x',
      'Basic YWRtaW46YWRtaW4=',
      'Bearer placeholder',
      `Bearer ${'x'.repeat(8_000)}`,
    ),
  ),
  oneOf(
    'traceparent',
    fc.constantFrom(
      `00-${'0'.repeat(32)}-${'0'.repeat(16)}-01`,
      `ff-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
      `00-${'A'.repeat(32)}-${'b'.repeat(16)}-zz`,
      'x'.repeat(3_000),
      '',
    ),
  ),
);

/** Headers that ask the protocol itself for something odd. */
const odd: fc.Arbitrary<RawHeader[]> = fc.oneof(
  fc.constantFrom<RawHeader[]>(
    [header('Host', 'evil.example')],
    [header('Origin', 'https://evil.example')],
    [header('Origin', 'null')],
    [header('Expect', '100-continue')],
    [header('Expect', 'the unexpected')],
    [header('Connection', 'Upgrade'), header('Upgrade', 'websocket'), header('Sec-WebSocket-Key', 'x')],
    [header('Connection', 'close')],
    [header('Connection', 'host, content-length')],
    [header('X-HTTP-Method-Override', 'DELETE')],
    [header('X-Forwarded-For', '127.0.0.1'), header('X-Forwarded-Host', 'localhost')],
    [header('If-None-Match', '*'), header('Range', 'bytes=0-0')],
    [header('Accept', 'text/html;q=9'), header('Accept-Encoding', 'br;q=-1')],
    [header('Cookie', 'a=b; '.repeat(500))],
    [header('Cookie', `salience_operator=os_${'A'.repeat(43)}; __proto__=x`)],
    [header('X-Latin', '\xe9\xff\x80')],
    [header('X-Empty', '')],
    [header('__proto__', 'polluted'), header('constructor', 'polluted')],
    [header('X-Huge', 'x'.repeat(20_000))],
  ),
  fc.constantFrom(
    ...[60, 150, 1_500, 5_000].map((count) => Array.from({ length: count }, (_, n) => header(`X-${n}`, 'y'))),
  ),
  headerText.map((text) => [['X-Text', Buffer.from(text)] satisfies RawHeader]),
);

/** None, one or several of them; a second Host comes beside the first. */
export const hostileHeaders: fc.Arbitrary<RawHeader[]> = fc.oneof(
  { weight: 4, arbitrary: fc.constant<RawHeader[]>([]) },
  { weight: 4, arbitrary: meant },
  { weight: 2, arbitrary: odd },
  { weight: 1, arbitrary: fc.array(fc.oneof(meant, odd), { maxLength: 4 }).map((lists) => lists.flat()) },
);
