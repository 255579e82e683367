import { episodeBuildJob, memoryChunkJob, turnDigestJob } from '@salience/contracts';
import { acceptTurn, createReminder, newId } from '@salience/database';
import { done, type Queues } from '@salience/queues';
import { describe, expect, it } from 'vitest';
import { backends, openStage, start, until } from './stage.ts';

const minute = 60_000;

async function listen(queues: Queues): Promise<Set<string>> {
  const heard = new Set<string>();
  const options = { concurrency: 4, onDeadLetter: () => Promise.resolve() };
  await queues.work(turnDigestJob, async (payload) => (heard.add(payload.threadId), done()), options);
  await queues.work(memoryChunkJob, async (payload) => (heard.add(payload.exchangeId), done()), options);
  await queues.work(episodeBuildJob, async (payload) => (heard.add(payload.rangeId), done()), options);
  return heard;
}

describe.each(backends)('two scheduler processes on %s', (backend) => {
  it('send again what Postgres knows to be undone after every job was lost (law 1)', async () => {
    const stage = await openStage(backend);
    const { agentId } = stage;
    const thread = await stage.makeThread();
    const exchangeId = await stage.makeExchange(thread, 1);
    const rangeId = await stage.makeRange(thread, 1, 1);
    const waiting = await stage.makeThread();
    await acceptTurn(stage.db('salience_consumer'), {
      agentId,
      threadId: waiting,
      turnId: newId('turn'),
      newThreadId: newId('thread'),
      text: 'hello',
      source: 'test',
      caller: 'test',
      trust: 'user',
      now: start,
    } as never);
    const queues = await stage.queues();
    await queues.enqueue(memoryChunkJob, { agentId, exchangeId });
    await stage.emptyQueues();
    const heard = await listen(queues);
    for (let n = 0; n < 2; n += 1) stage.spawnApp('scheduler', 'salience_scheduler');
    await until('lane, exchange and range', () =>
      Promise.resolve([waiting, exchangeId, rangeId].every((id) => heard.has(id)) ? true : undefined),
    );
  });

  it('end silent threads and fire reminders as soon as business time moves, each once (law 15)', async () => {
    const stage = await openStage(backend);
    const thread = await stage.makeThread({ session: { openFromSeq: 1 } });
    await stage.makeExchange(thread, 1, { chunkState: 'chunked' });
    const reminded = await stage.makeThread();
    await createReminder(stage.db('salience_consumer'), {
      agentId: stage.agentId,
      thread: reminded,
      caller: 'test',
      text: 'call Ana',
      dueAt: new Date(start.getTime() + 60 * minute),
      source: 'test',
      now: start,
    });
    const heard = await listen(await stage.queues());
    for (let n = 0; n < 2; n += 1) stage.spawnApp('scheduler', 'salience_scheduler');
    await until('both to be ready', async () => {
      const ready = await stage.rows(
        "select 1 from salience.workers where app = 'scheduler' and state = 'ready'",
      );
      return ready.length === 2 ? true : undefined;
    });
    expect(await stage.rows('select 1 from salience.ranges')).toEqual([]);
    await stage.setTime(new Date(start.getTime() + 241 * minute));
    const range = await until('the range', async () => {
      const rows = await stage.rows<{ id: string }>('select id from salience.ranges where thread_id = $1', [
        thread,
      ]);
      return rows[0];
    });
    await until('its job and the wake-up of the reminder', () =>
      Promise.resolve(heard.has(range.id) && heard.has(reminded) ? true : undefined),
    );
    const turns = await stage.rows("select text from salience.turns where source = 'reminder'");
    expect(turns).toEqual([{ text: 'call Ana' }]);
    expect(await stage.rows('select state, turn_id is not null as turn from salience.reminders')).toEqual([
      { state: 'fired', turn: true },
    ]);
    expect(await stage.rows('select state from salience.threads where id = $1', [thread])).toEqual([
      { state: 'expired' },
    ]);
  });
});
