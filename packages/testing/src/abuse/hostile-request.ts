import fc from 'fast-check';
import { asPerson } from '../apps/person.ts';
import type { AttackedRoute } from './attacked-routes.ts';
import { hostileBody } from './hostile-body.ts';
import { hostileHeaders, type RawHeader } from './hostile-headers.ts';
import { hostileId, hostileText } from './hostile-values.ts';

/** A request as bytes, and what may be expected of its answer. */
export interface HostileRequest {
  readonly method: string;
  readonly target: string;
  readonly bytes: Buffer;
  /** More or less than one whole request: the connection ends with it. */
  readonly broken: boolean;
  /** The JSON of its body, where nothing was done to it. */
  readonly json: string | undefined;
}

const framings = [
  'length',
  'chunked',
  'no-length',
  'too-long',
  'too-short',
  'two-lengths',
  'length-and-chunks',
  'bad-chunks',
  'chunk-extensions',
  'odd-coding',
  'negative-length',
] as const;
type Framing = (typeof framings)[number];

/** Requests of every kind for a route. `host` is what an honest client would call the server. */
export function hostileRequest(route: AttackedRoute, host: string): fc.Arbitrary<HostileRequest> {
  const behindTheDoor = route.needs === 'person' || route.needs === 'operator';
  const hasBody = route.method !== 'GET' && route.method !== 'DELETE';
  return fc
    .record({
      method: fc.oneof(
        { weight: 12, arbitrary: fc.constant<string>(route.method) },
        fc.constantFrom(
          'GET',
          'HEAD',
          'POST',
          'PUT',
          'PATCH',
          'DELETE',
          'OPTIONS',
          'TRACE',
          'PROPFIND',
          'get',
          'JUNK',
          'CONNECT',
        ),
      ),
      target: target(route),
      headers: hostileHeaders,
      body: hasBody ? hostileBody(route) : fc.option(hostileBody(route), { nil: undefined, freq: 9 }),
      framing: fc.oneof(
        { weight: 20, arbitrary: fc.constant<Framing>('length') },
        { weight: 3, arbitrary: fc.constantFrom(...framings) },
      ),
      version: fc.oneof(
        { weight: 30, arbitrary: fc.constant('1.1') },
        fc.constantFrom('1.0', '1.2', '2.0', ''),
      ),
    })
    .map(({ method, target: path, headers, body, framing, version }) => {
      const payload = body?.bytes ?? Buffer.alloc(0);
      const typed: RawHeader[] = [];
      if (!headers.some(([name]) => name === 'Host') || path.length % 2 === 0)
        typed.push(['Host', Buffer.from(host)]);
      // Stopped at the door, a request would never get to what could break.
      if (behindTheDoor && !headers.some(([name]) => name === 'Authorization'))
        typed.push(['Authorization', Buffer.from(asPerson.authorization)]);
      if (body?.type !== undefined) typed.push(['Content-Type', Buffer.from(body.type)]);
      if (body?.encoding !== undefined) typed.push(['Content-Encoding', Buffer.from(body.encoding)]);
      const framed = body === undefined ? { headers: [], bytes: payload } : frame(payload, framing);
      const start = Buffer.from(`${method} ${path} HTTP/${version}\r\n`);
      return {
        method,
        target: path,
        bytes: Buffer.concat([
          start,
          linesOf([...typed, ...framed.headers]),
          linesOf(headers),
          Buffer.from('\r\n'),
          framed.bytes,
        ]),
        broken: framing !== 'length' && framing !== 'chunked',
        json: framing === 'length' || framing === 'chunked' ? body?.json : undefined,
      };
    });
}

const knownLines = new WeakMap<readonly RawHeader[], Buffer>();

/** Headers as they go over the wire. A list that comes again, such as a flood of thousands, is written once. */
function linesOf(headers: readonly RawHeader[]): Buffer {
  const known = knownLines.get(headers);
  if (known !== undefined) return known;
  const end = Buffer.from('\r\n');
  const lines = Buffer.concat(
    headers.flatMap(([name, value]) => [Buffer.from(`${name}: `, 'latin1'), value, end]),
  );
  knownLines.set(headers, lines);
  return lines;
}

