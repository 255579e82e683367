import { modelRoles } from '@salience/contracts';
import {
  asPerson,
  backends,
  clockControl,
  createFakeModelServer,
  type FakeModelServer,
  type ModelReply,
  type ModelRequest,
  queueNamespace,
  type ScriptedCall,
  type SpawnedApp,
  spawnApp,
  type TestDatabase,
  testDatabase,
  until,
} from '@salience/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** What a good model makes of a message; what is left out is empty. */
interface Understood {
  readonly gists?: readonly string[];
  readonly facts?: readonly (readonly [subject: string, key: string, value: string])[];
  readonly traits?: readonly (readonly [key: string, value: string, ended?: true])[];
  /** The words of a time, and the day. */
  readonly time?: readonly [text: string, day: string];
}

/** A life on one Monday in November, with everything that changes in it: where, who, when, whether. */
const understood: Readonly<Record<string, Understood>> = {
  'Hi, I am Marta. I live in Hamburg with my partner Jon and work as a nurse.': {
    gists: ['Marta lives in Hamburg with her partner Jon', 'Marta works as a nurse'],
    facts: [
      ['user', 'lives_in', 'Hamburg'],
      ['user', 'partner', 'Jon'],
    ],
    traits: [
      ['name', 'Marta'],
      ['lives_in', 'Hamburg'],
      ['works_as', 'nurse'],
      ['partner', 'Jon'],
    ],
  },
  'My dentist appointment is on Tuesday at 10.': {
    gists: ['Marta has a dentist appointment on Tuesday at 10'],
    time: ['Tuesday at 10', '2026-11-24'],
  },
  'Jon broke his arm at the weekend, poor man.': {
    gists: ['Jon broke his arm at the weekend'],
    facts: [['Jon', 'broke', 'his arm']],
  },
  'Remind me tomorrow at 9 to call the Altona pharmacy.': {
    gists: ['Marta wants to be reminded tomorrow at 9 to call the Altona pharmacy'],
    time: ['tomorrow at 9', '2026-11-24'],
  },
  'Remind me on Friday at 8 to water the orchids.': {
    gists: ['Marta wants to be reminded on Friday at 8 to water the orchids'],
    time: ['on Friday at 8', '2026-11-27'],
  },
  'Me mudé la semana pasada: ahora vivo en Lübeck.': {
    gists: ['Marta vive en Lübeck'],
    facts: [['user', 'lives_in', 'Lübeck']],
    traits: [['lives_in', 'Lübeck']],
  },
  'Por cierto, mi pareja se llama Jonas, no Jon.': {
    gists: ['La pareja de Marta se llama Jonas'],
    facts: [['user', 'partner', 'Jonas']],
    traits: [
      ['partner', 'Jonas'],
      ['partner', 'Jon', true],
    ],
  },
  'El dentista ha movido la cita al viernes a las 12.': {
    gists: ['La cita con el dentista es el viernes a las 12'],
    time: ['viernes a las 12', '2026-11-27'],
  },
};

const reminder = (text: string, due_at: string): ScriptedCall => ({
  tool: 'schedule',
  arguments: { action: 'create', text, due_at },
});
const cancel = (words: string): ScriptedCall => ({
  tool: 'schedule',
  arguments: { action: 'cancel', reminder: words },
});
const planned: Readonly<Record<string, readonly ScriptedCall[]>> = {
  'Remind me tomorrow at 9 to call the Altona pharmacy.': [
    reminder('Call the Altona pharmacy', '2026-11-24T09:00:00Z'),
  ],
  'Remind me on Friday at 8 to water the orchids.': [reminder('Water the orchids', '2026-11-27T08:00:00Z')],
  'Cancel the reminder to water the orchids.': [cancel('orchids')],
  'Move the reminder to call the pharmacy to Thursday at 9.': [
    cancel('pharmacy'),
    reminder('Call the Altona pharmacy', '2026-11-26T09:00:00Z'),
  ],
};

const episode = {
  gist: 'Marta lives in Hamburg with her partner Jon, who broke his arm. The dentist appointment is on Tuesday at 10.',
  intent: 'Marta introduced herself.',
  outcome: '',
  openLoops: [],
  factors: { novelty: 0.6, emotional: 0.3, commitment: 0.4, unresolved: false },
};
const graph = {
  concepts: [
    ['Marta', 'person', 'Works as a nurse and lives in Hamburg with her partner Jon'],
    ['Hamburg', 'place', ''],
    ['Jon', 'person', 'Broke his arm at the weekend'],
  ].map(([name, kind, definition]) => ({ name, kind, definition, aliases: [], confidence: 0.9 })),
  relations: [
    { from: 'Marta', type: 'lives-in', to: 'Hamburg', confidence: 0.9, ended: false },
    { from: 'Marta', type: 'partner-of', to: 'Jon', confidence: 0.9, ended: false },
  ],
};

/** What a table has for the last of its messages that a text holds: before the one that a prompt is about stand others. */
function messageOf<T>(table: Readonly<Record<string, T>>, text: string): T | undefined {
  const places = Object.entries(table).map(([message, value]) => ({ at: text.lastIndexOf(message), value }));
  return places.filter(({ at }) => at >= 0).toSorted((a, b) => b.at - a.at)[0]?.value;
}

