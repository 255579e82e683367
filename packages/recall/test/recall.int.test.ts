import { createAgent } from '@salience/database/agents';
import { createEmbedder, type Embedder } from '@salience/embeddings';
import { plantLived, plantsIn, runServers, type TestDatabase, testDatabase } from '@salience/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAgentMemories, createRecall } from '../src/index.ts';

let database: TestDatabase;
let embedder: Embedder;
let plants: Awaited<ReturnType<typeof plantsIn>>;
let thread: Awaited<ReturnType<Awaited<ReturnType<typeof plantsIn>>['thread']>>;
let said = 0;
const at = new Date('2026-06-17T12:00:00Z');

beforeAll(async () => {
  database = await testDatabase();
  embedder = createEmbedder({ cacheDir: (await runServers()).modelCache });
  plants = await plantsIn(database, at);
  thread = await plants.thread();
});
afterAll(async () => {
  await embedder.close();
  await database.close();
});

const recallOf = (more: { embedder?: Embedder } = { embedder }) =>
  createRecall({
    db: database.connect('salience_digest'),
    onTrouble: (error) => {
      throw error;
    },
    ...more,
  });

/** Says something, with its code as digest keeps it. */
async function say(
  text: string,
  code = true,
  where: { in?: typeof thread; speaker?: string } = {},
): Promise<string> {
  said += 1;
  const id = await plants.exchange(where.in ?? thread, said, {
    message: text,
    speaker: where.speaker ?? null,
  });
  const made = code ? await recallOf().codeOf(await embedder.embed(text)) : undefined;
  if (made !== undefined) {
    await database
      .connect('salience_digest')
      .pool.query('select salience.save_codes($1, $2::jsonb)', [
        plants.agentId,
        JSON.stringify([{ id, kind: 'exchange', modelId: made.codeModelId, code: made.code }]),
      ]);
  }
  return id;
}

const ask = (text: string, recall = recallOf()) =>
  recall.recall({ agentId: plants.agentId, text, limit: 5, at });

describe('memory search by meaning', () => {
  it('finds what shares no word with the question, and says that meaning found it (law 8)', async () => {
    const dog = await say('We adopted a puppy from the shelter on Saturday.');
    for (const text of [
      'The invoice is due on Friday.',
      'I had soup for lunch.',
      'The meeting was moved to noon.',
    ])
      await say(text);
    const { hits } = await ask('Does anybody own a dog?');
    expect(hits[0]?.id).toBe(dog);
    expect(hits[0]?.why.words ?? 0).toBe(0);
    expect(hits[0]?.why.meaning).toBeGreaterThan(0.1);
    for (const hit of hits) {
      for (const share of [hit.score, ...Object.values(hit.why)]) {
        expect(share).toBeGreaterThanOrEqual(0);
        expect(share).toBeLessThanOrEqual(1);
      }
    }
  });

  it('goes on by words alone without an embedder', async () => {
    const { hits } = await ask('Who adopted a puppy?', recallOf({}));
    expect(hits[0]?.text).toContain('puppy');
    expect(hits[0]?.why.meaning).toBeUndefined();
  });

  it('reads without reinforcing', async () => {
    await ask('puppy');
    expect(await database.admin('select 1 from salience.memory_accesses')).toEqual([]);
  });
});

describe('answers and questions', () => {
  it.each([
    ['door code', 'What is my door code?', 'My new door code is 4417.', 'Does the door code work again?'],
    [
      'what is my bike lock number',
      "What's my bike lock number?",
      'My bike lock number is 8812 now.',
      'bike lock number??',
    ],
    [
      'Wie ist mein Schließfach?',
      'Wie ist mein Schließfach?',
      'Mein Schließfach ist Nummer 17.',
      'Wo ist mein Schließfach?',
    ],
    ['¿Cuál es mi taquilla?', '¿Cuál es mi taquilla?', 'Mi taquilla es la 23.', '¿Dónde está mi taquilla?'],
    ['Quel est mon casier ?', 'Quel est mon casier ?', 'Mon casier est le 31.', 'Où est mon casier ?'],
    ['Qual é o meu cacifo?', 'Qual é o meu cacifo?', 'O meu cacifo é o 42.', 'Onde fica o meu cacifo?'],
    [
      'Qual è il mio armadietto?',
      'Qual è il mio armadietto?',
      'Il mio armadietto è il 52.',
      'Dove è il mio armadietto?',
    ],
  ])('asked "%s", what was told comes before what was asked', async (question, asked, told, askedAgain) => {
    await say(asked);
    const answer = await say(told);
    await say(askedAgain);
    const { hits } = await ask(question);
    expect(hits[0]?.id).toBe(answer);
    expect(hits.slice(1).some(({ why }) => why.question === 1)).toBe(true);
  });

  it.each([
    'where do I live',
    'Wo wohne ich?',
    'Où est-ce que j’habite ?',
    '¿Dónde vivo?',
    'Onde é que eu moro?',
    'Dove abito?',
  ])('asked "%s", what holds comes first, in whatever language it was told', async (question) => {
    const before = await say('I live in Hamburg with my cat.');
    const now = await say('Me mudé, ahora vivo en Lübeck.');
    const keep = (id: string, value: string, until: string | null) =>
      database.admin(
        `insert into salience.facts (id, agent_id, thread_id, exchange_id, subject, key, value, confidence, trust, source, said_at, single_valued,
           valid_from, valid_to, created_at)
         values ($1, $2, $3, $4, 'user', 'lives_in', $5, 0.9, 'user', 'chat', $6, true, $6, $7, $6)`,
        [`fact_${id.slice(3)}`, plants.agentId, thread, id, value, at, until],
      );
    await keep(before, 'Hamburg', at.toISOString());
    await keep(now, 'Lübeck', null);
    const { hits } = await ask(question);
    expect(hits[0]).toMatchObject({ kind: 'fact', text: 'user lives in Lübeck', why: { asked: 1 } });
    const [old] = hits.filter(({ text }) => text.includes('(until'));
    expect(old?.why.ended ?? 1).toBe(1);
    await database.admin("update salience.facts set valid_to = now() where key = 'lives_in'");
  });
});

