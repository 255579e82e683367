import { isIP } from 'node:net';
import { type AllowedHost, bare, isAllowed } from './allowed-hosts.ts';
import { isPublicAddress } from './public-address.ts';

const urlCharsMax = 2_000;
const mailCharsMax = 254;
/** One address, without names, comments, quotes, lists or anything that ends a header. */
const mailForm = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i;

/** What is wrong with the target of a channel, as a sentence; undefined if it may be called. Names are resolved when something is sent. */
export function targetProblem(
  kind: 'mail' | 'webhook',
  target: string,
  allowed: readonly AllowedHost[],
): string | undefined {
  return kind === 'mail' ? mailProblem(target) : urlProblem(target, allowed);
}

function mailProblem(target: string): string | undefined {
  if (target.length <= mailCharsMax && mailForm.test(target) && !target.includes('..')) return undefined;
  return 'Expected one mail address such as ana@example.org, without a name, spaces or letters beyond ASCII.';
}

function urlProblem(target: string, allowed: readonly AllowedHost[]): string | undefined {
  const url = URL.canParse(target) ? new URL(target) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || target.length > urlCharsMax)
    return `Expected an https:// address of at most ${urlCharsMax} characters.`;
  if (url.username !== '' || url.password !== '' || url.hash !== '')
    return 'Expected an address without a name, a password or a fragment: each message is signed instead.';
  if (isAllowed(url, allowed)) return undefined;
  if (url.protocol === 'http:')
    return 'Expected https://: messages are personal. An operator may allow this host in SALIENCE_CHANNEL_PRIVATE_HOSTS.';
  const host = bare(url.hostname);
  const local = /(^|\.)localhost\.?$/.test(host) || (isIP(host) !== 0 && !isPublicAddress(host));
  return local
    ? 'Expected an address on the internet, got a private one. An operator may allow this host in SALIENCE_CHANNEL_PRIVATE_HOSTS.'
    : undefined;
}
