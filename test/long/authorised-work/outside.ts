import { createHmac } from 'node:crypto';
import { asPerson } from '@salience/testing';
import type { AskedTask, DeliveredMail, SentMessage } from '@salience/testing/authorised';
import { type Errand, planOf, wish } from './errands.ts';
import { authserv, folders, type MailboxName, type World } from './world.ts';

/** Whoever sends something in, and what they wrote down. */
export interface Outside {
  readonly mails: DeliveredMail[];
  readonly messages: SentMessage[];
  readonly tasks: AskedTask[];
  /** Sends an errand in; resolves when everybody who had to answer has. A hook's message and a task are sent to every consumer at once, and again. */
  send(errand: Errand): Promise<void>;
  /** Puts a mail into a folder. */
  deliver(mailbox: MailboxName, raw: string, before?: boolean): void;
  /** Adds the hook that messages go to. */
  addHook(): Promise<void>;
}

const patienceMs = 60_000;
const proof = `Authentication-Results: ${authserv}; dkim=pass header.d=work.test; dmarc=pass header.from=work.test; spf=pass smtp.mailfrom=bo@work.test`;

/** A mail of this number; the same number twice is a replay where `more` headers differ. */
export function mailOf(
  n: number,
  { proven = true, more = [] }: { readonly proven?: boolean; readonly more?: readonly string[] } = {},
): string {
  return [
    ...(proven ? [proof] : []),
    ...more,
    'From: Bo <bo@work.test>',
    'To: ana@salience.test',
    `Subject: About thing ${n}`,
    `Message-ID: <thing-${n}@work.test>`,
    '',
    wish(n),
    '',
  ].join('\r\n');
}

/** Makes the senders of a run. `urls`: where consumers listen now. */
export function makeOutside(world: World, urls: () => readonly string[]): Outside {
  const mails: DeliveredMail[] = [];
  const messages: SentMessage[] = [];
  const tasks: AskedTask[] = [];
  let hook = { id: '', secret: '' };

  const deliver = (mailbox: MailboxName, raw: string, before = false): void => {
    // Written down first: whoever reads it may be faster.
    mails.push({ mailbox, raw, before });
    const at = new Date(Date.now() - (before ? 3_600_000 : 0));
    world.mailServer.deliver(raw, { folder: folders[mailbox], at });
  };
  const sendMessage = async (url: string, id: string, body: string): Promise<boolean> => {
    const at = await world.clock.now().catch(() => undefined);
    // The store that holds the time is away; the sender tries again.
    if (at === undefined) return false;
    const seconds = Math.floor(at.getTime() / 1_000);
    const key = Buffer.from(hook.secret.slice('whsec_'.length), 'base64');
    const signature = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64');
    const answer = await ask(`${url}/hooks/${hook.id}/in`, body, {
      'webhook-id': id,
      'webhook-timestamp': String(seconds),
      'webhook-signature': `v1,${signature}`,
    });
    messages.push({ hookId: hook.id, id, status: answer?.status ?? null, taskId: taskIn(answer) });
    return answer?.status === 202;
  };
  const askTask = async (url: string, key: string, body: string): Promise<boolean> => {
    const answer = await ask(`${url}/tasks`, body, { ...asPerson, 'idempotency-key': key });
    tasks.push({ key, status: answer?.status ?? null, taskId: taskIn(answer) });
    return answer?.status === 200 || answer?.status === 201;
  };
  /** To all at once, then to one after another until somebody has said that it is in, and once more. */
  const insist = async (what: string, send: (url: string) => Promise<boolean>): Promise<void> => {
    const deadline = performance.now() + patienceMs;
    let isIn = (await Promise.all(urls().map(send))).includes(true);
    while (!isIn) {
      if (performance.now() > deadline) throw new Error(`nobody took in ${what} within ${patienceMs} ms`);
      for (const url of urls()) isIn ||= await send(url);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await Promise.all(urls().map(send));
  };

  return {
    mails,
    messages,
    tasks,
    deliver,
    async addHook() {
      const added = await ask(
        `${urls()[0] ?? ''}/hooks`,
        JSON.stringify({ name: 'builds', action: 'read_public', per_minute: 6_000 }),
        asPerson,
      );
      if (added?.status !== 201) throw new Error(`the hook was not added: ${JSON.stringify(added)}`);
      hook = { id: String(added.body['hook_id']), secret: String(added.body['secret']) };
    },
    async send(errand) {
      const { n, way } = errand;
      const title = `About thing ${n}`;
      if (way === 'club') return deliver('club', mailOf(n));
      if (way === 'mail' || way === 'mail-unproven')
        return deliver('work', mailOf(n, { proven: way === 'mail' }));
      if (way === 'hook' || way === 'hook-held') {
        const more = way === 'hook' ? {} : { requested_action: 'write_local' };
        const body = JSON.stringify({ title, text: wish(n), ...more });
        return insist(`the message of thing ${n}`, (url) => sendMessage(url, `thing-${n}`, body));
      }
      const plan = planOf(errand);
      const asked = plan === undefined ? { text: wish(n) } : { text: 'As the plan says.', plan };
      const body = JSON.stringify({ title, ...asked });
      return insist(`the task of thing ${n}`, (url) => askTask(url, `thing-${n}`, body));
    },
  };
}

interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** POSTs JSON; undefined where no whole answer came. */
export async function ask(
  url: string,
  body: string,
  headers: Readonly<Record<string, string>>,
): Promise<Answer | undefined> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
      signal: AbortSignal.timeout(10_000),
    });
    return { status: response.status, body: (await response.json()) as Answer['body'] };
  } catch {
    // The consumer was killed, or is about to be: nobody knows what became of it.
    return undefined;
  }
}

function taskIn(answer: Answer | undefined): string | null {
  const id = answer?.body['task_id'];
  return typeof id === 'string' ? id : null;
}
