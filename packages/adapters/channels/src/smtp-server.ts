import { targetProblem } from './target.ts';

/** A mail server, and how to speak with it. */
export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte; else STARTTLS is required, but for a server on this machine. */
  readonly secure: boolean;
  readonly loopback: boolean;
  readonly auth?: { readonly user: string; readonly pass: string };
}

/** Reads `smtp://[user:password@]host[:port]` or `smtps://…`; undefined where it is neither. Ports: 587 and 465 unless named. */
export function parseSmtpUrl(text: string): SmtpServer | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^smtps?:$/.test(url.protocol) || url.hostname === '') return undefined;
  if (!/^\/?$/.test(url.pathname) || url.search !== '' || url.hash !== '') return undefined;
  const host = url.hostname.toLowerCase().replace(/^\[(.*)\]$/, '$1');
  const secure = url.protocol === 'smtps:';
  return {
    host,
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    loopback: host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host),
    ...(url.username === ''
      ? {}
      : { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }),
  };
}

/** Who mails are from. */
export interface MailFrom {
  readonly name: string;
  readonly address: string;
}

/** Reads `ana@example.org` or `Ana <ana@example.org>`; undefined where it is neither. */
export function parseMailFrom(text: string): MailFrom | undefined {
  const [, name = '', address = ''] = /^(?:([^<>\r\n"]{0,100}?)\s*<([^<>]+)>)$/.exec(text.trim()) ?? [
    '',
    '',
    text.trim(),
  ];
  return targetProblem('mail', address, []) === undefined ? { name: name.trim(), address } : undefined;
}
