import type { ReactNode } from 'react';
import { classes } from './class-names.ts';

/** What a colour means; it is never the only sign of it. */
export type Tone = 'soft' | 'good' | 'warn' | 'bad' | 'accent';

/** A word about the state of something. */
export function Badge({ tone = 'soft', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={classes('badge', tone)}>{children}</span>;
}
