import { leastOf } from '@salience/context';
import { type ActStep, isTainted, type SeenElement, type ToolCall, type Trust } from '@salience/contracts';
import type { ToolSpec } from '@salience/act';
import { leavesOf, type WrittenText } from '@salience/safety';
import type { RunOrigin } from './open-run.ts';

/** What had a say in a run: its message, everything that its planner was shown, and what its actions brought back. */
export interface SayInRun {
  /** The least trusted of all. */
  readonly least: SeenElement;
  /** The first private element: own memory, or the result of a private tool. Null for none. */
  readonly own: string | null;
  /** The person's words and everything fetched, in order, to find who wrote an address. */
  readonly written: readonly WrittenText[];
}

interface ActionRun {
  readonly book: { readonly runId: string; readonly steps: readonly ActStep[] };
  readonly origin: Pick<RunOrigin, 'text' | 'trust'>;
}

/**
 * Everything that had a say in a run, from its steps alone: a run that another worker or a later turn takes up is judged by the
 * prompts of before too (law 10).
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
      { text: origin.text, said: [] },
      ...book.steps.flatMap(({ kind, note }) =>
        kind === 'steer' && note !== null ? [{ text: note, said: [] }] : [],
      ),
      ...fetched(book.steps, known),
    ],
  };
}

/**
 * What tools brought that was written by somebody: results of other people's tools, and what the agent remembers of its person. Our own
 * words about a call, and a failure's, quote whoever called; what a call of the run had said before is said with it.
 */
function fetched(steps: readonly ActStep[], known: ReadonlyMap<string, ToolSpec>): WrittenText[] {
  const said: string[] = [];
  let isTooMuch = false;
  return steps.flatMap(({ attempt, call, result, state }) => {
    const spec = known.get(call?.tool ?? '');
    const mine = call === null ? [] : saidBy(call, spec);
    // Too much to be looked through: whatever comes from here on may only say it back.
    isTooMuch ||= mine === null;
    if (isTooMuch) return [];
    said.push(...(mine ?? []));
    if (result === null || spec === undefined || attempt === 0 || state !== 'succeeded') return [];
    const isKept = spec.private && !isTainted(result.trust);
    return spec.external || isKept ? [{ text: result.text, said: [...said] }] : [];
  });
}

/** The lowest trust of what has a say in the run. */
export function trustOfRun(run: ActionRun): Trust {
  return sayInRun(run, []).least.trust;
}

/** A plan that does not say what it was made from may have been made from anything. */
function seenBy({ n, seen }: ActStep): SeenElement {
  return seen?.least ?? { section: 'plan', id: String(n), trust: 'external' };
}

function idOf({ call, n }: ActStep): string {
  return `${n} ${call?.tool ?? ''}`;
}

/**
 * What a call says in words of its own: everything in its arguments but what its tool names itself, as its modes and its fields; null
 * where that is too much to be looked through.
 */
function saidBy({ arguments: args, tool }: ToolCall, spec: ToolSpec | undefined): string[] | null {
  if (args === null) return [tool];
  const leaves = leavesOf(args);
  if (leaves === null) return null;
  const named = JSON.stringify(spec?.inputSchema ?? {});
  const texts = leaves.map(({ text }) => text.trim()).filter((text) => text !== '' && !named.includes(text));
  return [...new Set(spec === undefined ? [tool, ...texts] : texts)];
}
