import type { Request } from 'express';

/** The token of an `Authorization: Bearer` header; undefined for any other. */
export function bearerOf(request: Request): string | undefined {
  return /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
}
