import { SimpleChatModel } from '@langchain/core/language_models/chat_models';
import { HumanMessage, SystemMessage } from '@langchain/core/messages';
import { END, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';
import { PostgresSaver } from '@langchain/langgraph-checkpoint-postgres';
import pg from 'pg';
import { replyTo } from './reply.mjs';

class InstantModel extends SimpleChatModel {
  _llmType() {
    return 'instant';
  }

  async _call(messages) {
    const said = messages.slice(1);
    return replyTo(said.at(-1).text, said.length - 1);
  }
}

/**
 * LangGraph.js: a StateGraph of one node with PostgresSaver. `durability` is undefined for LangGraph's default, or
 * "exit", which stores a turn once, at its end.
 */
export async function startLangGraph({ url, poolSize }, durability) {
  const pool = new pg.Pool({ connectionString: url, max: poolSize });
  const checkpointer = new PostgresSaver(pool);
  await checkpointer.setup();
  const model = new InstantModel({});
  const instructions = new SystemMessage('You are a helpful assistant.');
  const graph = new StateGraph(MessagesAnnotation)
    .addNode('respond', async ({ messages }) => ({
      messages: [await model.invoke([instructions, ...messages.slice(-21)])],
    }))
    .addEdge(START, 'respond')
    .addEdge('respond', END)
    .compile({ checkpointer });
  const options = durability === undefined ? {} : { durability };
  return {
    async turn(conversation, text) {
      const state = await graph.invoke(
        { messages: [new HumanMessage(text)] },
        { ...options, configurable: { thread_id: conversation } },
      );
      return state.messages.at(-1).text;
    },
    stop: () => pool.end(),
  };
}
