import { rmSync } from 'node:fs';
import { z } from 'zod';
import { readJson, writePrivateJson } from './home.ts';

const processSchema = z.object({
  name: z.string(),
  pid: z.number().int().positive(),
  identity: z.string(),
  /** A part of the command line that no other program has. */
  program: z.string(),
});

const runSchema = z.object({
  /** The supervisor that wrote this. */
  pid: z.number().int().positive(),
  url: z.string(),
  queues: z.enum(['redis', 'postgres']),
  startedAt: z.string(),
  ready: z.boolean(),
  processes: z.array(processSchema),
});

/** A process that a supervisor started, named so that it cannot be taken for another. */
export type RecordedProcess = z.infer<typeof processSchema>;

/** What a supervisor runs now. */
export type RunRecord = z.infer<typeof runSchema>;

/** The record of the present run, or of one that did not end well; undefined when there is none. */
export function readRun(file: string): RunRecord | undefined {
  const parsed = runSchema.safeParse(readJson(file));
  return parsed.success ? parsed.data : undefined;
}

/** Replaces the record. */
export function writeRun(file: string, run: RunRecord): void {
  writePrivateJson(file, run);
}

/** Removes the record at the end of a run. */
export function clearRun(file: string): void {
  rmSync(file, { force: true });
}
