import type { Command } from 'commander';
import { examples, type RunAction } from '../command.ts';
import * as audit from './memory/audit.ts';
import * as autobiography from './memory/autobiography.ts';
import * as exported from './memory/export.ts';
import * as forget from './memory/forget.ts';
import * as imported from './memory/import.ts';
import * as retryFailed from './memory/retry-failed.ts';
import * as search from './memory/search.ts';
import * as show from './memory/show.ts';
import * as thoughts from './memory/thoughts.ts';

const below = [search, show, forget, exported, imported, audit, retryFailed, autobiography, thoughts];

/** memory: what is remembered, looked at, taken along and taken back by people. */
export function declare(program: Command, run: RunAction): void {
  const memory = program
    .command('memory')
    .description('search, show, export, import and forget memories')
    .addHelpText(
      'after',
      examples(['memory search "my sister"', 'memory export --out ./memories --format md']),
    );
  for (const command of below) command.declare(memory, run);
}
