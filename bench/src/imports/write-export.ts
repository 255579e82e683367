import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { pick, seededRandom } from '@salience/testing/load';

const turnsPerConversation = 10;
const words =
  'harbour tide mast rope sail winter garden sister letter train window paper mountain river kitchen music doctor market summer engine'.split(
    ' ',
  );

/** Writes conversations.json as ChatGPT does, with so many messages; each second one is a reply of four times the length. */
export async function writeExport(file: string, messages: number, seed: number): Promise<void> {
  const random = seededRandom(seed);
  const said = (count: number) => Array.from({ length: count }, () => pick(random, words)).join(' ');
  const out = createWriteStream(file);
  const conversations = Math.ceil(messages / (2 * turnsPerConversation));
  for (let n = 0; n < conversations; n += 1) {
    const mapping: Record<string, unknown> = {
      root: { id: 'root', message: null, parent: null, children: [] },
    };
    let parent = 'root';
    for (let turn = 0; turn < 2 * turnsPerConversation; turn += 1) {
      const id = `${n}-${turn}`;
      const isReply = turn % 2 === 1;
      mapping[id] = {
        id,
        parent,
        children: [],
        message: {
          id,
          author: { role: isReply ? 'assistant' : 'user', name: null, metadata: {} },
          create_time: 1_700_000_000 + n * 3_600 + turn * 60,
          content: { content_type: 'text', parts: [said(isReply ? 120 : 30)] },
          status: 'finished_successfully',
          metadata: { model_slug: 'gpt', request_id: id, timestamp_: 'absolute' },
          recipient: 'all',
        },
      };
      parent = id;
    }
    const whole = {
      title: `Talk ${n}`,
      create_time: 1_700_000_000 + n * 3_600,
      conversation_id: `c-${n}`,
      current_node: parent,
      mapping,
    };
    if (!out.write(`${n === 0 ? '[' : ','}${JSON.stringify(whole)}`)) await once(out, 'drain');
  }
  out.end(']');
  await finished(out);
}
