import { readPersonToken } from '../home/person-token.ts';
import type { Installation } from '../home/installation.ts';
import { keptSecrets } from '../home/state-file.ts';

const SECRET_NAME = /KEY|PASSWORD|SECRET|TOKEN|URL$|ENDPOINT$|HEADERS$/;
const SHOWN = '[redacted]';
/** Shorter values are words, not secrets; replacing them would garble sentences. */
const SECRET_CHARS_MIN = 6;

/**
 * Makes a function that takes secrets out of a text: the values given, passwords within addresses, and whatever looks
 * like a key of Salience or of a model provider.
 */
export function createRedactor(secrets: readonly string[]): (text: string) => string {
  const known = [...new Set(secrets)]
    .filter((secret) => secret.length >= SECRET_CHARS_MIN)
    .sort((a, b) => b.length - a.length);
  return (text) => {
    let clean = text;
    for (const secret of known) clean = clean.replaceAll(secret, SHOWN);
    return clean
      .replaceAll(/([a-z][a-z0-9+.-]*:\/\/)[^\s/@]*@/gi, '$1')
      .replaceAll(/\b(sk|op)[_-][A-Za-z0-9_-]{8,}/g, `$1_${SHOWN}`)
      .replaceAll(/(Bearer\s+)\S+/gi, `$1${SHOWN}`);
  };
}

/** The secrets among settings: values of variables named like one, and passwords in addresses. */
export function secretsOf(settings: Readonly<Record<string, string>>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => {
    if (!SECRET_NAME.test(name)) return [];
    // Several hosts are more than the standard's parser reads.
    const ofCluster = /^rediss?-cluster:\/\/[^:@/]*:([^@/]*)@/.exec(value)?.[1];
    if (ofCluster !== undefined) return [ofCluster, decoded(ofCluster)];
    const password = URL.canParse(value) ? decoded(new URL(value).password) : undefined;
    if (password === undefined) return [value];
    // An address may be shown; what it says about its user may not.
    return password === '' ? [] : [password, new URL(value).password];
  });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** An address for a person: scheme, host, port and path, nothing else. */
export function shownUrl(url: string): string {
  if (!URL.canParse(url)) return 'something that is not an address';
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname === '/' ? '' : pathname}`;
}

/** Takes every secret that an installation has out of a text. */
export function installationRedactor({ env, home }: Installation): (text: string) => string {
  return createRedactor([
    ...secretsOf(env.origin.effective),
    ...keptSecrets(home.stateFile),
    ...[readPersonToken(home) ?? []].flat(),
  ]);
}
