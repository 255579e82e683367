import type { JudgementView, ListedSignal } from '@salience/contracts';
import { activationsOf, placesOf, type SignalRow } from '@salience/database/signals';
import type { ConsumerContext } from '../consumer-context.ts';
import type { Caller } from '../http/door.ts';
import { type JudgedPlace, judgementsOf, mattersMost, whySignal } from './judgements.ts';
import { signalView } from './signals.ts';

/** Signals as lists show them, each with what became of it: for one module, else for the one that it mattered most to. */
export async function listedSignals(
  { db }: ConsumerContext,
  { agent }: Caller,
  rows: readonly SignalRow[],
  module: string | undefined,
): Promise<ListedSignal[]> {
  if (rows.length === 0) return [];
  const places = await placesOf(
    db,
    agent.id,
    rows.map(({ id }) => id),
  );
  const opened = new Set(
    places.flatMap(({ judged }) => (judged ?? []).flatMap((one) => one.activation ?? [])),
  );
  const activations = opened.size === 0 ? [] : await activationsOf(db, agent.id, [...opened]);
  const byId = new Map(activations.map((row) => [row.id as string, row]));
  const bySignal = Map.groupBy(places, ({ signalId }) => signalId);
  return rows.map((row) => {
    const own = bySignal.get(row.id) ?? [];
    const judged = judgementsOf(own, byId).filter((one) => module === undefined || one.module === module);
    const best = mattersMost(judged);
    return {
      ...signalView(row),
      why: whyListed(own, judged),
      judged: best ?? null,
      label: (best?.activation_id && byId.get(best.activation_id)?.label) ?? null,
    };
  });
}

function whyListed(places: readonly JudgedPlace[], judged: readonly JudgementView[]): string {
  return whySignal(places.length, places.filter((place) => place.judged === null).length, judged);
}
