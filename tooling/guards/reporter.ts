import { writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import process from 'node:process';
import type { Reporter, TestModule } from 'vitest/node';

/** What became of one test, with the folder of the copy that it ran in. */
export interface Ran {
  readonly copy: string;
  readonly title: string;
  readonly state: string;
  readonly error: string;
}

/** Writes what became of every test of every copy beside the copies. */
export class GuardsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const root = process.env['GUARDS_ROOT'] ?? '';
    const ran = modules.flatMap((module): Ran[] => {
      const copy = relative(root, module.moduleId).split(sep)[0] ?? '';
      return [...module.children.allTests()].map((test) => {
        const { errors = [], state } = test.result();
        return { copy, title: test.name, state, error: errors[0]?.message ?? '' };
      });
    });
    writeFileSync(join(root, 'results.json'), JSON.stringify(ran));
  }
}
