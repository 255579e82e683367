import type { OtherServer } from './account.ts';
import { dovecotServer } from './dovecot.ts';
import { dovecotHere } from './dovecot-here.ts';
import { hoodiecrowServer } from './hoodiecrow.ts';

/** The servers of this machine. */
export interface OtherServers {
  readonly here: readonly OtherServer[];
  /** For each that is not: its name, and why. */
  readonly missing: readonly string[];
}

/** Looks for them; nothing is started. */
export function otherServers(): OtherServers {
  const dovecot = dovecotHere();
  return 'reason' in dovecot
    ? { here: [hoodiecrowServer()], missing: [`Dovecot: ${dovecot.reason}`] }
    : { here: [hoodiecrowServer(), dovecotServer(dovecot)], missing: [] };
}
