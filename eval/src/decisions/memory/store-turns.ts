import { turnExplanationSchema } from '@salience/contracts';
import {
  type ApiClient,
  concurrently,
  progressBar,
  readTranscript,
  type ReplayMessage,
  type ReplaySummary,
  replayTranscript,
  threadKey,
} from '@salience/cli/client';
import type { StoredConversation } from './ask-questions.ts';
import type { TurnRow } from './rows.ts';

const width = 8;
const patienceMs = 120_000;

/** What became of the turns of a file. */
export interface StoredTurns {
  readonly conversations: ReadonlyMap<string, StoredConversation>;
  readonly summary: ReplaySummary;
}

/** Says every turn of a file to the agent, as `salience replay` does, and waits until all of it is remembered. */
export async function storeTurns(
  client: ApiClient,
  lines: readonly string[],
  rows: readonly TurnRow[],
): Promise<StoredTurns> {
  const transcript = readTranscript(lines);
  const accepted: { readonly message: ReplayMessage; readonly turnId: string }[] = [];
  const bar = progressBar({ write: (text) => process.stderr.write(text), isTTY: process.stderr.isTTY });
  const summary = await replayTranscript(client, transcript, {
    width,
    patienceMs,
    onProgress: (progress) => bar.show(progress),
    onAccepted: (message, turnId) => accepted.push({ message, turnId }),
  }).finally(() => bar.end());

  const exchangeOf = new Map<string, string>();
  const saidAt = new Map<string, string>();
  await concurrently(accepted, width, async ({ message, turnId }) => {
    const { memory, turn } = await client.ask(`/turns/${turnId}/why`, turnExplanationSchema);
    const key = keyOf(message.thread, message.name);
    saidAt.set(key, message.at ?? turn.accepted_at);
    if (memory !== null) exchangeOf.set(key, memory.exchange_id);
  });
  const conversations = new Map<string, StoredConversation>();
  for (const [conv, own] of Map.groupBy(rows, (row) => row.conv)) {
    const thread = threadKey(conv);
    const turns = own.flatMap((row) => {
      const exchange = exchangeOf.get(keyOf(thread, row.turn));
      return exchange === undefined ? [] : [[exchange, row] as const];
    });
    conversations.set(conv, {
      thread,
      endedAt: transcript.threads.get(thread)?.at(-1)?.at,
      turns: new Map(turns),
      saidAt: new Map(
        own.flatMap(({ turn }) => {
          const at = saidAt.get(keyOf(thread, turn));
          return at === undefined ? [] : [[turn, at] as const];
        }),
      ),
      sessionOf: new Map(own.map(({ turn, session }) => [turn, session])),
    });
  }
  return { conversations, summary };
}

function keyOf(thread: string, turn: string | undefined): string {
  return JSON.stringify([thread, turn]);
}
