import { AIMessage, HumanMessage } from '@langchain/core/messages';
import type { RunnableConfig } from '@langchain/core/runnables';
import {
  Annotation,
  END,
  getStore,
  MemorySaver,
  MessagesAnnotation,
  START,
  StateGraph,
} from '@langchain/langgraph';
import { beforeAll, expect, it } from 'vitest';
import { SalienceStore } from '../src/index.ts';
import { startWorld, type World } from './world.ts';

let world: World;

beforeAll(async () => {
  world = await startWorld();
}, 120_000);

const State = Annotation.Root({ ...MessagesAnnotation.spec, user: Annotation<string> });

/** A graph that notes what a user says and answers with what it has noted of them before: the memory of LangGraph's own guide. */
function graphWith(store: SalienceStore) {
  const remember = async ({ messages, user }: typeof State.State, config: RunnableConfig) => {
    const text = messages.at(-1)?.text ?? '';
    const key = String(config.configurable?.['thread_id'] ?? '');
    await getStore(config)?.put(['notes', user], key, { text });
    return {};
  };
  const answer = async ({ messages, user }: typeof State.State, config: RunnableConfig) => {
    const query = messages.at(-1)?.text ?? '';
    const found = (await getStore(config)?.search(['notes', user], { query, limit: 10 })) ?? [];
    return { messages: [new AIMessage(found.map(({ value }) => String(value['text'])).join(' | '))] };
  };
  return new StateGraph(State)
    .addNode('remember', remember)
    .addNode('answer', answer)
    .addEdge(START, 'remember')
    .addEdge('remember', 'answer')
    .addEdge('answer', END)
    .compile({ store, checkpointer: new MemorySaver() });
}

const say = async (graph: ReturnType<typeof graphWith>, user: string, thread: string, text: string) => {
  const state = await graph.invoke(
    { messages: [new HumanMessage(text)], user },
    { configurable: { thread_id: thread } },
  );
  return state.messages.at(-1)?.text ?? '';
};

it('a graph remembers across threads, processes and restarts, and of each user only their own', async () => {
  const first = graphWith(new SalienceStore({ client: world.client() }));
  await say(first, 'ana', 't1', 'My boat is called Merrow.');
  await say(first, 'bob', 't2', 'My boat is called Gannet.');
  await world.restart();
  const second = graphWith(new SalienceStore({ client: world.client() }));
  expect(await say(second, 'ana', 't3', 'What is my boat called?')).toContain('My boat is called Merrow.');
  expect(await say(second, 'ana', 't4', 'And whose is the Gannet?')).not.toContain(
    'My boat is called Gannet.',
  );
});

it('many runs at once note everything, each once', async () => {
  const graph = graphWith(new SalienceStore({ client: world.client() }));
  const runs = Array.from({ length: 12 }, (_, i) =>
    say(graph, 'crowd', `c${i}`, `Crate ${i} holds lanterns.`),
  );
  await Promise.all(runs);
  const notes = await new SalienceStore({ client: world.client() }).search(['notes', 'crowd'], {
    limit: 100,
  });
  expect(notes.map(({ value }) => String(value['text'])).sort()).toEqual(
    Array.from({ length: 12 }, (_, i) => `Crate ${i} holds lanterns.`).sort(),
  );
});

it('what a graph put is found by the agent itself, with who said it and how far it is trusted', async () => {
  const graph = graphWith(new SalienceStore({ client: world.client() }));
  await say(graph, 'dora', 'd1', 'The spare anchor lies in the blue shed.');
  const [hit] = await world.client().memory.search('Where is the spare anchor?', { kind: 'exchange' });
  expect(hit).toMatchObject({ trust: 'unverified', source: 'import' });
  expect(hit?.text).toContain('The spare anchor lies in the blue shed.');
});
