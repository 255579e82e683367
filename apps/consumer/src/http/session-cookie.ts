import type { Request, Response } from 'express';

/** A browser keeps its session in a cookie that scripts cannot read and other sites cannot send. */
export interface SessionCookie {
  readonly name: string;
  /** The path that the cookie is sent to. */
  readonly path: string;
}

/** The browser session of an operator. */
export const operatorCookie: SessionCookie = { name: 'salience_operator', path: '/operator' };
/** The browser session of the person of this machine. */
export const personCookie: SessionCookie = { name: 'salience_person', path: '/' };

/** The session that a request carries; undefined without one. */
export function sessionOf(request: Request, { name }: SessionCookie): string | undefined {
  for (const part of (request.headers.cookie ?? '').split(';')) {
    const [key, value] = part.split('=', 2);
    if (key?.trim() === name && value !== undefined) return value.trim();
  }
  return undefined;
}

/** Sets the session cookie, or with no seconds deletes it. */
export function setSession(
  request: Request,
  response: Response,
  { name, path }: SessionCookie,
  session: { readonly token: string; readonly seconds: number },
): void {
  response.cookie(name, session.token, {
    path,
    httpOnly: true,
    sameSite: 'strict',
    // Behind a proxy that ends TLS this header says so; a forged one only makes the cookie stricter.
    secure: request.headers['x-forwarded-proto'] === 'https' || 'encrypted' in request.socket,
    maxAge: session.seconds * 1_000,
  });
}
