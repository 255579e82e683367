import { leastOf } from '@salience/context';
import type { ActStep, SeenElement, Trust } from '@salience/contracts';
import type { ToolSpec } from '@salience/act';
import type { RunOrigin } from './open-run.ts';

/** What had a say in a run: its message, everything that its planner was shown, and what its actions brought back. */
export interface SayInRun {
  /** The least trusted of all. */
  readonly least: SeenElement;
  /** The first that was private: own memory, or what a private tool told; null for none. */
  readonly own: string | null;
  /** The person's words, and what was fetched: whoever wrote an address wrote it here. */
  readonly written: readonly string[];
}

interface Run {
  readonly book: { readonly runId: string; readonly steps: readonly ActStep[] };
  readonly origin: Pick<RunOrigin, 'text' | 'trust'>;
}

/**
 * Everything that had a say in a run, from its steps alone: a run that another worker or a later turn takes up is judged by the
 * prompts of before too (law 10).
 */
export function sayInRun({ book, origin }: Run, tools: readonly ToolSpec[]): SayInRun {
  const results = book.steps.filter(({ result }) => result !== null);
  const elements: SeenElement[] = [
    { section: 'message', id: book.runId, trust: origin.trust },
    ...book.steps.filter(({ kind, state }) => kind === 'plan' && state === 'done').map(seenBy),
    ...results.map((step) => ({
      section: 'result',
      id: idOf(step),
      trust: step.result?.trust ?? 'external',
    })),
  ];
  const isPrivate = new Set(tools.filter((tool) => tool.private).map(({ name }) => name));
  const told = results.find(({ call, state }) => state === 'succeeded' && isPrivate.has(call?.tool ?? ''));
  return {
    least: leastOf(elements),
    own: book.steps.find(({ seen }) => (seen?.own ?? null) !== null)?.seen?.own ?? (told ? idOf(told) : null),
    written: [
      origin.text,
      ...book.steps.flatMap(({ kind, note }) => (kind === 'steer' && note !== null ? [note] : [])),
      ...results.map(({ result }) => result?.text ?? ''),
    ],
  };
}

/** The lowest trust of what has a say in the run. */
export function trustOfRun(run: Run): Trust {
  return sayInRun(run, []).least.trust;
}

/** A plan that does not say what it was made from may have been made from anything. */
function seenBy({ n, seen }: ActStep): SeenElement {
  return seen?.least ?? { section: 'plan', id: String(n), trust: 'external' };
}

function idOf({ call, n }: ActStep): string {
  return `${n} ${call?.tool ?? ''}`;
}
