import {
  type DeltaType,
  deltaTypes,
  type Fingerprint,
  type SignalSource,
  signalSources,
} from '@salience/contracts';
import { placeholderNames } from '../question/placeholders.ts';
import { namesIn, parseTemplate } from '../question/parse-template.ts';
import { nearestName } from './nearest-name.ts';
import { type FieldProblem, shown } from './shape-problems.ts';

/** Sources whose signals are about a place that a question has to name. */
const sourcesWithPlace: readonly SignalSource[] = ['filesystem', 'memory', 'network', 'mail', 'hook'];

/** What a schema cannot say of a module: sources, extensions, templates. */
export function meaningProblems(fingerprint: Fingerprint): FieldProblem[] {
  const { question_template, question_templates = {}, signal_priors } = fingerprint;
  const sources = signalSources.filter((source) => signal_priors[source] !== undefined);
  const placed = sources.some((source) => sourcesWithPlace.includes(source));
  return [
    ...(sources.length === 0 ? [noSource] : []),
    ...extensionProblems(fingerprint),
    ...placeProblems(fingerprint),
    ...templateProblems('question_template', question_template, placed),
    ...Object.entries(question_templates).flatMap(([key, template]) => [
      ...keyProblems(key, fingerprint, sources),
      ...templateProblems(`question_templates.${key}`, template, isPlaced(key)),
    ]),
    ...tickProblems(fingerprint, placed),
  ];
}

const noSource: FieldProblem = {
  path: 'signal_priors',
  expected: `at least one source (${signalSources.join(', ')})`,
  got: 'none',
};

function extensionProblems({ signal_priors: { filesystem } }: Fingerprint): FieldProblem[] {
  const both = filesystem?.irrelevant_extensions.find((one) => filesystem.relevant_extensions.includes(one));
  if (both === undefined) return [];
  const path = 'signal_priors.filesystem.irrelevant_extensions';
  return [{ path, expected: 'extensions that are not relevant ones too', got: shown(both) }];
}

/** Bytes of UTF-8 that a key of a row may have. */
const folderBytesMax = 1_000;
const addressBytesMax = 2_000;

function placeProblems({ signal_priors: { filesystem, network } }: Fingerprint): FieldProblem[] {
  const tooLong = (path: string, places: readonly string[], max: number): FieldProblem[] => {
    const long = places.find((place) => new TextEncoder().encode(place).length > max);
    if (long === undefined) return [];
    return [{ path, expected: `at most ${max} bytes each`, got: shown(long) }];
  };
  return [
    ...tooLong(
      'signal_priors.filesystem.watch_directories',
      filesystem?.watch_directories ?? [],
      folderBytesMax,
    ),
    ...tooLong('signal_priors.network.endpoints', network?.endpoints ?? [], addressBytesMax),
  ];
}

function templateProblems(path: string, template: string, placed: boolean): FieldProblem[] {
  const { pieces, problem } = parseTemplate(template);
  if (pieces === undefined) {
    const [expected = '', got = ''] = problem.replace(/^expected /, '').split(', got ');
    return [{ path, expected, got }];
  }
  const names = namesIn(pieces);
  const unknown = names.find((name) => !placeholderNames.includes(name));
  if (unknown !== undefined) {
    const near = nearestName(unknown, placeholderNames);
    const expected = `${near === undefined ? '' : `{${near}}, or another `}placeholder of {${placeholderNames.join('}, {')}}`;
    return [{ path, expected, got: `{${unknown}}` }];
  }
  return !placed || names.includes('location')
    ? []
    : [{ path, expected: 'a question with {location}, which says what it is about', got: shown(template) }];
}

function isPlaced(key: string): boolean {
  return sourcesWithPlace.some((source) => key === source || key.startsWith(`${source}.`));
}

function keyProblems(
  key: string,
  { signal_priors }: Fingerprint,
  sources: readonly SignalSource[],
): FieldProblem[] {
  const keys = sources.flatMap((source) => [
    source,
    ...deltasOf(source, signal_priors).map((delta) => `${source}.${delta}`),
  ]);
  if (keys.includes(key)) return [];
  const near = nearestName(key, keys);
  const expected = `${near === undefined ? '' : `"${near}", or another `}key of a source of the module, alone or with a change that it waits for (${keys.join(', ')})`;
  return [{ path: 'question_templates', expected, got: shown(key) }];
}

/** The changes that a module waits for at a source. */
function deltasOf(source: SignalSource, { filesystem }: Fingerprint['signal_priors']): readonly DeltaType[] {
  if (source === 'time') return ['tick'];
  return source === 'filesystem'
    ? (filesystem?.deltas ?? [])
    : deltaTypes.filter((delta) => delta !== 'tick');
}

/** A tick has no location: a question that names one would be about nothing. */
function tickProblems(fingerprint: Fingerprint, placed: boolean): FieldProblem[] {
  const { question_templates = {}, signal_priors } = fingerprint;
  if (!placed || signal_priors.time?.ticks !== true) return [];
  if (Object.hasOwn(question_templates, 'time') || Object.hasOwn(question_templates, 'time.tick')) return [];
  const expected = 'a question for ticks under "time", since a tick has no location';
  return [{ path: 'question_templates', expected, got: shown(Object.keys(question_templates)) }];
}
