import {
  type Fingerprint,
  type FingerprintInput,
  fingerprintSchema,
  type SignalEvent,
} from '@salience/contracts';
import fc from 'fast-check';
import { advance, emptyState, type WindowEvent, type WindowSnapshot } from '../src/index.ts';

/** A Monday, 10:00 in UTC, in seconds since 1970. */
export const mondayTen = 1_735_552_800;

/** A module with the priors given. */
export function moduleOf(
  signal_priors: FingerprintInput['signal_priors'],
  more: Partial<FingerprintInput> = {},
): Fingerprint {
  return fingerprintSchema.parse({
    module_id: 'm',
    cluster: 'c',
    version: '1',
    question_template: 'What of {location}?',
    default_threshold: 0.65,
    signal_priors,
    ...more,
  });
}

/** A module that declares something of every source but the clock's ticks. */
export const wholeModule = moduleOf({
  filesystem: {
    watch_directories: ['/in'],
    relevant_extensions: ['.pdf'],
    irrelevant_extensions: ['.exe'],
    relevant_words: ['invoice'],
  },
  memory: { watch_namespaces: ['fact'], high_relevance_keys: ['birthday'] },
  time: { active_hours: [8, 20] },
  network: { endpoints: ['https://example.org/status'] },
  mail: { relevant_senders: ['ana@example.org'], relevant_words: ['contract'] },
  hook: { hooks: ['build'], relevant_words: ['failed'] },
  task: {},
  host: {},
});

/** A file that was made, at a time in seconds since 1970. */
export function fileAt(
  location: string,
  timestamp = mondayTen,
  more: Partial<SignalEvent> = {},
): SignalEvent {
  return {
    source: 'filesystem',
    location,
    delta_type: 'created',
    magnitude: 1,
    timestamp,
    features: {},
    ...more,
  };
}

/** A signal of another source. */
export function signalOf(
  source: SignalEvent['source'],
  features: SignalEvent['features'],
  more: Partial<SignalEvent> = {},
): SignalEvent {
  return {
    source,
    location: 'x',
    delta_type: 'created',
    magnitude: 1,
    timestamp: mondayTen,
    features,
    ...more,
  };
}

/** The window after some signals. */
export function windowOf(...events: readonly SignalEvent[]): WindowSnapshot {
  return { events: eventsOf(...events), activatedAt: null };
}

/** Signals as the fold keeps them. */
export function eventsOf(...events: readonly SignalEvent[]): readonly WindowEvent[] {
  return events.reduce((state, event) => advance(state, event), emptyState()).events;
}

const oddNumber = fc.oneof(
  fc.double(),
  fc.constantFrom(Number.NaN, Infinity, -Infinity, -1e300, 1e300),
  fc.integer(),
);
const oddText = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.constantFrom(
    '',
    '/',
    '..',
    '/in/../x.pdf',
    '/in/a.PDF',
    'C:\\in\\b.exe',
    'Ana <ana@example.org>',
    '\u0000',
  ),
);
const featureName = fc.constantFrom(
  'path',
  'extension',
  'size_bytes',
  'previous_size_bytes',
  'filename_tokens',
  'sender',
  'subject_tokens',
  'asks',
  'bulk',
  'value',
  'value_length',
  'text',
  'key',
  'state',
  'metric',
  'anything',
);

/** Any signal, and also what no schema would let through. */
export const oddEvent: fc.Arbitrary<SignalEvent> = fc.record({
  source: fc.constantFrom('filesystem', 'memory', 'time', 'network', 'mail', 'hook', 'task', 'host'),
  location: oddText,
  delta_type: fc.constantFrom('created', 'modified', 'deleted', 'renamed', 'tick'),
  magnitude: oddNumber,
  timestamp: fc.oneof(fc.integer({ min: 0, max: 4_000_000_000 }), oddNumber),
  features: fc.dictionary(
    featureName,
    fc.oneof(oddNumber, oddText, fc.boolean(), fc.constant(null), fc.array(oddText, { maxLength: 5 })),
  ),
}) as fc.Arbitrary<SignalEvent>;
