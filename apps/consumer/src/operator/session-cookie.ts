import type { Request, Response } from 'express';

/** A browser keeps its session in this cookie; scripts cannot read it and other sites cannot make it be sent. */
const name = 'salience_operator';
const path = '/operator';

/** The session that a request carries; undefined without one. */
export function sessionCookieOf(request: Request): string | undefined {
  for (const part of (request.headers.cookie ?? '').split(';')) {
    const [key, value] = part.split('=', 2);
    if (key?.trim() === name && value !== undefined) return value.trim();
  }
  return undefined;
}

/** Gives the browser its session, or with no seconds takes it back. */
export function setSessionCookie(request: Request, response: Response, token: string, seconds: number): void {
  response.cookie(name, token, {
    path,
    httpOnly: true,
    sameSite: 'strict',
    // Behind a proxy that ends TLS the header says so; a forged one can only make the cookie stricter.
    secure: request.headers['x-forwarded-proto'] === 'https' || 'encrypted' in request.socket,
    maxAge: seconds * 1_000,
  });
}
