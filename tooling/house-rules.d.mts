/** One broken house rule. Soft ones are advice. */
export interface Violation {
  readonly file: string;
  readonly line: number;
  readonly problem: string;
  readonly soft: boolean;
}

/** Every broken rule below a folder. */
export function findViolations(root: string): Violation[];

/** The problems of one file's text; `file` is its path below the root, which decides what rules hold. */
export function textProblems(file: string, text: string): Violation[];
