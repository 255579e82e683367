import type { Fingerprint } from '@salience/contracts';

/** A label that was given while a run went on. */
export interface GivenLabel {
  readonly activationId: string;
  /** −1 to 1. */
  readonly value: number;
  readonly by: string;
  /** Whether the store said that it kept it; null: it did not say. */
  readonly kept: boolean | null;
}

/** What whoever runs it knows of the world outside of the tables. */
export interface PulseWitnesses {
  /** Every module that was registered, before the first signal. */
  readonly modules: readonly Fingerprint[];
  /** Home folders of the hosts: what `~` stands for. */
  readonly homes: readonly string[];
  /** Every folder that is declared, as a path. */
  readonly roots: readonly string[];
  /** Absolute paths of files that were there at the first look and were never touched since. */
  readonly untouched: ReadonlySet<string>;
  /** Absolute paths of files that matter and were written when nothing else touched them. */
  readonly dropped: readonly string[];
  /** The SHA-256 of each page as it is now, by address. */
  readonly pages: Readonly<Record<string, string>>;
  readonly labels: readonly GivenLabel[];
}
