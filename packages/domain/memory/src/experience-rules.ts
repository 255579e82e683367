import type { Durability } from '@salience/contracts';

/** By what code decides when a tool's answer is looked at, and what of it is kept (law 6). Times are milliseconds of business time. */
export interface ExperienceRules {
  readonly name: string;
  readonly version: number;
  /** From one look at a topic to the next; what comes meanwhile waits. */
  readonly cooldownMs: number;
  /** For how long an answer that was worth nothing is not looked at again. */
  readonly freshMs: number;
  /** Answers of an agent that are looked at on one day (UTC). */
  readonly perDay: number;
  /** Share of an observation's words that must stand in the answer. 0..1 */
  readonly supportMin: number;
  /** Two observations at least this alike are one. 0..1 */
  readonly sameMin: number;
  /** How much an observation matters by how long it stays true. 0..1 */
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
