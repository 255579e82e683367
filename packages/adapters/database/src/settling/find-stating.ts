import type { AgentId, TurnId } from '@salience/contracts';
import { type AboutTurn, type SaidTurn, StatementSearch, type StoredFact } from '@salience/memory';
import { namesOf, saidPages } from './find-about.ts';
import type { Client } from './memory-lock.ts';

/** What a request to forget a statement is about. */
export interface SaidStatement {
  readonly agentId: AgentId;
  readonly text: string;
  /** Who asks: "I" is them. Null: whoever speaks without a name. */
  readonly speaker: string | null;
  /** Turns accepted later are not looked at. */
  readonly until: Date;
}

/** Reads all turns of an agent, thread by thread, and its facts: the turns that say it. Writes nothing. */
export async function findStating(client: Client, wish: SaidStatement): Promise<AboutTurn<TurnId>[]> {
  const { agentId, speaker, text } = wish;
  const asker = await namesOf(client, agentId, [speaker ?? 'user']);
  const names = new Set([speaker ?? '', ...asker.names].map((name) => name.trim().toLowerCase()));
  const isOwner = speaker === null || asker.isOwner;
  const search = new StatementSearch({
    text,
    isAsker: (who) => (who === null ? isOwner : names.has(who.trim().toLowerCase())),
  });
  if (search.isEmpty) return [];
  const stated = await turnsOfFacts(client, agentId, search);
  const gone: AboutTurn<TurnId>[] = [];
  let thread: SaidTurn<TurnId>[] = [];
  const judge = (): void => {
    gone.push(...search.judge(thread, stated).filter((one) => one.gone));
    thread = [];
  };
  for await (const page of saidPages(client, wish)) {
    for (const turn of page) {
      if (thread.length > 0 && thread[0]?.threadId !== turn.threadId) judge();
      thread.push(turn);
    }
  }
  judge();
  return gone;
}

const pageFacts = 5_000;

async function turnsOfFacts(
  client: Client,
  agentId: AgentId,
  search: StatementSearch,
): Promise<ReadonlySet<TurnId>> {
  const turns = new Set<TurnId>();
  for (let after = ''; ; ) {
    const { rows } = await client.query<StoredFact & { id: string; turnId: TurnId | null }>({
      name: 'facts_stating',
      text: `select f.id, f.subject, f.key, f.value, coalesce(f.turn_id, e.turn_id) as "turnId"
        from salience.facts f left join salience.turn_ends e on e.exchange_id = f.exchange_id
        where f.agent_id = $1 and f.id > $2 order by f.id limit ${pageFacts}`,
      values: [agentId, after],
    });
    for (const { turnId, ...fact } of rows) if (turnId !== null && search.isFact(fact)) turns.add(turnId);
    after = rows.at(-1)?.id ?? '';
    if (rows.length < pageFacts) return turns;
  }
}
