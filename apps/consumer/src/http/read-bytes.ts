import type { Request } from 'express';
import { httpProblem } from './problems.ts';

/**
 * Reads the bytes of a body as they came, for a route that checks them before it reads them. Undefined for one of more than `max` bytes, of which
 * nothing more is read. Throws 400 where the connection ends before the body does.
 */
export function readBytes(request: Request, max: number): Promise<Buffer | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > max) return Promise.resolve(undefined);
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let came = 0;
    const settle = (end: () => void): void => {
      request.off('data', take).off('end', whole).off('close', gone).off('error', gone).pause();
      end();
    };
    const take = (part: Buffer): void => {
      came += part.length;
      if (came > max) settle(() => resolve(undefined));
      else parts.push(part);
    };
    const whole = (): void => settle(() => resolve(Buffer.concat(parts)));
    const gone = (): void => settle(() => reject(aborted()));
    request.on('data', take).once('end', whole).once('close', gone).once('error', gone);
  });
}

function aborted() {
  return httpProblem(400, 'body.aborted', 'The connection ended before the whole body arrived.');
}
