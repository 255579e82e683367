import { isSalienceError } from '@salience/errors';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileModule } from './compile-module.ts';

const filesystem = { watch_directories: ['~/Downloads'] };
const base = {
  module_id: 'homework-agent',
  cluster: 'academic',
  version: '1.0',
  question_template: 'A new file at {location}?',
  default_threshold: 0.65,
  signal_priors: { filesystem },
};

/** What the error of a module says. */
function problemOf(json: unknown): string {
  try {
    compileModule(json);
  } catch (error) {
    if (isSalienceError(error) && error.code === 'module.invalid' && error.kind === 'terminal')
      return error.message;
    throw error;
  }
  return 'none';
}

const withPriors = (signal_priors: object) => ({ ...base, signal_priors });

describe('compileModule', () => {
  it('fills every default in', () => {
    expect(compileModule(base)).toMatchObject({
      cooldown_seconds: 30,
      signal_priors: { filesystem: { relevant_extensions: [], deltas: ['created', 'renamed'] } },
    });
  });

  it.each([
    ['a text', 'the module: expected an object, got "a text".'],
    [undefined, 'the module: expected an object, got nothing.'],
    [{ ...base, module_id: undefined }, 'module_id: expected a text, got nothing.'],
    [{ ...base, default_threshold: true }, 'default_threshold: expected a number, got true.'],
    [{ ...base, default_threshold: 1.5 }, 'default_threshold: expected at most 1, got 1.5.'],
    [{ ...base, cooldown_seconds: 29 }, 'cooldown_seconds: expected at least 30, got 29.'],
    [{ ...base, alerts_per_day: 0 }, 'alerts_per_day: expected more than 0, got 0.'],
    [{ ...base, cluster: 'a b' }, 'cluster: expected 1 to 64 letters, digits, ".", "_" or "-", got "a b".'],
    [{ ...base, clutser: 'x' }, 'the module: expected "cluster" for "clutser", got "clutser".'],
    [
      withPriors({ filesystem: { ...filesystem, relevant_extention: ['.pdf'] } }),
      'signal_priors.filesystem: expected "relevant_extensions" for "relevant_extention", got "relevant_extention".',
    ],
    [
      withPriors({ filesytem: filesystem }),
      'signal_priors: expected "filesystem" for "filesytem", got "filesytem".',
    ],
    [
      { ...base, zzzzzzzz: 1 },
      'the module: expected only the keys module_id, cluster, version, question_template, question_templates, default_threshold, signal_priors, time_zone, cooldown_seconds, quiet_hours, urgent, alerts_per_day, got "zzzzzzzz".',
    ],
    [
      withPriors({ filesystem: { watch_directories: [] } }),
      'signal_priors.filesystem.watch_directories: expected at least 1 entry, got [].',
    ],
    [
      withPriors({ filesystem: { ...filesystem, deltas: ['moved'] } }),
      'signal_priors.filesystem.deltas[0]: expected one of created, modified, deleted, renamed, got "moved".',
    ],
    [
      { ...base, question_template: 'At {location} in {clutser}?' },
      'question_template: expected {cluster}, or another placeholder of {location}, {basename}, ',
    ],
    [
      { ...base, question_template: 'At {location} {qqqqqqqqq}?' },
      'question_template: expected placeholder of {location}',
    ],
    [{ ...base, question_template: 'At {location?' }, 'question_template: expected a "}" for every "{"'],
    [{ ...base, question_template: 'At location}?' }, 'question_template: expected a "{" for every "}"'],
    [
      { ...base, question_template: 'At {location.constructor}?' },
      'question_template: expected a plain name between braces, such as {location}, got "{location.constructor}"',
    ],
    [{ ...base, question_template: 'At {location:>9999}?' }, 'expected a plain name between braces'],
    [{ ...base, question_template: 'At {0}?' }, 'expected a plain name between braces'],
    [
      { ...base, question_template: 'Something came?' },
      'question_template: expected a question with {location}, which says what it is about, got "Something came?".',
    ],
    [{ ...base, question_template: 'Is {{location}} new?' }, 'expected a question with {location}'],
    [
      withPriors({
        filesystem: { ...filesystem, relevant_extensions: ['.PDF'], irrelevant_extensions: ['.pdf'] },
      }),
      'signal_priors.filesystem.irrelevant_extensions: expected extensions that are not relevant ones too, got ".pdf".',
    ],
    [
      { ...base, question_templates: { ['x'.repeat(65)]: 'At {location}?' } },
      'expected a key of at most 64 characters',
    ],
    [{ ...base, time_zone: 'Mars/Base' }, 'time_zone: expected the name of a time zone'],
    [{ ...base, quiet_hours: [22] }, 'quiet_hours: expected at least 2 entries, got [22].'],
    [{ ...base, quiet_hours: [22, 7, 8] }, 'quiet_hours: expected at most 2 entries, got [22,7,8].'],
    [{ ...base, module_id: '' }, 'module_id: expected 1 to 64 letters'],
    [{ ...base, question_template: ' ' }, 'question_template: expected at least 1 character, got " ".'],
    [withPriors({}), 'signal_priors: expected at least one source (filesystem, '],
    [{ ...base, signal_priors: undefined }, 'signal_priors: expected at least one source (filesystem, '],
    [
      withPriors({ filesystem, time: { active_hours: [true, 5] } }),
      'signal_priors.time.active_hours[0]: expected a number, got true.',
    ],
    [
      withPriors({ filesystem, time: { active_hours: [8, 24] } }),
      'signal_priors.time.active_hours[1]: expected at most 23, got 24.',
    ],
    [
      withPriors({ filesystem, time: { active_hours: [8, 22], ticks: true } }),
      'question_templates: expected a question for ticks under "time", since a tick has no location, got [].',
    ],
    [
      { ...base, question_templates: { 'filesytem.created': 'At {location}?' } },
      'question_templates: expected "filesystem.created", or another key of a source of the module, alone or with a change that it waits for (filesystem, filesystem.created, filesystem.renamed), got "filesytem.created".',
    ],
    [{ ...base, question_templates: { 'filesystem.deleted': 'At {location}?' } }, 'got "filesystem.deleted"'],
    [{ ...base, question_templates: { mail: 'From {location}?' } }, 'got "mail"'],
    [
      { ...base, question_templates: { 'filesystem.created.x': 'At {location}?' } },
      'got "filesystem.created.x"',
    ],
    [
      { ...base, question_templates: { filesystem: 'Something?' } },
      'question_templates.filesystem: expected a question with {location}',
    ],
  ])('refuses what is wrong, %#', (json, problem) => {
    expect(problemOf(json)).toContain(problem);
  });

  it.each([
    ['a module of the clock alone', { time: { active_hours: [9, 10] } }, 'Time for the stand-up?', undefined],
    ['hours past midnight', { time: { active_hours: [22, 5], active_days: [4] } }, 'Late?', undefined],
    ['a module of tasks', { task: {} }, 'Did it fail?', undefined],
    [
      'a question for ticks',
      { filesystem, time: { active_hours: [8, 22], ticks: true } },
      'At {location}?',
      { time: 'Anything due?' },
    ],
    [
      'a question for one change',
      { filesystem },
      'At {location}?',
      { 'filesystem.renamed': 'Now at {location}?' },
    ],
    ['braces that are meant', { filesystem }, 'At {location} {{as written}}?', undefined],
  ])('takes %s', (_, signal_priors, question_template, question_templates) => {
    const json = {
      ...base,
      signal_priors,
      question_template,
      ...(question_templates && { question_templates }),
    };
    expect(problemOf(json)).toBe('none');
  });

  it('tells of five fields, counts the rest, and has all of them in its data', () => {
    const broken = {
      ...base,
      module_id: 1,
      cluster: 2,
      version: 3,
      question_template: 4,
      default_threshold: 'x',
      cooldown_seconds: 'x',
    };
    expect(problemOf(broken)).toMatch(/And 1 more\.$/);
    expect(() => compileModule(broken)).toThrow(
      expect.objectContaining({
        data: { problems: expect.objectContaining({ length: 6 }) as unknown },
      }) as Error,
    );
  });

  it('shows a long value only in part', () => {
    expect(problemOf({ ...base, version: 'v'.repeat(100) })).toMatch(/at most 64 characters, got "v{78}…\.$/);
  });

  it('refuses anything else with module.invalid, and takes again what it gave', () => {
    fc.assert(
      fc.property(fc.anything(), (json) => {
        expect(problemOf(json)).not.toBe('none');
      }),
    );
    const compiled = compileModule(base);
    expect(compileModule(structuredClone(compiled))).toEqual(compiled);
  });
});

it('threat: takes no folder and no address that is too long to be kept', () => {
  const folder = (length: number) =>
    problemOf(withPriors({ filesystem: { watch_directories: ['/in', `/${'ä'.repeat(length)}`] } }));
  expect(folder(499)).toBe('none');
  expect(folder(500)).toMatch(
    /^signal_priors\.filesystem\.watch_directories: expected at most 1000 bytes each, got "\/ää/,
  );
  const page = (length: number) =>
    problemOf(withPriors({ network: { endpoints: [`https://x.org/${'a'.repeat(length)}`] } }));
  expect(page(1_986)).toBe('none');
  expect(page(1_987)).toMatch(/^signal_priors\.network\.endpoints: expected at most 2000 bytes each, got /);
});
