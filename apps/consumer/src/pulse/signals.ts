import type { ActivationState, JudgementView, SignalDetail, SignalView } from '@salience/contracts';
import { activationsOf, findSignal, type Judgement, type SignalRow } from '@salience/database/signals';
import type { ConsumerContext } from '../consumer-context.ts';
import type { Caller } from '../http/door.ts';
import { httpProblem } from '../http/problems.ts';
import { escalationReasonWords } from './reason-words.ts';

/** How a signal was judged in one cluster. */
export interface JudgedPlace {
  readonly cluster: string;
  readonly judged: readonly Judgement[] | null;
}

/** A signal as lists show it. */
export function signalView(row: SignalRow): SignalView {
  return {
    signal_id: row.id,
    source: row.source,
    location: row.location,
    delta_type: row.deltaType,
    magnitude: row.magnitude,
    own: row.own,
    at: row.at.toISOString(),
    taken_at: row.takenAt.toISOString(),
  };
}

/** A signal with how each module judged it. Throws 404 for one that the agent does not have. */
export async function signalDetail(
  context: ConsumerContext,
  caller: Caller,
  id: string,
): Promise<SignalDetail> {
  const found = await findSignal(context.db, caller.agent.id, id);
  if (found === undefined)
    throw httpProblem(
      404,
      'signal.unknown',
      'This agent has no signal with this id. GET /signals lists them.',
    );
  const { places, signal } = found;
  const judged = await judgementViews(context, caller, places);
  const waits = places.flatMap((place) => (place.judged === null ? [place.cluster] : []));
  return {
    ...signalView(signal),
    features: signal.features,
    why: whySignal(places.length, waits.length, judged),
    judged,
    waits_for: waits.toSorted(),
  };
}

/** Judgements as the API shows them, by cluster and module, with the state of what they opened. */
export async function judgementViews(
  { db }: ConsumerContext,
  { agent }: Caller,
  places: readonly JudgedPlace[],
): Promise<JudgementView[]> {
  const ids = new Set(
    places.flatMap(({ judged }) => (judged ?? []).flatMap(({ activation }) => activation ?? [])),
  );
  const opened = ids.size === 0 ? [] : await activationsOf(db, agent.id, [...ids]);
  return judgementsOf(places, new Map(opened.map((row) => [row.id, row])));
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
