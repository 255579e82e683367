import type { MailCheck } from '@salience/contracts';
import { asciiLower, domainOf, readDomain } from './domains.ts';
import { lexHeader, type Token } from './lex-header.ts';

/** What an Authentication-Results header says (RFC 8601). */
export interface MailResults {
  /** Who says it, in small letters; null where the header does not say so. */
  readonly authserv: string | null;
  readonly checks: readonly MailCheck[];
  /** False if a result of one of our methods cannot be read, or if there are more than are looked at. */
  readonly complete: boolean;
}

/** Characters of one header, at most. */
const charsMax = 20_000;
/** Results of our methods, at most: as many as evidence can hold. */
const checksMax = 20;

/** Reads a header, given as it stands in the mail. Null if it has no one meaning. */
export function readResults(value: string): MailResults | null {
  const tokens = lexHeader(value, ';=', charsMax)?.tokens;
  if (tokens === undefined) return null;
  const [first = [], ...segments] = segmentsOf(tokens);
  const results = segments.filter(({ length }) => length > 0).map(readResult);
  const checks = results.filter((result) => typeof result === 'object');
  const complete = checks.length <= checksMax && !results.includes('broken');
  return { authserv: authservOf(first), checks: checks.slice(0, checksMax), complete };
}

function segmentsOf(tokens: readonly Token[]): Token[][] {
  const segments: Token[][] = [[]];
  for (const token of tokens) {
    if (token.kind === 'special' && token.text === ';') segments.push([]);
    else segments.at(-1)?.push(token);
  }
  return segments;
}

/** The name of a server, alone or with the number of the one version that there is. */
function authservOf([id, version, ...more]: readonly Token[]): string | null {
  if (id === undefined || more.length > 0) return null;
  if (version !== undefined && !(version.kind === 'text' && version.gap && version.text === '1')) return null;
  return asciiLower(id.text);
}

const methods: readonly MailCheck['method'][] = ['dkim', 'dmarc', 'spf', 'arc'];

/** One result; `other`: of a method that does not count here. */
function readResult(tokens: readonly Token[]): MailCheck | 'other' | 'broken' {
  const [name, equals, result, ...more] = tokens;
  const word = name?.kind === 'text' ? asciiLower(name.text).replace(/\/1$/, '') : '';
  const method = methods.find((one) => one === word);
  if (method === undefined) return 'other';
  if (equals?.kind !== 'special' || result?.kind !== 'text' || !keyword.test(result.text)) return 'broken';
  const properties = readProperties(more);
  if (properties === null) return 'broken';
  return { method, result: asciiLower(result.text), domain: domainFor(method, properties) };
}

const keyword = /^[a-z][a-z\d-]{0,39}$/i;
const propertyName = /^[a-z][\w.-]{0,60}$/i;

/** All values of each property; null if something else stands among them. */
function readProperties(tokens: readonly Token[]): Map<string, Set<string>> | null {
  const properties = new Map<string, Set<string>>();
  for (let at = 0; at < tokens.length; ) {
    const name = tokens[at];
    const equals = tokens[at + 1];
    if (name?.kind !== 'text' || !propertyName.test(name.text)) return null;
    if (equals?.kind !== 'special') return null;
    let end = at + 2;
    let value = '';
    // A value ends at a blank; before its beginning there may be one.
    while (end < tokens.length && (end === at + 2 || tokens[end]?.gap === false)) {
      value += tokens[end]?.text ?? '';
      end += 1;
    }
    const key = asciiLower(name.text);
    properties.set(key, (properties.get(key) ?? new Set()).add(asciiLower(value)));
    at = end;
  }
  return properties;
}

/** Whose signature, policy or envelope it was; null where the header does not say so, or says two things. */
function domainFor(
  method: MailCheck['method'],
  properties: ReadonlyMap<string, ReadonlySet<string>>,
): string | null {
  const named = domainNames[method].find((name) => properties.has(name));
  const [value, ...others] = named === undefined ? [] : (properties.get(named) ?? []);
  if (value === undefined || others.length > 0) return null;
  const bare = value.startsWith('<') && value.endsWith('>') ? value.slice(1, -1) : value;
  return readDomain(named === 'header.d' ? bare : domainOf(bare));
}

/** Where a domain stands, the best place first. The identity of a signature lies at its domain or below. */
const domainNames: Readonly<Record<MailCheck['method'], readonly string[]>> = {
  dkim: ['header.d', 'header.i'],
  dmarc: ['header.from'],
  spf: ['smtp.mailfrom', 'smtp.helo'],
  arc: ['header.d'],
};
