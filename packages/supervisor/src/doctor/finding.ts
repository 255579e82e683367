/** How well something is. `skipped`: it could not be looked at, and another finding says why. */
export type Level = 'ok' | 'warn' | 'problem' | 'skipped';

/** The result of one check. */
export interface Finding {
  /** Its stable name, `area.subject`. */
  readonly check: string;
  readonly level: Level;
  /** One sentence for a person. */
  readonly says: string;
  /** One command, or one line to change, that repairs it. */
  readonly fix?: string;
  /** Ids, numbers, codes and switches alone: what may leave the house in a support bundle. */
  readonly facts?: Readonly<Record<string, Fact>>;
}

/** A value without personal data. */
export type Fact = number | boolean | null | string | readonly string[];

type More = Pick<Finding, 'facts'>;

/** All is well. */
export function ok(check: string, says: string, more: More = {}): Finding {
  return { check, level: 'ok', says, ...more };
}

/** It works, but not for long or not as meant. */
export function warn(check: string, says: string, fix: string | undefined, more: More = {}): Finding {
  return { check, level: 'warn', says, ...(fix === undefined ? {} : { fix }), ...more };
}

/** It does not work, or something may be lost. */
export function problem(check: string, says: string, fix: string | undefined, more: More = {}): Finding {
  return { check, level: 'problem', says, ...(fix === undefined ? {} : { fix }), ...more };
}

/** The worst of some levels, as an exit code: 0 nothing to do, 1 warnings, 2 problems. */
export function severity(findings: readonly Finding[]): 0 | 1 | 2 {
  if (findings.some(({ level }) => level === 'problem')) return 2;
  return findings.some(({ level }) => level === 'warn') ? 1 : 0;
}
