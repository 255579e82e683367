import { startHistory } from './history.mjs';
import { replyTo } from './reply.mjs';

/** The floor of the peers: the same two statements without any framework. */
export async function startBarePg(stores) {
  const history = await startHistory(stores);
  return {
    async turn(conversation, text) {
      const earlier = await history.load(conversation);
      const reply = replyTo(text, earlier.length);
      await history.save(conversation, text, reply);
      return reply;
    },
    stop: () => history.stop(),
  };
}
