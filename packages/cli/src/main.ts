#!/usr/bin/env node
import process from 'node:process';
import { isSalienceError, messageOf } from '@salience/errors';
import { exitCodeOf } from './exit-codes.ts';
import { runProgram } from './program.ts';
import { colour, note, surviveClosedOutput } from './terminal.ts';

// An error is one sentence that says what to do; --debug adds its stack.
const args = process.argv.slice(2);
surviveClosedOutput();
let exitCode: number;
try {
  exitCode = await runProgram(args);
} catch (error) {
  note(colour.red(messageOf(error)));
  if (args.includes('--debug')) note(String(error instanceof Error ? error.stack : error));
  else if (!isSalienceError(error)) note(colour.dim('This error is unexpected; --debug shows its stack.'));
  exitCode = exitCodeOf(error);
}
// Not at once: what was written must reach a pipe first. Kept-alive connections must not hold the process, though.
process.exitCode = exitCode;
if (process.connected) process.disconnect();
setTimeout(() => process.exit(), 500).unref();
