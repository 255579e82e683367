import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { AttackedRoute } from './attacked-routes.ts';
import { hostileId, hostileInstant, hostileJson, hostileText } from './hostile-values.ts';
import { field, mostlyWithout, words } from './near-valid.ts';
import { nearModule, nearModuleChange, nearModelChoice, nearSimulation, nearWake } from './near-signals.ts';

/** A body as it goes over the wire. */
export interface HostileBody {
  readonly bytes: Buffer;
  readonly type: string | undefined;
  readonly encoding: string | undefined;
  /** The JSON that an honest reader finds in it, where it is plain JSON in UTF-8. */
  readonly json: string | undefined;
}

/** Bodies for a route: half of them nearly what it takes, the others anything. Built when sent, so that shrinking is cheap. */
export function hostileBody(route: AttackedRoute): fc.Arbitrary<HostileBody> {
  const text = fc.oneof(
    { weight: 5, arbitrary: jsonText(route.takes) },
    { weight: 1, arbitrary: brokenText },
  );
  return fc
    .record({
      text,
      wrap: fc.oneof(
        { weight: 6, arbitrary: fc.constant<Wrapping>('plain') },
        fc.constantFrom<Wrapping>(...wrappings),
      ),
      type: fc.oneof(
        { weight: 6, arbitrary: fc.constant<string | undefined>('application/json') },
        fc.constantFrom(...types),
      ),
      keep: fc.oneof({ weight: 9, arbitrary: fc.constant(1) }, fc.double({ min: 0, max: 1, noNaN: true })),
    })
    .map(({ text: json, wrap, type, keep }) => {
      const { bytes, encoding } = wrapped(Buffer.from(json), wrap);
      const whole = keep === 1;
      return {
        bytes: whole ? bytes : bytes.subarray(0, Math.floor(bytes.length * keep)),
        type,
        encoding,
        json: whole && wrap === 'plain' && type === 'application/json' ? json : undefined,
      };
    });
}

const types = [
  undefined,
  '',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-8',
  'application/json; charset=utf-16',
  'application/json; charset=utf-7',
  'application/json; charset=latin1',
  'application/json; charset="',
  'application/json;;;=',
  'application/jsonp',
  'APPLICATION/JSON',
] as const;

const wrappings = [
  'plain',
  'gzip',
  'deflate',
  'br',
  'claims-gzip',
  'gzip-bomb',
  'unknown-encoding',
  'two-encodings',
  'utf16',
  'bom',
  'bytes',
] as const;
type Wrapping = (typeof wrappings)[number];

function wrapped(bytes: Buffer, how: Wrapping): { bytes: Buffer; encoding: string | undefined } {
  switch (how) {
    case 'plain':
      return { bytes, encoding: undefined };
    case 'gzip':
      return { bytes: gzipSync(bytes), encoding: 'gzip' };
    case 'deflate':
      return { bytes: deflateSync(bytes), encoding: 'deflate' };
    case 'br':
      return { bytes: brotliCompressSync(bytes, { params: { 1: 1 } }), encoding: 'br' };
    case 'claims-gzip':
      return { bytes, encoding: 'gzip' };
    case 'gzip-bomb':
      return { bytes: bomb(), encoding: 'gzip' };
    case 'unknown-encoding':
      return { bytes, encoding: 'zstd' };
    case 'two-encodings':
      return { bytes: gzipSync(gzipSync(bytes)), encoding: 'gzip, gzip' };
    case 'utf16':
      return { bytes: Buffer.from(bytes.toString(), 'utf16le'), encoding: undefined };
    case 'bom':
      return { bytes: Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]), encoding: undefined };
    case 'bytes':
      return { bytes: bytes.map((byte, at) => (byte * 31 + at * 7) & 0xff) as Buffer, encoding: undefined };
  }
}

let madeBomb: Buffer | undefined;

/** Some kilobytes that inflate to 64 MB. */
function bomb(): Buffer {
  madeBomb ??= gzipSync(Buffer.alloc(64 * 1024 * 1024, ' '));
  return madeBomb;
}

