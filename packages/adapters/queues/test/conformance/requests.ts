import { expect, it } from 'vitest';
import { answerRequests, createAsker } from '../../src/index.ts';
import type { Suite } from '../conformance.ts';
import { openQueues, until } from '../desk.ts';

const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
/** Nothing here depends on how long it is; a machine may be slow. */
const withinMs = 20_000;

export function requestCases(suite: Suite): void {
  /** A process that answers under a name, and one that asks. */
  const both = async (answer: (body: string) => Promise<string | undefined>) => {
    const desk = await suite.desk();
    const other = await openQueues(desk.connection);
    const stop = await answerRequests(other.signals, 'holder', answer, log);
    return { asker: createAsker(desk.queues.signals, 'asker'), stop, signals: desk.queues.signals };
  };

  it('answers the one who asked, each question its own answer, however long', async () => {
    const long = Array.from({ length: 20_000 }, (_, n) => `Número ${n * 7_919}`).join(' ');
    const { asker } = await both((body) => Promise.resolve(`${body}: ${long}`));
    const other = createAsker((await suite.desk()).queues.signals, 'asker');
    const answers = await Promise.all(
      ['one', 'two', 'três'].map((body) => asker.ask('holder', body, withinMs)),
    );
    expect(answers).toEqual(['one', 'two', 'três'].map((body) => `${body}: ${long}`));
    // Queues of another namespace know no such worker.
    expect(await other.ask('holder', 'one', 50)).toBeUndefined();
    await Promise.all([asker.stop(), other.stop()]);
  });

  it('gives nothing when it is refused, fails, is too long to send, or nobody is there', async () => {
    const noise = (): string =>
      Array.from({ length: 400_000 }, () => Math.random().toString(36).at(-1)).join('');
    const { asker, stop } = await both(async (body) => {
      if (body === 'fails') throw new Error('it failed');
      return body === 'refused' ? undefined : noise();
    });
    for (const body of ['refused', 'fails', 'too much'])
      expect(await asker.ask('holder', body, withinMs), body).toBeUndefined();
    expect(await asker.ask('holder', 'x'.repeat(5_000), withinMs)).toBeUndefined();
    expect(await asker.ask('nobody', 'hello', 50)).toBeUndefined();
    await stop();
    expect(await asker.ask('holder', 'hello', 50)).toBeUndefined();
    await asker.stop();
  });

  it('gives nothing when the answer does not come in time, and takes no later one for another question', async () => {
    const held: (() => void)[] = [];
    const { asker } = await both(async (body) => {
      if (body === 'slow') await new Promise<void>((resolve) => held.push(resolve));
      return body;
    });
    expect(await asker.ask('holder', 'slow', 50)).toBeUndefined();
    await until(() => held.length === 1);
    for (const letGo of held) letGo();
    expect(await asker.ask('holder', 'quick', withinMs)).toBe('quick');
    await asker.stop();
  });

  it('passes over what no process of ours has sent', async () => {
    const { asker, signals } = await both((body) => Promise.resolve(body));
    for (const text of ['', 'no json', '7', 'null', '{"id":1}', '{"id":"a","from":"b"}'])
      await signals.send('ask.holder', text);
    expect(await asker.ask('holder', 'hello', withinMs)).toBe('hello');
    await asker.stop();
  });
}
