import type { KeptItemView } from '@salience/contracts';

/** The parts of an episode that an export shows beside its gist, each with its name. Deterministic. */
export function episodeParts(episode: KeptItemView): { readonly name: string; readonly text: string }[] {
  const context = fields(episode['context']);
  const emotion = fields(episode['emotion']);
  const felt = [words(emotion['type']), words(emotion['arc'])].filter((text) => text !== '').join(', ');
  const kind = [words(episode['intent_type']), words(episode['direction'])].filter((text) => text !== '');
  const parts: readonly (readonly [name: string, text: string])[] = [
    ['intent', `${words(episode['intent'])}${kind.length === 0 ? '' : ` (${kind.join(', ')})`}`.trim()],
    ['situation', words(context['situational'])],
    ['conversation', words(context['conversational'])],
    ['constraints', list(context['constraints'])],
    ['actions', words(episode['action'])],
    ['outcome', words(episode['outcome'])],
    [
      'emotion',
      felt === '' ? '' : `${felt} (${share(emotion['valence'])} good, ${share(emotion['intensity'])} strong)`,
    ],
    ['factors', factors(episode['factors'])],
    ['durability', words(episode['durability'])],
    ['unfinished', list(episode['open_loops'])],
  ];
  return parts.flatMap(([name, text]) => (text === '' ? [] : [{ name, text }]));
}

function factors(value: unknown): string {
  return Object.entries(fields(value))
    .flatMap(([name, weight]) => (typeof weight === 'number' ? [`${name} ${share(weight)}`] : []))
    .join(', ');
}

function fields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function list(value: unknown): string {
  return Array.isArray(value)
    ? value
        .map(words)
        .filter((text) => text !== '')
        .join('; ')
    : '';
}

function words(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function share(value: unknown): string {
  return typeof value === 'number' ? value.toFixed(2) : '?';
}
