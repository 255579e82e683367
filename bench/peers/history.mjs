import pg from 'pg';

const load = {
  name: 'load',
  text: 'select role, content from messages where conversation = $1 order by id desc limit 20',
};
const save = {
  name: 'save',
  text: "insert into messages (conversation, role, content) values ($1, 'user', $2), ($1, 'assistant', $3)",
};

/** A history written by hand: two prepared statements a turn. */
export async function startHistory({ url, poolSize }) {
  const pool = new pg.Pool({ connectionString: url, max: poolSize });
  await pool.query(`
    create table if not exists messages (id bigserial primary key, conversation text not null, role text not null,
      content text not null, at timestamptz not null default now());
    create index if not exists messages_by_conversation on messages (conversation, id)`);
  return {
    /** The last twenty messages, oldest first. */
    async load(conversation) {
      const { rows } = await pool.query({ ...load, values: [conversation] });
      return rows.toReversed();
    },
    save: (conversation, text, reply) => pool.query({ ...save, values: [conversation, text, reply] }),
    stop: () => pool.end(),
  };
}
