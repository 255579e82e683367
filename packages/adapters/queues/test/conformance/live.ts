import { type EndedEvent, type EventPosition, formatId, type LiveEvent } from '@salience/contracts';
import { expect, it } from 'vitest';
import type { PositionedEvent } from '../../src/index.ts';
import type { Suite } from '../conformance.ts';
import { freshTurn } from '../contracts.ts';
import { openQueues, until } from '../desk.ts';

const at = (fence: number, n: number): EventPosition => ({ fence, n });
const delta = (fence: number, n: number, text: string): PositionedEvent => ({
  position: at(fence, n),
  event: { type: 'delta', text },
});
const status = (fence: number, n: number): PositionedEvent => ({
  position: at(fence, n),
  event: { type: 'status', status: 'thinking' },
});
const ended = (fence: number, n: number): PositionedEvent => ({
  position: at(fence, n),
  event: { type: 'ended' },
});

/** The content of an end, in these words. */
function toldEnd(text: string): NonNullable<EndedEvent['told']> {
  const turn_id = freshTurn();
  return {
    agent_id: formatId('agent', new Uint8Array(16)),
    end: {
      outcome: { type: 'error', turn_id, code: 'model.timeout', message: text, recoverable: true },
      done: { type: 'done', turn_id, state: 'failed', duration_ms: 0.5 },
    },
  };
}

/** Notes what a subscriber hears. */
function ear() {
  const heard: { position: EventPosition; event: LiveEvent }[] = [];
  return {
    heard,
    listener: (position: EventPosition, event: LiveEvent) => {
      heard.push({ position, event });
    },
    text: () => heard.map(({ event }) => (event.type === 'delta' ? event.text : '')).join(''),
    types: () => heard.map(({ event }) => event.type),
    ended: () => heard.some(({ event }) => event.type === 'ended'),
  };
}

