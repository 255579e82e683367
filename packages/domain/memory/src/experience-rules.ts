import type { Durability } from '@salience/contracts';

/** The rules by which code decides when a tool's answer is assimilated and what of it is kept (law 6). Milliseconds of business time. */
export interface ExperienceRules {
  readonly name: string;
  readonly version: number;
  /** Minimum time between two assimilations on one topic; later answers wait. */
  readonly cooldownMs: number;
  /** How long an equal answer is skipped after one was not worth keeping. */
  readonly freshMs: number;
  /** Maximum assimilations of an agent per UTC day. */
  readonly perDay: number;
  /** Share of an observation's words that the answer must contain. 0..1 */
  readonly supportMin: number;
  /** Two observations at least this alike are one. 0..1 */
  readonly sameMin: number;
  /** Salience of an observation by its durability. 0..1 */
  readonly salience: Readonly<Record<Durability, number>>;
}

/** The rules in force. A change of any number is a new version. */
export const experienceRules: ExperienceRules = Object.freeze({
  name: 'experience',
  version: 1,
  cooldownMs: 300_000,
  freshMs: 86_400_000,
  perDay: 20,
  supportMin: 0.6,
  sameMin: 0.8,
  salience: Object.freeze({ stable: 0.6, evolving: 0.5, transient: 0.4 }),
});