describe('memory of several people and threads', () => {
  it('takes a question about somebody as their own', async () => {
    const told = await say('I am allergic to walnuts.', true, { speaker: 'Marit' });
    // The names of speakers are read with the codes, at the latest a second later; a new process reads them at once.
    const { hits } = await ask('What can Marit not eat?', recallOf());
    const hit = hits.find(({ id }) => id === told);
    expect(hit?.why.speaker).toBe(1);
    const own = await ask('What can I not eat?', recallOf());
    expect(hit?.why.meaning).toBeGreaterThan(0);
    expect(own.hits.find(({ id }) => id === told)?.why.meaning).toBe(hit?.why.meaning);
  });

  it('finds what is near in a thread, however much is nearer elsewhere', async () => {
    const other = await plants.thread();
    const here = await say('We adopted a hamster for the children.', true, { in: other });
    for (let n = 0; n < 40; n += 1) await say(`We adopted dog number ${n} from the shelter.`);
    const { hits } = await recallOf().recall({
      agentId: plants.agentId,
      text: 'Does anybody own an animal?',
      limit: 5,
      at,
      threadId: other,
    });
    expect(hits.map(({ id }) => id)).toEqual([here]);
  });
});

describe('the memory of a process', () => {
  it('leaves out nothing that was committed, in whatever order transactions end', async () => {
    const { dimensions, modelId } = embedder;
    const memories = createAgentMemories({
      db: database.connect('salience_digest'),
      model: { dimensions, modelId },
    });
    const holds = async (id: string) =>
      (await memories.read(plants.agentId, '')).memory.codes.cosine(id, new Uint8Array(64));
    const db = database.connect('salience_digest');
    const slow = await db.pool.connect();
    const write = (client: Pick<typeof slow, 'query'>, id: string) =>
      client.query(`select salience.save_codes($1, $2::jsonb)`, [
        plants.agentId,
        JSON.stringify([{ id, kind: 'exchange', modelId, code: Buffer.alloc(64).toString('base64') }]),
      ]);
    await slow.query('begin');
    await write(slow, 'ex_slow');
    await write(db.pool, 'ex_quick');
    expect([await holds('ex_quick'), await holds('ex_slow')]).toEqual([1, undefined]);
    await slow.query('commit');
    slow.release();
    expect(await holds('ex_slow')).toBe(1);
  });

  it('knows at once what was just said, by whom, and forgets agents that nobody asks for', async () => {
    const other = await createAgent(database.connect('salience_operator'), { name: 'other', persona: '' });
    const memories = createAgentMemories({
      db: database.connect('salience_digest'),
      model: undefined,
      bytesMax: 1,
    });
    await plants.exchange(await plants.thread(), 1, { message: 'The walrus naps.', speaker: 'Berta' });
    const [berta, nobody] = await Promise.all([
      memories.read(plants.agentId, 'Where does Berta see the walrus?'),
      memories.read(plants.agentId, 'walruses'),
    ]);
    expect([berta.speakers, [...berta.nameStems], nobody.stems]).toEqual([['berta'], ['berta'], ['walrus']]);
    expect(memories.held(plants.agentId)?.words.speakers.has('berta')).toBe(true);
    await memories.read(other.id, '');
    expect(memories.held(plants.agentId)).toBeUndefined();
  });

  it('holds as many agents as its bytes allow, those that were asked for last', async () => {
    const operator = database.connect('salience_operator');
    const agents = await Promise.all(
      ['one', 'two', 'three'].map((name) => createAgent(operator, { name: `cap-${name}`, persona: '' })),
    );
    const db = database.connect('salience_digest');
    const [one, two, three] = agents.map(({ id }) => id);
    if (one === undefined || two === undefined || three === undefined) throw new Error('expected agents');
    const { memory } = await createAgentMemories({ db, model: undefined }).read(one, '');
    const memories = createAgentMemories({ db, model: undefined, bytesMax: 2.5 * memory.bytes });
    for (const id of [one, two, one, three]) await memories.read(id, '');
    expect([one, two, three].map((id) => memories.held(id) !== undefined)).toEqual([true, false, true]);
    await memories.read(plants.agentId, '');
    expect(memories.held(plants.agentId)?.bytes).toBeGreaterThan(memory.bytes);
  });

  it('learns the new words of a concept and an episode that changed', async () => {
    const memories = createAgentMemories({ db: database.connect('salience_digest'), model: undefined });
    const { episodeId } = await plantLived(database, {
      agentId: plants.agentId,
      talk: ['The airship is late.'],
      names: ['airship'],
      at,
    });
    const holding = async (stem: string) => {
      const { memory } = await memories.read(plants.agentId, '');
      return (['concept', 'episode'] as const).map((kind) => memory.words.postings(kind).of(stem).length);
    };
    expect(await holding('zeppelin')).toEqual([0, 0]);
    await database.admin("update salience.concepts set definition = 'A zeppelin.' where name = 'airship'");
    await database.admin("update salience.episodes set gist = 'The zeppelin is late.' where id = $1", [
      episodeId,
    ]);
    expect(await holding('zeppelin')).toEqual([1, 1]);
  });
});