/** Text that is no JSON, or JSON that hurts. */
const brokenText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    '{',
    '{"text":',
    '{"text":"a"}{"text":"b"}',
    '{"text":"first","text":"second"}',
    '{"__proto__":{"polluted":true},"text":"proto"}',
    '{"constructor":{"prototype":{"polluted":true}},"text":"constructor"}',
    '{"text":1e999999}',
    '{"text":"\\ud800"}',
    '{"text":"\\u0000"}',
    "{'text':'single'}",
    '[1,2,',
    'nul',
    '"only a string"',
    '{"text":"tail"} x',
  ),
  fc.constantFrom(100, 5_000, 120_000).map((depth) => '['.repeat(depth)),
  fc.constantFrom(100, 5_000, 120_000).map((depth) => `${'['.repeat(depth)}${']'.repeat(depth)}`),
  fc.constantFrom(100, 5_000, 30_000).map((depth) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`),
  fc.constantFrom(300_000, 1_000_000).map((length) => `{"text":"${'x'.repeat(length)}"}`),
  fc.constantFrom(10_000, 60_000).map((count) => `[${'0,'.repeat(count)}0]`),
);

function jsonText(takes: AttackedRoute['takes']): fc.Arbitrary<string> {
  const anything = hostileJson.map((value) => JSON.stringify(value) ?? 'null');
  if (takes === undefined) return anything;
  const near = {
    'agent-key': nearAgentKey,
    'key-rotation': nearRotation,
    'operator-key': nearOperatorKey,
    approval: nearApproval,
    message: nearMessage,
    completion: nearCompletion,
    schedule: nearSchedule,
    hook: nearHook,
    task: nearTask,
    module: nearModule,
    'module-change': nearModuleChange,
    'model-choice': nearModelChoice,
    simulation: nearSimulation,
    wake: nearWake,
  }[takes];
  return fc.oneof({ weight: 4, arbitrary: near.map((value) => JSON.stringify(value)) }, anything);
}

const threadRef = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('room-1', 'room-2', 'zimmer-ä', 'x'.repeat(128)) },
  hostileId('thr'),
);

const nearMessage = fc
  .record(
    {
      text: field(fc.oneof({ weight: 3, arbitrary: words }, hostileText)),
      source: field(fc.constantFrom('api', 'cli', 'slack')),
      thread_id: field(threadRef),
      speaker: field(fc.constantFrom('ana', 'bo')),
      at: field(fc.oneof(fc.constant('2026-01-31T10:00:00Z'), hostileInstant)),
      more: hostileJson,
    },
    { requiredKeys: ['text'] },
  )
  .map(mostlyWithout('more'));

const message = fc.record(
  {
    role: field(fc.constantFrom('user', 'user', 'system', 'assistant', 'tool')),
    content: field(fc.oneof(words, hostileText, fc.constant([{ type: 'text', text: 'part' }])), hostileJson),
    name: field(fc.constantFrom('ana')),
  },
  { requiredKeys: ['role', 'content'] },
);
const nearCompletion = fc.record(
  {
    messages: field(fc.array(message, { minLength: 1, maxLength: 4 })),
    model: field(fc.constant('salience')),
    stream: field(fc.boolean()),
    stream_options: field(fc.record({ include_usage: fc.boolean() })),
    n: field(fc.constant(1)),
    user: field(fc.constant('u')),
    metadata: field(fc.record({ thread_id: threadRef })),
    tools: hostileJson,
  },
  { requiredKeys: ['messages'] },
);

const nearSchedule = fc
  .record(
    {
      text: field(words),
      kind: field(fc.constantFrom('reminder', 'prompt')),
      due_at: field(fc.oneof(fc.constant('2026-01-31T10:00:00Z'), hostileInstant)),
      starts_at: field(fc.constantFrom('2026-01-31T10:00', '2026-02-30T10:00', '9999-12-31T23:59')),
      rule: field(
        fc.constantFrom(
          'FREQ=DAILY',
          'FREQ=WEEKLY;BYDAY=MO',
          'FREQ=DAILY;COUNT=999999999',
          'FREQ=MONTHLY;BYMONTHDAY=31;BYMONTH=2',
        ),
      ),
      time_zone: field(fc.constant('Europe/Berlin')),
      thread_id: field(threadRef),
      more: hostileJson,
    },
    { requiredKeys: ['text'] },
  )
  .map(mostlyWithout('more'));

const step = fc.record(
  {
    kind: field(fc.constantFrom('agent', 'triage', 'person')),
    name: field(fc.constantFrom('do', 'ask', 'end')),
    text: field(words),
    next: field(fc.constantFrom('do', 'end')),
  },
  { requiredKeys: ['kind', 'name', 'text'] },
);
const plan = field(
  fc.oneof(fc.constant('mail'), fc.record({ steps: fc.array(step, { minLength: 1, maxLength: 3 }) })),
);
const nearTask = fc
  .record(
    {
      text: field(words),
      title: field(words),
      plan,
      run_at: field(fc.oneof(fc.constant('2026-01-31T10:00:00Z'), hostileInstant)),
      thread_id: field(threadRef),
      more: hostileJson,
    },
    { requiredKeys: ['text'] },
  )
  .map(mostlyWithout('more'));
const nearHook = fc
  .record(
    {
      name: field(fc.constantFrom('builds', 'forms', 'a.b-c_d')),
      action: field(fc.constantFrom('read_public', 'external_send')),
      ceiling: field(fc.constantFrom('external_verified', 'owner_verified', 'system')),
      per_minute: field(fc.constantFrom(1, 60, 6_000, 0, 1e300)),
      plan,
      more: hostileJson,
    },
    { requiredKeys: ['name'] },
  )
  .map(mostlyWithout('more'));

const nearApproval = fc
  .record(
    {
      answer: field(fc.constantFrom('approve', 'refuse', 'edit')),
      arguments: field(fc.dictionary(hostileText, hostileJson, { maxKeys: 4 })),
      more: hostileJson,
    },
    { requiredKeys: ['answer'] },
  )
  .map(mostlyWithout('more'));

const end = field(fc.oneof(fc.constant('2999-01-31T10:00:00Z'), hostileInstant));
const rules = field(
  fc.record({ channels: fc.dictionary(hostileText, fc.constant('external')), speakers: fc.array(words) }),
  hostileJson,
);
const nearAgentKey = fc
  .record({ label: field(words), expires_at: end, rules, more: hostileJson }, { requiredKeys: [] })
  .map(mostlyWithout('more'));
const nearOperatorKey = fc
  .record({ name: field(fc.constant('ana')), expires_at: end, more: hostileJson }, { requiredKeys: ['name'] })
  .map(mostlyWithout('more'));
const nearRotation = fc
  .record(
    { overlap_ms: field(fc.constantFrom(0, 1, 86_400_000, 1e300, -1, 0.5)), more: hostileJson },
    { requiredKeys: [] },
  )
  .map(mostlyWithout('more'));
