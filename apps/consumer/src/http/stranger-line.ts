import { isIPv6 } from 'node:net';
import type { Request } from 'express';
import { FairLine } from './fair-line.ts';
import { httpProblem } from './problems.ts';

/** The waiting line of unknown keys: one line per address, as long as a thousand requests, so that guesses from one delay no other. */
export class StrangerLine extends FairLine {
  constructor() {
    super(throttled);
  }
}

/** The line of a request: its address; for IPv6 the network of one customer (64 bits). */
export function addressOf({ socket }: Request): string {
  const address = (socket.remoteAddress ?? '').replace(/^::ffff:(?=\d+\.)/i, '');
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('%', 1)[0]?.split('::') ?? [];
  const groups = head === '' ? [] : head.split(':');
  const zeros = tail === undefined ? 0 : 8 - groups.length - (tail === '' ? 0 : tail.split(':').length);
  return [...groups, ...Array.from({ length: zeros }, () => '0')].slice(0, 4).join(':');
}

function throttled() {
  const detail = 'Too many unknown keys are being tried. If yours is valid, try again in a moment.';
  return httpProblem(429, 'key.throttled', detail, { headers: { 'Retry-After': '1' } });
}
