import type { KeptItemView } from '@salience/contracts';
import { counted } from '@salience/supervisor/home';
import { episodeParts } from './episode-lines.ts';
import { FileNames } from './file-names.ts';

/** A page of an export. The path has forward slashes and stays below the folder, whatever the names in memory. */
export interface MemoryPage {
  readonly path: string;
  readonly text: string;
}

const person = (item: KeptItemView): string => textOf(item, 'person');
const isLive = (item: KeptItemView): boolean => (item['valid_to'] ?? null) === null;

/**
 * What is remembered as pages that a person reads: identity.md, people/<name>.md, days/<date>.md, concepts/<name>.md. What
 * was superseded is there, marked. Same items, same pages.
 */
export function memoryPages(items: readonly KeptItemView[]): MemoryPage[] {
  const of = (kind: KeptItemView['kind']): KeptItemView[] => items.filter((item) => item.kind === kind);
  return [
    identityPage(of('autobiography'), items.length),
    ...peoplePages(of),
    ...dayPages(of),
    ...conceptPages(of),
  ];
}

type Of = (kind: KeptItemView['kind']) => KeptItemView[];

function identityPage(versions: readonly KeptItemView[], total: number): MemoryPage {
  const latest = versions.toSorted((a, b) => Number(b['version']) - Number(a['version']))[0];
  const lines = ['# Identity', '', `Exported from ${counted(total, 'item')}.`];
  const sections = Object.entries(
    (latest?.['sections'] ?? {}) as Record<string, readonly { text: string }[]>,
  );
  if (latest !== undefined)
    lines.push('', `Autobiography, version ${String(latest['version'])}, of ${latest.at.slice(0, 10)}.`);
  for (const [name, statements] of sections) {
    const told = statements.filter(({ text }) => text !== '').map(({ text }) => `- ${inline(text)}`);
    if (told.length > 0) lines.push('', `## ${inline(name)}`, '', ...told);
  }
  return { path: 'identity.md', text: `${lines.join('\n')}\n` };
}

function peoplePages(of: Of): MemoryPage[] {
  const names = new FileNames();
  const people = Map.groupBy(of('trait'), person);
  return [...people]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([name, traits]) => ({
      path: `people/${names.of(name)}.md`,
      text: page(name, [
        ...traits.filter(isLive).map((trait) => `- ${statement(trait)} ${origin(trait)}`),
        ...listed(
          '## Before',
          traits.filter((trait) => !isLive(trait)).map((trait) => `- ${statement(trait)}${until(trait)}`),
        ),
        ...listed(
          '## Facts',
          of('fact')
            .filter((fact) => textOf(fact, 'subject').toLowerCase() === name.toLowerCase())
            .map((fact) => `- ${inline(fact.text)}${until(fact)} ${origin(fact)}`),
        ),
      ]),
    }));
}

function dayPages(of: Of): MemoryPage[] {
  const days = Map.groupBy([...of('exchange'), ...of('episode')], (item) => dayOf(item.at));
  return [...days]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([day, items]) => {
      const talk = items
        .filter(({ kind }) => kind === 'exchange')
        .toSorted((a, b) => a.at.localeCompare(b.at));
      const threads = Map.groupBy(talk, (item) => textOf(item, 'thread_id'));
      const episodes = items.filter(({ kind }) => kind === 'episode');
      return {
        path: `days/${day}.md`,
        text: page(day, [
          ...listed('## In short', episodes.flatMap(inShort)),
          ...[...threads].flatMap(([thread, said]) => [
            '',
            `## Thread ${thread}`,
            '',
            ...said.flatMap(spoken),
          ]),
        ]),
      };
    });
}

function inShort(episode: KeptItemView): string[] {
  const parts = episodeParts(episode).map(({ name, text }) => `  - ${name}: ${inline(text)}`);
  return [`- ${inline(episode.text)} ${origin(episode)}`, ...parts];
}

function spoken(exchange: KeptItemView): string[] {
  const who = textOf(exchange, 'speaker') || 'user';
  const reply = textOf(exchange, 'reply');
  const lines = [
    `- ${exchange.at.slice(11, 16)} **${inline(who)}**: ${inline(exchange.text)} ${origin(exchange)}`,
  ];
  return reply === '' ? lines : [...lines, `  - ${inline(reply)}`];
}

function conceptPages(of: Of): MemoryPage[] {
  const names = new FileNames();
  const episodes = new Map(of('episode').map((episode) => [episode.id, episode]));
  const relations = of('relation');
  return of('concept')
    .toSorted((a, b) => textOf(a, 'name').localeCompare(textOf(b, 'name')))
    .map((concept) => {
      const own = relations.filter(
        (relation) => relation['from_id'] === concept.id || relation['to_id'] === concept.id,
      );
      const seen = concept.sources.flatMap((id) => episodes.get(id) ?? []);
      return {
        path: `concepts/${names.of(textOf(concept, 'name'))}.md`,
        text: page(textOf(concept, 'name'), [
          `A ${inline(textOf(concept, 'type'))}. ${inline(textOf(concept, 'definition'))} ${origin(concept)}`.replace(
            / {2,}/g,
            ' ',
          ),
          ...listed(
            '## Relations',
            own.map((relation) => `- ${inline(relation.text)}${until(relation)} ${origin(relation)}`),
          ),
          ...listed(
            '## Mentions',
            seen.map((episode) => `- ${dayOf(episode.at)}: ${inline(episode.text)}`),
          ),
        ]),
      };
    });
}

const until = (item: KeptItemView): string =>
  isLive(item) ? '' : ` (until ${dayOf(textOf(item, 'valid_to'))})`;
const page = (title: string, lines: readonly string[]): string =>
  `${[`# ${inline(title)}`, '', ...lines].join('\n')}\n`;
const listed = (heading: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ['', heading, '', ...lines];
const statement = (trait: KeptItemView): string =>
  `${inline(textOf(trait, 'key').replaceAll('_', ' '))}: ${inline(textOf(trait, 'value'))}`;
const origin = (item: KeptItemView): string => `<!-- ${item.id}, trust ${item.trust} -->`;
const dayOf = (at: string): string => /^\d{4}-\d{2}-\d{2}/.exec(at)?.[0] ?? 'undated';

function textOf(item: KeptItemView, field: string): string {
  const value = item[field];
  return typeof value === 'string' ? value : '';
}

/** A text on one line in which nothing is markup. */
function inline(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_[\]<>#|]/g, '\\$&');
}
