// Running other programs: waiting for them, passing signals on, and never leaving one behind.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { whenNpmEnds } from './ancestors.mjs';

const PASSED_ON = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs a program to its end. Its output goes to our standard error, but only if it fails. Resolves with its
 * exit code.
 */
export function runStep(command, args, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
      ...options,
    });
    const kept = [];
    child.stdout.on('data', (chunk) => kept.push(chunk));
    child.stderr.on('data', (chunk) => kept.push(chunk));
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (code !== 0) process.stderr.write(Buffer.concat(kept));
      resolve(exitCode(code, signal));
    });
  });
}

/**
 * Runs a program in our place: same terminal, and our exit code is its exit code. Ctrl-C and a closed terminal
 * reach it directly, as they reach the whole process group; so a signal is only passed on if the program is
 * still there a moment later, and then as SIGTERM: a program that takes a second SIGINT for impatience must not
 * see it twice. The same happens when npm, which runs us, is gone.
 */
export function runInPlace(command, args, env) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit', env });
    const pass = (signal) => child.kill(signal);
    let late;
    const handler = () => {
      late ??= setTimeout(pass, 300, 'SIGTERM');
    };
    for (const signal of PASSED_ON) process.on(signal, handler);
    const unwatch = whenNpmEnds(() => pass('SIGTERM'));
    const finish = () => {
      unwatch();
      clearTimeout(late);
      for (const signal of PASSED_ON) process.off(signal, handler);
    };
    child.once('error', (error) => {
      finish();
      reject(error);
    });
    child.once('exit', (code, signal) => {
      finish();
      resolve(exitCode(code, signal));
    });
  });
}

function exitCode(code, signal) {
  return code ?? 128 + (constants.signals[signal] ?? 0);
}