function frame(bytes: Buffer, how: Framing): { headers: RawHeader[]; bytes: Buffer } {
  const length = (n: number | string): RawHeader => ['Content-Length', Buffer.from(String(n))];
  const coding = (name: string): RawHeader => ['Transfer-Encoding', Buffer.from(name)];
  const chunks = (extension = ''): Buffer => {
    const size = bytes.length === 0 ? '' : `${bytes.length.toString(16)}${extension}\r\n`;
    const end = bytes.length === 0 ? '0\r\n\r\n' : '\r\n0\r\n\r\n';
    return Buffer.concat([Buffer.from(size), bytes, Buffer.from(end)]);
  };
  switch (how) {
    case 'length':
      return { headers: [length(bytes.length)], bytes };
    case 'chunked':
      return { headers: [coding('chunked')], bytes: chunks() };
    case 'no-length':
      return { headers: [], bytes };
    case 'too-long':
      return { headers: [length(bytes.length + 10)], bytes };
    case 'too-short':
      return { headers: [length(Math.max(0, bytes.length - 3))], bytes };
    case 'two-lengths':
      return { headers: [length(bytes.length), length(bytes.length + 1)], bytes };
    case 'length-and-chunks':
      return { headers: [length(5), coding('chunked')], bytes: chunks() };
    case 'bad-chunks':
      return { headers: [coding('chunked')], bytes: Buffer.concat([Buffer.from('zz\r\n'), bytes]) };
    case 'chunk-extensions':
      return { headers: [coding('chunked')], bytes: chunks(`;x=${'y'.repeat(20_000)}`) };
    case 'odd-coding':
      return { headers: [coding('chunked, identity')], bytes: chunks() };
    case 'negative-length':
      return { headers: [length('-1')], bytes };
  }
}

const queries: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constant('') },
  fc.constantFrom(
    '?',
    '?limit=1',
    '?limit=-1',
    '?limit=1e9',
    '?limit=99999999999999999999',
    '?limit=NaN&limit=2',
    '?limit[]=1&limit[a]=2',
    '?__proto__[polluted]=1&constructor[prototype][polluted]=1',
    '?q=hello&kind=fact',
    '?q=%00',
    '?q=a%00b',
    '?q=%ff%fe',
    '?q=%',
    '?q=%ED%A0%80',
    `?q=${'x'.repeat(2_100)}`,
    '?q=hello&thread_id=thr_0',
    '?q=%22%26%7C%21%28%29%3A%2A%3C-%3E',
    '?q=hello&thread_id=%00',
    '?cursor=',
    '?api_key=sk_x&key=sk_x&access_token=sk_x',
  ),
  fc
    .tuple(fc.constantFrom('q', 'limit', 'kind', 'cursor', 'thread_id'), hostileText)
    .map(([name, text]) => `?${name}=${encode(text.slice(0, 3_000))}`),
  cursors(),
);

/** Cursors that decode to something that looks like a place. */
function cursors(): fc.Arbitrary<string> {
  const place = fc.oneof(
    fc.constantFrom<unknown>(
      { at: '+275760-09-13T00:00:00Z', id: '' },
      { at: '-271821-04-20T00:00:00Z', id: 'thr_' },
      { at: '2026-01-01', id: 'a\0b' },
      { at: '2026-01-01', id: '\ud800' },
      { at: null, id: 'x' },
      { at: 8.64e15, id: 'x' },
      { at: true, id: 'x'.repeat(200) },
      { seq: 1 },
      { seq: 9_007_199_254_740_991 },
      { seq: 1.5 },
      { seq: 0 },
      [],
      null,
    ),
    fc.jsonValue({ depthSize: 'small' }),
  );
  return place.map((value) => `?cursor=${Buffer.from(JSON.stringify(value)).toString('base64url')}`);
}

const prefixes: Readonly<Record<string, string>> = {
  ':turn': 'turn',
  ':thread': 'thr',
  ':letter': 'dl',
  ':schedule': 'sch',
  ':agent': 'agt',
};

/** Ids for a parameter of a path: of an agent mostly one that there is. */
function idFor(route: AttackedRoute, parameter: string): fc.Arbitrary<string> {
  if (parameter === ':key') return hostileId(route.path.includes('/agent-keys/') ? 'key' : 'opk');
  const id = hostileId(prefixes[parameter] ?? 'x');
  return parameter === ':agent' ? fc.oneof({ weight: 3, arbitrary: fc.constant('default') }, id) : id;
}

/** The path with hostile parameters, and sometimes with what no path should have. */
function target(route: AttackedRoute): fc.Arbitrary<string> {
  const parts = route.path
    .split('/')
    .map((part) => (part.startsWith(':') ? idFor(route, part).map(encode) : fc.constant(part)));
  const path = fc.tuple(...parts).map((all) => all.join('/'));
  const decoration = fc.oneof(
    { weight: 14, arbitrary: fc.constant((text: string) => text) },
    fc.constantFrom(
      (text: string) => `${text}/`,
      (text: string) => `/${text}`,
      (text: string) => `${text}/../../etc/passwd`,
      (text: string) => `${text}%00`,
      (text: string) => `${text}%zz`,
      (text: string) => `${text}#fragment`,
      (text: string) => `http://evil.example${text}`,
      (text: string) => `${text} extra`,
      (text: string) => text.toUpperCase(),
      () => '*',
    ),
  );
  return fc.tuple(path, queries, decoration).map(([text, query, decorate]) => decorate(`${text}${query}`));
}

/** Percent-encodes what a request line cannot carry; half a surrogate pair becomes the bytes of one, which is no UTF-8. */
function encode(text: string): string {
  return text.isWellFormed()
    ? encodeURIComponent(text)
    : `${encodeURIComponent(text.toWellFormed())}%ED%A0%80`;
}
