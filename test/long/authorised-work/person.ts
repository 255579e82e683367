import { type ApprovalView, approvalViewSchema, pageSchema } from '@salience/contracts';
import { asPerson, until } from '@salience/testing';
import type { GivenAnswer } from '@salience/testing/authorised';
import { type Errand, numberIn, type Word } from './errands.ts';
import { ask } from './outside.ts';
import type { World } from './world.ts';

/** The person of a run: answers what they are asked as the errands say, over every consumer at once, and again. */
export interface Person {
  readonly answers: GivenAnswer[];
  /** Answers what waits now. Resolves with how many requests that were. */
  answer(): Promise<number>;
  /** Says something in a thread; resolves with its turn when that is accepted. */
  say(threadId: string, text: string): Promise<string>;
  /** Cancels the task of an errand, over every consumer at once; nothing where it has none yet. */
  cancel(errand: Errand): Promise<void>;
  /** Waits until an errand asks for a yes, and says it in the thread in which it asks; resolves when that is accepted. */
  sayYesTo(errand: Errand, kind: 'call' | 'message'): Promise<void>;
}

/** The thread in which the person talks. */
export const home = 'home';
const patienceMs = 60_000;

/** Makes the person. `urls`: where consumers listen now. */
export function makePerson(
  world: World,
  errands: ReadonlyMap<number, Errand>,
  urls: () => readonly string[],
): Person {
  const answers: GivenAnswer[] = [];
  const { database } = world.stores;
  let said = 0;

  const give = async (url: string, approvalId: string, answer: GivenAnswer['answer']): Promise<void> => {
    const given = await ask(`${url}/approvals/${approvalId}`, JSON.stringify({ answer }), asPerson);
    answers.push({ approvalId, answer, status: given?.status ?? null });
  };
  const giveAll = async ({ approval_id: id }: ApprovalView, word: Word): Promise<void> => {
    const first = word === 'no' ? 'refuse' : 'approve';
    const second = word === 'yes' ? 'approve' : 'refuse';
    const to = urls();
    await Promise.all(to.map((url, at) => give(url, id, at % 2 === 0 ? first : second)));
    // Whoever is not sure that they were heard says it again.
    await Promise.all(to.slice(0, 1).map((url) => give(url, id, first)));
  };
  const say: Person['say'] = async (threadId, text) => {
    said += 1;
    const headers = { ...asPerson, 'idempotency-key': `said-${said}` };
    const body = JSON.stringify({ thread_id: threadId, text });
    return await until(
      async () => {
        for (const url of urls()) {
          const answer = await ask(`${url}/messages`, body, headers);
          if (answer?.status === 202) return String(answer.body['turn_id']);
        }
        return undefined;
      },
      { what: `"${text}" to be accepted`, timeoutMs: patienceMs, everyMs: 100 },
    );
  };
  return {
    answers,
    say,
    async answer() {
      const waiting = (await pending(urls())).filter((one) => isAnswered(wordFor(errands, one)));
      await Promise.all(waiting.map((one) => giveAll(one, wordFor(errands, one))));
      return waiting.length;
    },
    async cancel({ n }) {
      const rows = await database
        .admin<{ id: string }>('select id from salience.tasks where title ~ $1', [`thing ${n}\\y`])
        .catch(() => []);
      await Promise.all(
        rows.flatMap(({ id }) => urls().map((url) => ask(`${url}/tasks/${id}/cancel`, '{}', asPerson))),
      );
    },
    async sayYesTo({ n }, kind) {
      const asked = await until(
        async () => {
          const [row] = await database.admin<{ threadId: string }>(
            `select q.thread_id as "threadId" from salience.approvals q join salience.turns t on t.id = q.turn_id
             where q.state = 'pending' and q.kind = $1 and q.arguments::text ~ $2 and t.state = 'answered'`,
            [kind, `thing ${n}\\y`],
          );
          return row;
        },
        { what: `the ${kind} of thing ${n} to be asked for`, timeoutMs: patienceMs, everyMs: 50 },
      );
      await say(asked.threadId, 'yes');
    },
  };
}

/** What the person says to a request. */
export function wordFor(
  errands: ReadonlyMap<number, Errand>,
  { arguments: args, kind }: Pick<ApprovalView, 'arguments' | 'kind'>,
): Word {
  const n = numberIn(JSON.stringify(args));
  const errand = n === undefined ? undefined : errands.get(n);
  if (errand === undefined) throw new Error(`nobody asked for this: ${kind} ${JSON.stringify(args)}`);
  return errand.says[kind];
}

/** True for a word that is given over the API; a yes in the chat that was not heard as one is none. */
export function isAnswered(word: Word): boolean {
  return word !== 'nothing' && word !== 'chat';
}

async function pending(urls: readonly string[]): Promise<ApprovalView[]> {
  for (const url of urls) {
    try {
      const response = await fetch(`${url}/approvals?state=pending&limit=200`, {
        headers: asPerson,
        signal: AbortSignal.timeout(10_000),
      });
      return pageSchema(approvalViewSchema).parse(await response.json()).items;
    } catch {
      // Another consumer answers.
    }
  }
  return [];
}

/** Has the person look what waits for them until they are told to stop. `failed` rejects where they cannot. */
export function listens(person: Person): { readonly failed: Promise<never>; end(): Promise<void> } {
  let over = false;
  const loop = (async () => {
    while (!over) {
      await person.answer();
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  })();
  const failed = new Promise<never>((_resolve, reject) => void loop.catch(reject));
  // Whoever waits for it or ends it hears of a failure.
  failed.catch(() => undefined);
  return {
    failed,
    async end() {
      over = true;
      await loop;
    },
  };
}
