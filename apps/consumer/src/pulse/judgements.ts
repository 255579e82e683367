import type { ActivationState, JudgementView } from '@salience/contracts';
import { type ActivationRow, activationsOf, type Judgement } from '@salience/database/signals';
import type { ConsumerContext } from '../consumer-context.ts';
import type { Caller } from '../http/door.ts';
import { escalationReasonWords } from './reason-words.ts';

/** How a signal was judged in one cluster. */
export interface JudgedPlace {
  readonly cluster: string;
  readonly judged: readonly Judgement[] | null;
}

/** What the judgements of these places opened or joined. */
export async function activationsOfPlaces(
  { db }: ConsumerContext,
  { agent }: Caller,
  places: readonly JudgedPlace[],
): Promise<ActivationRow[]> {
  const ids = new Set(
    places.flatMap(({ judged }) => (judged ?? []).flatMap(({ activation }) => activation ?? [])),
  );
  return ids.size === 0 ? [] : activationsOf(db, agent.id, [...ids]);
}

/** Judgements as the API shows them, by cluster and module; `opened`: the activations that they opened or joined, by id. */
export function judgementsOf(
  places: readonly JudgedPlace[],
  opened: ReadonlyMap<string, { readonly state: ActivationState }>,
): JudgementView[] {
  return places
    .flatMap(({ cluster, judged }) => (judged ?? []).map((one) => ({ cluster, ...one })))
    .map(({ activation, ...judgement }) => ({
      ...judgement,
      why: escalationReasonWords(judgement),
      activation_id: activation ?? null,
      activation_state: (activation && opened.get(activation)?.state) ?? null,
    }))
    .toSorted((a, b) => (`${a.cluster} ${a.module}` < `${b.cluster} ${b.module}` ? -1 : 1));
}

/** The judgement that woke the agent, else that of the module that the signal mattered most to. */
export function mattersMost(judged: readonly JudgementView[]): JudgementView | undefined {
  return judged.toSorted((a, b) => rank(a) - rank(b) || (b.score ?? -1) - (a.score ?? -1))[0];
}

/** What became of a signal, in one sentence: of what woke the agent, else of the module that it mattered most to. */
export function whySignal(places: number, waiting: number, judged: readonly JudgementView[]): string {
  if (places === 0) return 'No module declares signals like it.';
  const best = mattersMost(judged);
  if (best !== undefined) return `${best.module}: ${best.why}`;
  return waiting > 0 ? 'It waits to be judged.' : 'No module of its clusters was there to judge it.';
}

function rank({ activation_id: activation, reason }: JudgementView): number {
  if (reason === 'woke' || reason === 'ambiguous') return 0;
  return activation === null ? 2 : 1;
}
