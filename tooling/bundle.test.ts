import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const dist = join(import.meta.dirname, '../apps/scheduler/dist');
// esbuild names the file that each part of a bundle comes from.
const parts = readdirSync(dist)
  .filter((file) => file.endsWith('.mjs'))
  .flatMap((file) => readFileSync(join(dist, file), 'utf8').match(/^ *\/\/ .*node_modules\/.*$/gm) ?? []);
const holds = (name: string) => parts.some((part) => part.includes(`/node_modules/${name}/`));

describe('the bundle of an app', () => {
  it('holds the SDK of OpenTelemetry with the one exporter that is made', () => {
    expect(holds('@opentelemetry/sdk-node')).toBe(true);
    expect(holds('@opentelemetry/exporter-trace-otlp-http')).toBe(true);
  });

  it.each([
    '@grpc/grpc-js',
    'protobufjs',
    '@opentelemetry/configuration',
    '@opentelemetry/exporter-logs-otlp-http',
    '@opentelemetry/exporter-metrics-otlp-proto',
    '@opentelemetry/exporter-prometheus',
    '@opentelemetry/exporter-zipkin',
  ])('does not hold %s, which nobody makes', (name) => {
    expect(holds(name)).toBe(false);
  });

  it('holds one copy of each part of the SDK', () => {
    const versions = new Set(parts.flatMap((part) => part.match(/@opentelemetry\+sdk-trace@[\d.]+/) ?? []));
    expect(versions.size).toBe(1);
  });

  it('has the program of the thread that embeds beside it only where it embeds', () => {
    const threadOf = (app: string) =>
      existsSync(join(import.meta.dirname, '../apps', app, 'dist/sentence-thread.mjs'));
    expect(threadOf('digest')).toBe(true);
    expect(threadOf('scheduler')).toBe(false);
  });

  it('has the program of the thread that learns from labels beside it only where it learns', () => {
    const threadOf = (app: string) =>
      existsSync(join(import.meta.dirname, '../apps', app, 'dist/learning-thread.mjs'));
    expect(threadOf('pulse-sensor')).toBe(true);
    expect(threadOf('scheduler')).toBe(false);
  });

  it('has the program of the thread that works on decisions beside it only where policies are regulated', () => {
    const threadOf = (app: string) =>
      existsSync(join(import.meta.dirname, '../apps', app, 'dist/cycle-thread.mjs'));
    expect(threadOf('routing-regulator')).toBe(true);
    expect(threadOf('scheduler')).toBe(false);
  });

  it('reads due times by the library in it, which is a file of its own: no turn that names no time loads it', async () => {
    const folder = join(import.meta.dirname, '../apps/digest/dist');
    const files = readdirSync(folder).filter((file) => file.endsWith('.mjs'));
    const reader = files.find((file) => file.startsWith('read-due-')) ?? '';
    const { makeReadDue } = (await import(join(folder, reader))) as {
      makeReadDue: () => Promise<(text: string, context: object) => unknown>;
    };
    const read = await makeReadDue();
    const context = { now: new Date('2026-11-23T10:00:00Z'), zone: 'UTC', language: 'en' };
    expect(read('tomorrow at 9', context)).toMatchObject({ kind: 'at', local: '2026-11-24T09:00' });
    // The words of the library stand in no file that is read at the start.
    const main = readFileSync(join(folder, 'main.mjs'), 'utf8');
    const atStart = [
      main,
      ...files
        .filter((file) => new RegExp(`from "\\./${file.replaceAll('.', '\\.')}"`).test(main))
        .map((file) => readFileSync(join(folder, file), 'utf8')),
    ];
    expect(atStart.some((text) => text.includes('recognizers-text-number'))).toBe(false);
  }, 30_000);
});
