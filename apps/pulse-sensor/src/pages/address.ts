import { SalienceError } from '@salience/errors';

/** An address as it is asked: without credentials, which go into a header. */
export interface PageAddress {
  readonly url: URL;
  /** For the header `authorization`; null: the address holds no credentials. */
  readonly authorization: string | null;
}

/** Reads the address of a page. Throws `page.bad-address` if it is none of http or https. */
export function readAddress(endpoint: string): PageAddress {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new SalienceError(
      'page.bad-address',
      `Expected an address that begins with http:// or https://, got ${shownAddress(endpoint)}. Declare another one.`,
    );
  const { password, username } = url;
  url.username = '';
  url.password = '';
  url.hash = '';
  if (username === '' && password === '') return { url, authorization: null };
  const pair = [username, password].map((part) => decoded(part)).join(':');
  return { url, authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
}

/** An address for logs and errors: without credentials, and without its query and fragment, where keys stand too. */
export function shownAddress(endpoint: string): string {
  if (!URL.canParse(endpoint)) return 'what is no address';
  const { host, pathname, protocol, search } = new URL(endpoint);
  return `${protocol}//${host}${pathname}${search === '' ? '' : '?…'}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