export function liveCases(suite: Suite): void {
  it('drops what is kept of some turns, and nothing of others', async () => {
    const { queues } = await suite.desk();
    const [gone, kept] = [freshTurn(), freshTurn()];
    for (const turn of [gone, kept]) await queues.live.publish(turn, [delta(1, 1, 'secret'), ended(1, 2)]);
    await queues.live.forget([gone, freshTurn()]);
    await queues.live.forget([]);
    const [later, other] = [ear(), ear()];
    await queues.live.subscribe(gone, undefined, later.listener);
    await queues.live.subscribe(kept, undefined, other.listener);
    await until(other.ended);
    await queues.live.publish(gone, [ended(2, 1)]);
    await until(later.ended);
    expect(later.text()).toBe('');
    expect(other.text()).toBe('secret');
  });

  it('delivers across processes, in order', async () => {
    const desk = await suite.desk();
    const other = await openQueues(desk.connection);
    const turn = freshTurn();
    const first = ear();
    await other.live.subscribe(turn, undefined, first.listener);
    await desk.queues.live.publish(turn, [status(1, 1)]);
    await desk.queues.live.publish(turn, [delta(1, 2, 'Hel'), delta(1, 3, 'lo')]);
    await desk.queues.live.publish(turn, [ended(1, 4)]);
    await until(first.ended);
    expect(first.types().filter((type) => type !== 'delta')).toEqual(['status', 'ended']);
    expect(first.text()).toBe('Hello');
    expect(first.heard.at(-2)?.position).toEqual(at(1, 3));
  });

  it('replays what is kept, all of it or after a position, and only of the turn asked for', async () => {
    const desk = await suite.desk();
    const [turn, stranger] = [freshTurn(), freshTurn()];
    await desk.queues.live.publish(stranger, [status(1, 1)]);
    await desk.queues.live.publish(turn, [status(1, 1)]);
    await desk.queues.live.publish(turn, [delta(1, 2, 'a'), status(1, 3)]);
    await desk.queues.live.publish(turn, [delta(1, 4, 'b'), ended(1, 5)]);
    const [all, rest] = [ear(), ear()];
    await desk.queues.live.subscribe(turn, undefined, all.listener);
    await desk.queues.live.subscribe(turn, at(1, 3), rest.listener);
    expect(all.types()).toEqual(['status', 'delta', 'status', 'delta', 'ended']);
    expect(rest.heard.map(({ position }) => position.n)).toEqual([4, 5]);
  });

  it('joins replay and live without gap or duplicate, for subscribers that come at any time', {
    timeout: 60_000,
  }, async () => {
    const desk = await suite.desk();
    const other = await openQueues(desk.connection);
    const turn = freshTurn();
    const ears = [ear()];
    await other.live.subscribe(turn, undefined, ears[0]?.listener ?? (() => {}));
    const joining: Promise<unknown>[] = [];
    let expected = '';
    for (let n = 1; n <= 2_000; n++) {
      expected += `${n} `;
      await desk.queues.live.publish(turn, [delta(1, n, `${n} `)]);
      if (n % 400 === 0) {
        const late = ear();
        ears.push(late);
        joining.push(other.live.subscribe(turn, undefined, late.listener));
      }
    }
    await desk.queues.live.publish(turn, [ended(1, 2_001)]);
    await Promise.all(joining);
    await until(() => ears.every((one) => one.ended()), 20_000);
    for (const one of ears) expect(one.text()).toBe(expected);
  });

  it('brings the end of a turn with its content, however long, after all that was said before', async () => {
    const desk = await suite.desk();
    const other = await openQueues(desk.connection);
    // One fits into a notification of Postgres, one does not, and many ends leave together.
    const turns = Array.from({ length: 12 }, (_, index) => ({
      turn: freshTurn(),
      told: toldEnd(index % 3 === 0 ? 'long é\n\t '.repeat(2_000) : `short ${index}`),
      heard: ear(),
    }));
    for (const { turn, heard } of turns) await other.live.subscribe(turn, undefined, heard.listener);
    await Promise.all(
      turns.map(async ({ turn, told }, index) => {
        await desk.queues.live.publish(turn, [status(1, 1), delta(1, 2, 'a'.repeat(index * 1_000))]);
        await desk.queues.live.publish(turn, [
          delta(1, 3, 'b'),
          { position: at(1, 4), event: { type: 'ended', told } },
        ]);
      }),
    );
    await until(() => turns.every(({ heard }) => heard.ended()));
    for (const [index, { told, heard }] of turns.entries()) {
      expect(heard.text()).toBe(`${'a'.repeat(index * 1_000)}b`);
      expect(heard.heard.at(-1)?.event).toEqual({ type: 'ended', told });
    }
  });

  it('law 3: drops what a worker of a lower fence still says', async () => {
    const desk = await suite.desk();
    const zombie = await openQueues(desk.connection);
    const turn = freshTurn();
    const [one, late] = [ear(), ear()];
    await desk.queues.live.subscribe(turn, undefined, one.listener);
    await zombie.live.publish(turn, [delta(3, 1, 'old '), status(3, 2)]);
    await desk.queues.live.publish(turn, [status(4, 1)]);
    await zombie.live.publish(turn, [delta(3, 3, 'ghost '), status(3, 4)]);
    await desk.queues.live.publish(turn, [delta(4, 2, 'new'), ended(4, 3)]);
    await until(one.ended);
    expect(one.heard.map(({ position }) => position.fence)).toEqual([3, 3, 4, 4, 4]);
    await desk.queues.live.subscribe(turn, at(3, 2), late.listener);
    expect(late.heard.every(({ position }) => position.fence === 4)).toBe(true);
    expect(late.text()).toBe('new');
  });

  it('hears nothing any more after leaving, while another subscriber goes on', async () => {
    const desk = await suite.desk();
    const turn = freshTurn();
    const [gone, stays] = [ear(), ear()];
    const leave = await desk.queues.live.subscribe(turn, undefined, gone.listener);
    await desk.queues.live.subscribe(turn, undefined, stays.listener);
    await leave();
    await desk.queues.live.publish(turn, [ended(1, 1)]);
    await until(stays.ended);
    expect(gone.heard).toEqual([]);
  });

  it('one throwing listener does not disturb the others', async () => {
    const desk = await suite.desk();
    const turn = freshTurn();
    const calm = ear();
    await desk.queues.live.subscribe(turn, undefined, () => {
      throw new Error('broken pipe');
    });
    await desk.queues.live.subscribe(turn, undefined, calm.listener);
    await desk.queues.live.publish(turn, [status(1, 1)]);
    await desk.queues.live.publish(turn, [ended(1, 2)]);
    await until(calm.ended);
    expect(calm.types()).toEqual(['status', 'ended']);
  });

  it('law 8: who listens when another one stops, or just after, hears what is sent from then on', async () => {
    const desk = await suite.desk();
    const hears = async (): Promise<{ heard: string[]; stop: () => Promise<void> }> => {
      const heard: string[] = [];
      return { heard, stop: await desk.queues.signals.listen('again', (payload) => heard.push(payload)) };
    };
    const first = await hears();
    await first.stop();
    const after = await hears();
    await desk.queues.signals.send('again', 'one');
    await until(() => after.heard.includes('one'));
    const [, during] = await Promise.all([after.stop(), hears()]);
    await desk.queues.signals.send('again', 'two');
    await until(() => during.heard.includes('two'));
    expect([first.heard, after.heard, during.heard]).toEqual([[], ['one'], ['two']]);
    await during.stop();
  });

  it('carries signals to every listener of a channel', async () => {
    const desk = await suite.desk();
    const other = await openQueues(desk.connection);
    const heard: string[] = [];
    const stop = await other.signals.listen('cancel', (payload) => heard.push(`a ${payload}`));
    await other.signals.listen('cancel', (payload) => heard.push(`b ${payload}`));
    await other.signals.listen('else', (payload) => heard.push(`c ${payload}`));
    await desk.queues.signals.send('cancel', 'turn_1');
    await until(() => heard.length === 2);
    expect(heard.toSorted()).toEqual(['a turn_1', 'b turn_1']);
    await stop();
    await desk.queues.signals.send('cancel', 'turn_2');
    await until(() => heard.includes('b turn_2'));
    expect(heard).not.toContain('a turn_2');
    const large = desk.queues.signals.send('cancel', 'x'.repeat(4_001));
    await expect(large).rejects.toMatchObject({ code: 'queues.signal-too-large' });
  });

  it('another installation on the same server hears nothing', async () => {
    const [desk, stranger] = [await suite.desk(), await suite.desk()];
    const heard: string[] = [];
    await stranger.queues.signals.listen('cancel', (payload) => heard.push(payload));
    await desk.queues.signals.send('cancel', 'ours');
    await stranger.queues.signals.send('cancel', 'theirs');
    await until(() => heard.length > 0);
    expect(heard).toEqual(['theirs']);
  });
}
