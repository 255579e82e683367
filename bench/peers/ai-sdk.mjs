import { generateText } from 'ai';
import pg from 'pg';
import { instantModel } from './ai-sdk-model.mjs';

const load = {
  name: 'load',
  text: 'select role, content from messages where conversation = $1 order by id desc limit 20',
};
const save = {
  name: 'save',
  text: "insert into messages (conversation, role, content) values ($1, 'user', $2), ($1, 'assistant', $3)",
};

/** The AI SDK's generateText with a history written by hand: two prepared statements a turn. */
export async function startAiSdk({ url, poolSize }) {
  const pool = new pg.Pool({ connectionString: url, max: poolSize });
  await pool.query(`
    create table if not exists messages (id bigserial primary key, conversation text not null, role text not null,
      content text not null, at timestamptz not null default now());
    create index if not exists messages_by_conversation on messages (conversation, id)`);
  return {
    async turn(conversation, text) {
      const { rows } = await pool.query({ ...load, values: [conversation] });
      const { text: reply } = await generateText({
        model: instantModel,
        system: 'You are a helpful assistant.',
        messages: [...rows.toReversed(), { role: 'user', content: text }],
        maxRetries: 0,
      });
      await pool.query({ ...save, values: [conversation, text, reply] });
      return reply;
    },
    stop: () => pool.end(),
  };
}