function proposal({ facts = [], gists = [], time, traits = [] }: Understood): object {
  const times = time === undefined ? [] : [{ text: time[0], from: time[1], to: null, confidence: 0.9 }];
  return {
    gists: gists.map((content) => ({ type: 'fact', content, confidence: 0.9 })),
    facts: facts.map(([subject, key, value]) => ({ subject, key, value, confidence: 0.9 })),
    entities: [],
    traits: traits.map(([key, value, ended = false]) => ({
      person: 'user',
      key,
      value,
      category: 'general',
      origin: 'explicit',
      confidence: 0.9,
      literal: true,
      ended,
    })),
    times,
  };
}

/** The texts of a request's messages, those of the system apart. */
function textOf({ messages }: ModelRequest): string {
  return messages
    .filter(({ role }) => role !== 'system')
    .map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content)))
    .join('\n');
}

/** What comes after the material: the message itself. */
function lastMessage(text: string): string {
  return text.slice(text.lastIndexOf('<message'));
}

function goodModel(request: ModelRequest): ModelReply {
  const text = textOf(request);
  switch (request.model) {
    case 'chunk': {
      const said = [...text.matchAll(/<said>([^]*?)<\/said>/g)].at(-1)?.[1] ?? '';
      return { text: JSON.stringify(proposal(messageOf(understood, said) ?? {})) };
    }
    case 'stretch': {
      const exchanges = [
        ...text.matchAll(
          /<exchange n="(\d+)"(?:(?!<\/exchange>)[^])*?<said>([^]*?)<\/said>((?:(?!<\/exchange>)[^])*)/g,
        ),
      ]
        .filter(([, , , rest = '']) => !rest.includes('<noted>'))
        .map(([, n, said = '']) => ({ n: Number(n), ...proposal(messageOf(understood, said) ?? {}) }));
      const tells = text.includes('live in Hamburg');
      const whole = text.includes('episode, concepts');
      const told = tells ? episode : { ...episode, gist: 'Marta y el agente hablan.' };
      const map = tells ? graph : { concepts: [], relations: [] };
      return { text: JSON.stringify({ exchanges, ...(whole ? { episode: told, ...map } : {}) }) };
    }
    case 'episode':
      return {
        text: JSON.stringify(
          text.includes('live in Hamburg') ? episode : { ...episode, gist: 'Marta y el agente hablan.' },
        ),
      };
    case 'concept':
      return {
        text: JSON.stringify(text.includes('live in Hamburg') ? graph : { concepts: [], relations: [] }),
      };
    case 'plan': {
      const isDone = request.messages.some(({ role }) => role === 'tool');
      const calls = isDone ? undefined : messageOf(planned, lastMessage(text));
      return calls === undefined ? { text: 'That is done.' } : { calls };
    }
    default:
      return { text: 'Understood.' };
  }
}

interface TurnView {
  readonly turn_id: string;
  readonly thread_id: string;
  readonly state: string;
}

let model: FakeModelServer;
let database: TestDatabase;
let apps: SpawnedApp[] = [];
let url = '';
/** Those that the fake model answers. */
const roles = modelRoles.filter((role) => role !== 'tiebreak');

beforeAll(async () => {
  model = await createFakeModelServer(goodModel);
  database = await testDatabase();
  await clockControl(database).set(new Date('2026-11-23T08:00:00Z'));
  const queues = await queueNamespace(backends()[0] ?? 'postgres', database);
  const env = {
    ...model.env,
    ...Object.fromEntries(roles.map((role) => [`SALIENCE_MODEL_${role.toUpperCase()}`, `openai:${role}`])),
    SALIENCE_MODEL_TIEBREAK: 'offline',
    SALIENCE_CLOCK: 'shared',
    SALIENCE_SWEEP_MS: '500',
    SALIENCE_EXPIRY_MS: '500',
  };
  apps = await Promise.all(
    (['consumer', 'digest', 'memory-chunker', 'episodic', 'scheduler'] as const).map((app) =>
      spawnApp(app, { database, queues, env }),
    ),
  );
  url = apps[0]?.httpUrl() ?? '';
});
afterAll(async () => {
  const codes = await Promise.all(apps.map((app) => app.stop()));
  await database.close();
  await model.close();
  expect(codes).toEqual(apps.map(() => 0));
});

