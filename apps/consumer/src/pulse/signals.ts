import type { SignalDetail, SignalView } from '@salience/contracts';
import { findSignal, type SignalRow } from '@salience/database/signals';
import type { ConsumerContext } from '../consumer-context.ts';
import type { Caller } from '../http/door.ts';
import { httpProblem } from '../http/problems.ts';
import { activationView } from './activation-view.ts';
import { activationsOfPlaces, judgementsOf, whySignal } from './judgements.ts';

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
  const activations = await activationsOfPlaces(context, caller, places);
  const judged = judgementsOf(places, new Map(activations.map((row) => [row.id, row])));
  const waits = places.flatMap((place) => (place.judged === null ? [place.cluster] : []));
  return {
    ...signalView(signal),
    features: signal.features,
    why: whySignal(places.length, waits.length, judged),
    judged,
    activations: activations.map(activationView),
    waits_for: waits.toSorted(),
  };
}
