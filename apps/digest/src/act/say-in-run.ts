import { leastOf } from '@salience/context';
import { type ActStep, isTainted, type SeenElement, type ToolCall, type Trust } from '@salience/contracts';
import type { ToolSpec } from '@salience/act';
import { leavesOf, type WrittenText } from '@salience/safety';
import type { RunOrigin } from './open-run.ts';

/** Everything that influenced a run: its message, the planner's contexts, and the results of its actions. */
export interface SayInRun {
  /** The lowest trust of all. */
  readonly least: SeenElement;
  /** The first private element: own memory, or the result of a private tool. Null for none. */
  readonly own: string | null;
  /** The person's words and everything fetched, in order, to find who wrote an address. */
  readonly written: readonly WrittenText[];
}

interface ActionRun {
  readonly book: { readonly runId: string; readonly steps: readonly ActStep[] };
  readonly origin: Pick<RunOrigin, 'source' | 'text' | 'trust'>;
}

/**
 * Everything that influenced a run, read from its steps alone: if another worker or a later turn continues the run, the earlier
 * prompts count too (law 10).
 */
export function sayInRun({ book, origin }: ActionRun, tools: readonly ToolSpec[]): SayInRun {
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
  const known = new Map(tools.map((tool) => [tool.name, tool]));
  // A failure counts too: an error about several matching reminders names them.
  const told = results.find(({ attempt, call }) => attempt > 0 && known.get(call?.tool ?? '')?.private);
  return {
    least: leastOf(elements),
    own: book.steps.find(({ seen }) => (seen?.own ?? null) !== null)?.seen?.own ?? (told ? idOf(told) : null),
    written: [
      // A stranger's task names whom it wants to be written to: no person did.
      ...(origin.source === 'task' && isTainted(origin.trust) ? [] : [{ text: origin.text, said: [] }]),
      ...book.steps.flatMap(({ kind, note }) =>
        kind === 'steer' && note !== null ? [{ text: note, said: [] }] : [],
      ),
      ...fetched(book.steps, known),
    ],
  };
}

/**
 * Texts from tools that a person or a third party wrote: results of external tools, and memories. Our own messages about a call,
 * and failures, quote the caller; text that an earlier call of the run contained is listed with it.
 */
function fetched(steps: readonly ActStep[], known: ReadonlyMap<string, ToolSpec>): WrittenText[] {
  const said: string[] = [];
  let isTooMuch = false;
  return steps.flatMap(({ attempt, call, result, state }) => {
    const spec = known.get(call?.tool ?? '');
    const mine = call === null ? [] : saidBy(call, spec);
    // Too much to search: everything from here on may be an echo.
    isTooMuch ||= mine === null;
    if (isTooMuch) return [];
    said.push(...(mine ?? []));
    if (result === null || spec === undefined || attempt === 0 || state !== 'succeeded') return [];
    const isKept = spec.private && !isTainted(result.trust);
    return spec.external || isKept ? [{ text: result.text, said: [...said] }] : [];
  });
}

/** The lowest trust of everything that influenced the run. */
export function trustOfRun(run: ActionRun): Trust {
  return sayInRun(run, []).least.trust;
}

/** A plan without this record counts as made from external text. */
function seenBy({ n, seen }: ActStep): SeenElement {
  return seen?.least ?? { section: 'plan', id: String(n), trust: 'external' };
}

function idOf({ call, n }: ActStep): string {
  return `${n} ${call?.tool ?? ''}`;
}

/**
 * The free text of a call: all of its arguments except values that its tool defines, such as modes and fields; null if there is
 * too much to search.
 */
function saidBy({ arguments: args, tool }: ToolCall, spec: ToolSpec | undefined): string[] | null {
  if (args === null) return [tool];
  const leaves = leavesOf(args);
  if (leaves === null) return null;
  const named = JSON.stringify(spec?.inputSchema ?? {});
  const texts = leaves.map(({ text }) => text.trim()).filter((text) => text !== '' && !named.includes(text));
  return [...new Set(spec === undefined ? [tool, ...texts] : texts)];
}
