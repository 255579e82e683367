import type { ExperienceId, TurnId } from '@salience/contracts';
import type { Plants, TestDatabase } from '@salience/testing';

/** What an external tool is planted to have answered. */
export interface PlantedAnswer {
  readonly text: string;
  readonly request?: string;
  readonly at: Date;
}

/** An ended turn of a thread of its own in which an external tool answered; resolves with what was noted of it. */
export async function plantAnswer(
  database: TestDatabase,
  plants: Plants,
  { at, request = 'What can you find out about the Livraria Lello?', text }: PlantedAnswer,
): Promise<ExperienceId> {
  const threadId = await plants.thread();
  const exchangeId = await plants.exchange(threadId, 1, {
    message: request,
    reply: 'Here is what I found.',
    at,
  });
  const [turn] = await database.admin<{ turn_id: TurnId }>(
    `insert into salience.act_steps (run_id, n, agent_id, thread_id, turn_id, kind, state, call, result, at)
     select turn_id, 0, agent_id, thread_id, turn_id, 'action', 'succeeded', $2, $3, $4 from salience.exchanges where id = $1
     returning turn_id`,
    [
      exchangeId,
      JSON.stringify({ id: 'call', tool: 'guide__find', arguments: { about: 'Livraria Lello' } }),
      JSON.stringify({ outcome: 'succeeded', text, trust: 'external', transient: false, durationMs: 5 }),
      at,
    ],
  );
  const [row] = await database.admin<{ id: ExperienceId }>(
    'select id from salience.experiences where run_id = $1',
    [turn?.turn_id],
  );
  if (row === undefined) throw new Error('nothing was noted');
  return row.id;
}

/** An answer that is worth something, told apart by `mark`. */
export function bookshop(mark: string): string {
  return (
    `The Livraria Lello in Porto was built in 1906 by Xavier Esteves. Today the shop ${mark} opens at 9:30 in the morning. ` +
    'Entrance tickets cost 10 euros and are taken off the price of a book.'
  );
}
