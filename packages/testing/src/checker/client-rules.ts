import type { ClientEntry } from './client-log.ts';

/** A turn as the rules about clients need it. */
export interface StoredTurn {
  readonly id: string;
  readonly thread_id: string;
  readonly seq: number;
  readonly state: string;
  readonly idempotency_key: string | null;
  readonly reply: string | null;
}

/** What the clients were told against what is stored. Each string is one violation. */
export function clientViolations(
  log: readonly ClientEntry[],
  turns: ReadonlyMap<string, StoredTurn>,
): string[] {
  return [...accepted(log, turns), ...keys(log), ...order(log, turns)];
}

function accepted(log: readonly ClientEntry[], turns: ReadonlyMap<string, StoredTurn>): string[] {
  return log.flatMap((entry) => {
    const turn = turns.get(entry.turnId);
    if (turn === undefined)
      return [`accepted turn exists: ${entry.turnId} (key ${entry.key}) is not in Postgres`];
    const found: string[] = [];
    if (turn.idempotency_key !== entry.key)
      found.push(
        `accepted turn exists: ${turn.id} has key ${turn.idempotency_key ?? 'none'}, the client sent ${entry.key}`,
      );
    if (turn.thread_id !== entry.threadId)
      found.push(
        `accepted turn exists: ${turn.id} is in ${turn.thread_id}, the client was told ${entry.threadId}`,
      );
    const { ended } = entry;
    if (ended !== undefined && (ended.state !== turn.state || ended.reply !== turn.reply)) {
      found.push(
        `what a client saw stays: ${turn.id} was ${ended.state} for its client and is ${turn.state}, or its reply changed`,
      );
    }
    return found;
  });
}

function keys(log: readonly ClientEntry[]): string[] {
  const byKey = Map.groupBy(log, (entry) => entry.key);
  return [...byKey].flatMap(([key, entries]) => {
    const turns = new Set(entries.map((entry) => entry.turnId));
    return turns.size > 1 ? [`a key is one turn: ${key} was answered with ${[...turns].join(' and ')}`] : [];
  });
}

/** A message that was sent after another of its thread had been accepted stands behind it. */
function order(log: readonly ClientEntry[], turns: ReadonlyMap<string, StoredTurn>): string[] {
  const byThread = Map.groupBy(log, (entry) => entry.threadId);
  return [...byThread.values()].flatMap((entries) => {
    const inOrder = entries.toSorted((a, b) => a.n - b.n);
    return inOrder.flatMap((entry, index) => {
      const before = inOrder[index - 1];
      const [seq, earlier] = [turns.get(entry.turnId)?.seq, before && turns.get(before.turnId)?.seq];
      if (
        before === undefined ||
        before.n === entry.n ||
        seq === undefined ||
        earlier === undefined ||
        earlier < seq
      )
        return [];
      return [
        `order of acceptance: message ${entry.n} of ${entry.threadId} stands at ${seq}, message ${before.n} at ${earlier}`,
      ];
    });
  });
}
