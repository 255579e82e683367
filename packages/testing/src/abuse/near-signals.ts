import fc from 'fast-check';
import { hostileJson, hostileText } from './hostile-values.ts';
import { field, mostlyWithout, words } from './near-valid.ts';

const names = fc.constantFrom('reports', 'a.b-c_d', 'x'.repeat(64), 'x'.repeat(65), '-', '..', '__proto__');
const share = fc.constantFrom(0, 0.65, 1, -0, 1.000001, 1e300, 5e-324);
const hours = fc.constantFrom([8, 18], [22, 5], [0, 24], [], [8]);
const template = fc.oneof(
  fc.constantFrom(
    'A file at {location}?',
    '{location} {size_human} {{literally}}',
    '{location.constructor}',
    '{location!r:>99999999}',
    '{',
    '{__proto__}',
  ),
  hostileText.map((text) => `{location} ${text}`),
);
const list = (right: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof(fc.array(field(right), { maxLength: 3 }), fc.constant(Array.from({ length: 101 }, () => 'x')));

const filesystem = fc.record(
  {
    watch_directories: list(fc.constantFrom('/srv/papers', '~', '~/Downloads', '/', '..', '/srv/\u0000')),
    relevant_extensions: list(fc.constantFrom('.pdf', 'pdf', '.', './..', '.tar.gz')),
    ignore: list(fc.constantFrom('.git', '*', `${'*a'.repeat(40)}b`, '**/**/**/*')),
    relevant_lines: list(words),
    deltas: list(fc.constantFrom('created', 'moved')),
  },
  { requiredKeys: ['watch_directories'] },
);
const priors = fc.record(
  {
    filesystem: field(filesystem),
    time: field(fc.record({ active_hours: hours, ticks: fc.boolean() }, { requiredKeys: ['active_hours'] })),
    network: field(
      fc.record(
        {
          endpoints: list(
            fc.constantFrom('https://example.test/x', 'ftp://example.test/x', 'http://[::1]:1/'),
          ),
          every_seconds: field(fc.constantFrom(10, 9, 1e300)),
        },
        { requiredKeys: ['endpoints'] },
      ),
    ),
    memory: field(fc.record({ watch_namespaces: list(words) })),
    host: field(fc.record({ high: share })),
  },
  { requiredKeys: [] },
);

/** Nearly the body of POST /modules. */
export const nearModule = fc
  .record(
    {
      module_id: field(names),
      cluster: field(names),
      version: field(fc.constantFrom('1', '1.0.0')),
      question_template: field(template),
      question_templates: field(fc.dictionary(fc.constantFrom('time', 'filesystem.deleted', 'x'), template)),
      default_threshold: field(share),
      signal_priors: field(priors),
      time_zone: field(fc.constantFrom('Europe/Lisbon', 'Mars/Olympus')),
      cooldown_seconds: field(fc.constantFrom(30, 29, 604_800, 1e300)),
      quiet_hours: field(hours),
      alerts_per_day: field(share),
      more: hostileJson,
    },
    {
      requiredKeys: [
        'module_id',
        'cluster',
        'version',
        'question_template',
        'default_threshold',
        'signal_priors',
      ],
    },
  )
  .map(mostlyWithout('more'));

/** Nearly the body of PATCH /modules/:module. */
export const nearModuleChange = fc.record(
  { state: field(fc.constantFrom('active', 'paused', 'removed')), threshold: field(fc.option(share)) },
  { requiredKeys: [] },
);

/** Nearly the body of POST /modules/:module/models. */
export const nearModelChoice = fc.record({
  version: field(fc.constantFrom(0, 1, -1, 0.5, 2_147_483_647, 2_147_483_648)),
});

/** Nearly the body of POST /pulse/simulate. */
export const nearSimulation = fc.record(
  {
    module: field(names),
    fingerprint: field(nearModule),
    days: field(fc.constantFrom(1, 90, 0, 91, 1e300)),
    threshold: field(share),
  },
  { requiredKeys: [] },
);

/** Nearly the body of POST /hooks/wake. */
export const nearWake = fc.record(
  { text: field(words), mode: field(fc.constantFrom('now', 'next-heartbeat', 'later')) },
  { requiredKeys: ['text'] },
);
