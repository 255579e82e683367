import type { Request, Response } from 'express';

/** A browser keeps a session in a cookie; scripts cannot read it and other sites cannot make it be sent. */
export interface SessionCookie {
  readonly name: string;
  /** The paths that it is sent to. */
  readonly path: string;
}

/** The session of a browser that showed an operator key. */
export const operatorCookie: SessionCookie = { name: 'salience_operator', path: '/operator' };
/** The session of a browser of this machine's person. */
export const personCookie: SessionCookie = { name: 'salience_person', path: '/' };

/** The session that a request carries; undefined without one. */
export function sessionOf(request: Request, { name }: SessionCookie): string | undefined {
  for (const part of (request.headers.cookie ?? '').split(';')) {
    const [key, value] = part.split('=', 2);
    if (key?.trim() === name && value !== undefined) return value.trim();
  }
  return undefined;
}

/** Gives the browser its session, or with no seconds takes it back. */
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
    // Behind a proxy that ends TLS the header says so; a forged one can only make the cookie stricter.
    secure: request.headers['x-forwarded-proto'] === 'https' || 'encrypted' in request.socket,
    maxAge: session.seconds * 1_000,
  });
}
