import type { Request } from 'express';

/** All that follows `Bearer` in the Authorization header; undefined for any other scheme. */
export function bearerOf(request: Request): string | undefined {
  return /^Bearer +(\S.*?) *$/i.exec(request.headers.authorization ?? '')?.[1];
}
