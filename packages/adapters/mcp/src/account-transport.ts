import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { ReadBuffer, serializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { Launch } from './launch.ts';

/** How long a program may take to end by itself, and once it was asked to, in milliseconds. */
const graceMs = 2_000;

/** The bound on one message, and who hears what the program writes to its standard error. */
export interface AccountTransportOptions {
  readonly maxBufferSize: number;
  readonly onStderr: (stream: Readable) => void;
}

/**
 * Speaks with a program that runs under another account, over its standard input and output; the SDK's own transport can
 * start programs as ourselves only. Groups of ours are not handed on: Node drops them with the account.
 */
export function accountTransport(
  launch: Launch & { readonly env: Readonly<Record<string, string>> },
  options: AccountTransportOptions,
): Transport {
  const buffer = new ReadBuffer({ maxBufferSize: options.maxBufferSize });
  let child: ChildProcessByStdio<Writable, Readable, Readable> | undefined;
  const read = (chunk: Buffer): void => {
    try {
      buffer.append(chunk);
    } catch (error) {
      // Too much at once: further messages could not be separated.
      transport.onerror?.(error as Error);
      void transport.close();
      return;
    }
    for (;;) {
      try {
        const message = buffer.readMessage();
        if (message === null) return;
        transport.onmessage?.(message);
      } catch (error) {
        transport.onerror?.(error as Error);
      }
    }
  };
  const transport: Transport = {
    start: () =>
      new Promise((resolve, reject) => {
        const { account, args, command, cwd, env } = launch;
        child = spawn(command, args, {
          env: { ...env },
          stdio: ['pipe', 'pipe', 'pipe'],
          ...(cwd === undefined ? {} : { cwd }),
          ...(account === undefined ? {} : { uid: account.uid, gid: account.gid }),
        });
        child.once('spawn', resolve);
        child.on('error', (error) => {
          reject(error);
          transport.onerror?.(error);
        });
        child.once('close', () => {
          child = undefined;
          transport.onclose?.();
        });
        child.stdin.on('error', (error) => transport.onerror?.(error));
        child.stdout.on('error', (error) => transport.onerror?.(error));
        child.stdout.on('data', read);
        options.onStderr(child.stderr);
      }),
    send: (message: JSONRPCMessage) =>
      new Promise((resolve, reject) => {
        if (child === undefined) reject(new Error('Not connected'));
        else if (child.stdin.write(serializeMessage(message))) resolve();
        else child.stdin.once('drain', resolve);
      }),
    async close() {
      const ending = child;
      child = undefined;
      if (ending === undefined) return;
      const ended = new Promise<true>((resolve) => ending.once('close', () => resolve(true)));
      ending.stdin.end();
      for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
        if (await within(ended, graceMs)) break;
        ending.kill(signal);
      }
      buffer.clear();
    },
  };
  return transport;
}

async function within(ended: Promise<true>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  try {
    return await Promise.race([ended, late]);
  } finally {
    clearTimeout(timer);
  }
}
