/** What a run of Vitest left: its exit code, and its report in JSON, or undefined where it left none. */
export interface TestRun {
  readonly code: number;
  readonly result:
    | { readonly testResults: readonly { readonly name: string; readonly status: string }[] }
    | undefined;
}

/** The files that run again, alone, relative to the repository. */
export function filesToRepeat(run: TestRun): string[];
