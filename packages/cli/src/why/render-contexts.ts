import { stripVTControlCharacters } from 'node:util';
import type { ContextView } from '@salience/contracts';
import { counted } from '@salience/supervisor/home';
import { colour, table } from '../terminal.ts';

/** What the models of a turn saw: for each call the shares of its sections and what was left out, and the texts where they came along. */
export function renderContexts(contexts: readonly ContextView[]): string[] {
  return contexts.flatMap((context) => [
    colour.bold(`Model call ${context.call + 1}: ${context.role} by ${context.model}`),
    colour.dim(
      `  instructions ${context.template}, ${context.tokens} tokens, of these at most ${context.budgetTokens} of context${compaction(context)}`,
    ),
    ...(context.sections.length === 0 ? [] : [sections(context)]),
    ...leftOut(context),
    ...toolsLeftOut(context),
    ...names(context),
    ...(context.fault === undefined
      ? []
      : [colour.red(`  refused: ${stripVTControlCharacters(context.fault)}`)]),
    ...texts(context),
  ]);
}

function compaction({ compacted }: ContextView): string {
  if (compacted === 'no') return '';
  return compacted === 'window'
    ? ', compacted to fit the window'
    : ', compacted because the provider found it too long';
}

function sections({ sections: rows }: ContextView): string {
  const cells = rows
    .filter(({ items, dropped }) => items + dropped > 0)
    .map((row) => [
      row.section,
      `${row.share}`,
      `${row.used}`,
      `${row.lent}`,
      `${row.items}`,
      `${row.dropped}`,
    ]);
  return table(['section', 'share', 'used', 'lent', 'items', 'left out'], cells).replaceAll(/^/gm, '  ');
}

function leftOut({ items }: ContextView): string[] {
  return items
    .filter((item) => !item.included && item.why !== 'empty')
    .map((item) =>
      colour.dim(
        `  left out: ${item.id} (${item.section}, relevance ${item.relevance.toFixed(2)}): ${item.why}`,
      ),
    );
}

/** The tools that there was no room for. */
function toolsLeftOut({ tools }: ContextView): string[] {
  if (tools === undefined || tools.left.length === 0) return [];
  const names = stripVTControlCharacters(tools.left.join(', '));
  return [
    colour.dim(`  ${counted(tools.offered, 'tool')} offered; no room for ${tools.left.length}: ${names}`),
  ];
}

/** What the short names in the texts stand for. */
function names({ items, system }: ContextView): string[] {
  const named = items.flatMap(({ id, ref }) => (ref === undefined ? [] : [`${ref} ${id}`]));
  return system === undefined || named.length === 0 ? [] : [colour.dim(`  names: ${named.join(', ')}`)];
}

function texts({ system, messages }: ContextView): string[] {
  if (system === undefined) return [];
  return [
    colour.dim('  --- system'),
    stripVTControlCharacters(system),
    ...(messages ?? []).flatMap((message) => [
      colour.dim(`  --- ${message.role}`),
      stripVTControlCharacters(
        [
          ...(message.content === '' ? [] : [message.content]),
          ...[...(message.calls ?? []), ...(message.results ?? [])].map((one) => JSON.stringify(one)),
        ].join('\n'),
      ),
    ]),
  ];
}