/** Says something, waits for its answer, and for what is made of it. Returns what the models that answer were sent. */
async function say(thread: string, text: string): Promise<string[]> {
  const before = model.requests().length;
  const response = await fetch(`${url}/messages`, {
    method: 'POST',
    headers: { ...asPerson, 'content-type': 'application/json' },
    body: JSON.stringify({ text, thread_id: thread }),
  });
  expect(response.status, await response.clone().text()).toBe(202);
  const { turn_id: id } = (await response.json()) as TurnView;
  await until(
    async () => {
      const turn = (await (await fetch(`${url}/turns/${id}`, { headers: asPerson })).json()) as TurnView;
      return turn.state === 'pending' || turn.state === 'running' ? undefined : turn;
    },
    { what: `an answer to "${text}"`, timeoutMs: 30_000 },
  );
  // A model is asked about what was said once a silence follows it.
  await clockControl(database).advance(601_000);
  await nothingLeft(
    `select e.id from salience.exchanges e left join salience.chunks c on c.exchange_id = e.id where c.exchange_id is null`,
  );
  return model
    .requests()
    .slice(before)
    .filter(({ model: role }) => ['respond', 'acknowledge', 'plan'].includes(role))
    .map(textOf);
}

async function nothingLeft(rows: string): Promise<void> {
  await until(async () => (await database.admin(rows)).length === 0, {
    what: `none of: ${rows}`,
    timeoutMs: 60_000,
  });
}

/** Each old value, and the words by which a text says it. */
const stale: readonly (readonly [value: string, words: RegExp])[] = [
  ['Hamburg', /Hamburg/u],
  ['Jon', /(?<!\p{L})Jon(?!\p{L})/u],
  ['Tuesday at 10', /Tuesday at 10/u],
  ['tomorrow at 9', /tomorrow at 9/u],
  ['Friday at 8', /Friday at 8/u],
];
const mark = /\((?:until|reminder (?:moved|cancelled),) \d{4}-\d{2}-\d{2}/u;

/**
 * The texts of a prompt that say an old value and not that it is one. `right`: what the person said in this very thread, and what was said
 * with the change or after it.
 */
function unmarked(prompt: string, right: readonly string[]): string[] {
  return prompt
    .split(/<[^>]*>|\n/u)
    .map((text) => text.trim())
    .filter((text) => stale.some(([, words]) => words.test(text)))
    .filter((text) => !mark.test(text) && !right.some((said) => text.endsWith(said)));
}

test('after a move, a corrected name, a moved appointment, a cancelled and a moved reminder no prompt says the old as if it held', {
  timeout: 180_000,
}, async () => {
  const said: Record<'en' | 'es', string[]> = { en: [], es: [] };
  const later: string[] = [];
  const tell = async (thread: 'en' | 'es', text: string, kept = said[thread]) => {
    const prompts = await say(thread, text);
    kept.push(text);
    return prompts;
  };
  await tell('en', 'Hi, I am Marta. I live in Hamburg with my partner Jon and work as a nurse.');
  await tell('en', 'My dentist appointment is on Tuesday at 10.');
  await tell('en', 'Jon broke his arm at the weekend, poor man.');
  await tell('en', 'Remind me tomorrow at 9 to call the Altona pharmacy.');
  await tell('en', 'Remind me on Friday at 8 to water the orchids.');
  // The thread falls silent: it becomes an episode, and that concepts.
  await clockControl(database).advance(1_200_000);
  await until(async () => (await database.admin('select id from salience.concepts')).length >= 3, {
    what: 'concepts',
    timeoutMs: 60_000,
  });
  await tell('es', 'Me mudé la semana pasada: ahora vivo en Lübeck.', later);
  await tell('es', 'Por cierto, mi pareja se llama Jonas, no Jon.', later);
  await tell('es', 'El dentista ha movido la cita al viernes a las 12.', later);
  await tell('en', 'Cancel the reminder to water the orchids.', later);
  await tell('en', 'Move the reminder to call the pharmacy to Thursday at 9.', later);
  const reminders = await database.admin<{ text: string; state: string }>(
    'select text, state from salience.schedules order by created_at, id',
  );
  expect(reminders.map(({ state }) => state)).toEqual(['cancelled', 'cancelled', 'active']);

  const asked: readonly (readonly ['en' | 'es', string])[] = [
    ['en', 'Where do I live?'],
    ['es', '¿Dónde vivo y con quién?'],
    ['en', 'What is going on with my partner, how is his arm?'],
    ['es', '¿Qué sabes de Hamburg?'],
    ['en', 'When is my dentist appointment?'],
    ['es', '¿Cuándo es la cita con el dentista?'],
    ['en', 'When is it that I have to call the pharmacy?'],
    ['es', 'When do I have to call the Altona pharmacy?'],
    ['es', 'Do I still have to water the orchids?'],
    ['en', 'Tell me everything that you know about Marta, Jon and Hamburg.'],
  ];
  const marked = new Set<string>();
  for (const [thread, text] of asked) {
    const prompts = await tell(thread, text, later);
    expect(prompts.length, text).toBeGreaterThan(0);
    for (const prompt of prompts) {
      expect(unmarked(prompt, [...said[thread], ...later]), text).toEqual([]);
      for (const [value, words] of stale) {
        if (prompt.split('\n').some((line) => words.test(line) && mark.test(line))) marked.add(value);
      }
      // What waits stands in every thread, and is told once.
      expect(prompt, text).toContain('Call the Altona pharmacy');
    }
  }
  // The old was found and shown as the old; else nothing above would have been looked at.
  expect([...marked].toSorted()).toEqual(stale.map(([value]) => value).toSorted());
});
