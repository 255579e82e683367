import { isIPv4 } from 'node:net';

/** True for names that only this machine can reach: localhost, 127.0.0.0/8 and ::1. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, '$1');
  return name === 'localhost' || name === '::1' || (isIPv4(name) && name.startsWith('127.'));
}

/** True when a Host header names this machine; its port does not matter. */
export function namesThisMachine(host: string | undefined): boolean {
  return host !== undefined && isLoopback(host.replace(/:\d*$/, ''));
}
