#!/usr/bin/env node
// The `salience` command of this repository: the built command line on the right Node.
// It sets up only what has never been set up: changed sources are built by `npm start` and `npm test`, so that
// asking a running fleet for its status never replaces the programs under it.
import { existsSync } from 'node:fs';
import { bootstrap, runScript } from './bootstrap.mjs';
import { runInPlace } from './set-up/children.mjs';
import { CLI_BUNDLE, SUPERVISOR_FLAGS } from './set-up/repository.mjs';
import { chooseRuntime } from './set-up/runtime.mjs';

await runScript(async () => {
  const runtime = existsSync(CLI_BUNDLE) ? chooseRuntime() : await bootstrap();
  const words = process.argv.slice(2);
  const flags = words.includes('up') ? SUPERVISOR_FLAGS : [];
  return await runInPlace(runtime, [...flags, CLI_BUNDLE, ...words], process.env);
});
