import { containerRules } from './containers.ts';
import type { Rule } from './call.ts';
import { databaseRules } from './sql.ts';
import { fileRules } from './files.ts';
import { findRules } from './find.ts';
import { gitRules } from './git.ts';
import { interpreterRules } from './interpreters.ts';
import { networkRules } from './network.ts';
import { packageRules } from './packages.ts';
import { readerRules } from './readers.ts';
import { systemRules } from './system.ts';
import { toolRules } from './tools.ts';
import { windowsRules } from './windows.ts';
import { wrapperRules } from './wrappers.ts';

/** Every program that is known; where two tables name one, the later one is about more than reading. */
const rules: ReadonlyMap<string, Rule> = new Map(
  [
    windowsRules,
    readerRules,
    toolRules,
    packageRules,
    databaseRules,
    interpreterRules,
    networkRules,
    containerRules,
    gitRules,
    systemRules,
    fileRules,
    findRules,
    wrapperRules,
  ].flatMap((table) => Object.entries(table)),
);

/** The rule of a program, if it is known. */
export function ruleFor(program: string): Rule | undefined {
  return rules.get(program);
}
