import { hexOf, randomKey } from '../http/random-key.ts';
import type { RequestOptions, RouteCalls } from '../http/routes.ts';
import { askFor, type TransportOptions } from '../http/transport.ts';
import type { AnswerOf, InputOf } from '../http/routes.ts';

/** How a text is remembered. */
export interface RememberOptions extends RequestOptions {
  /** Names the memory: the same key is the same memory, remembered once, and its text that of the first time. Without it every call is one. */
  readonly key?: string | undefined;
  /** Memories with the same name here belong together, as what is said in one conversation. Without it each stands alone. */
  readonly thread?: string | undefined;
  /** When it was said. Default now. */
  readonly at?: Date | undefined;
  /** Who said it, up to 128 characters; without it nobody in particular. */
  readonly speaker?: string | undefined;
  /** `external` for words from outside, such as a page or a mail. Default `unverified`, which is the most that it is trusted. */
  readonly trust?: 'external' | 'unverified' | undefined;
}

/** A text that is remembered. */
export interface Remembered {
  /** Its id: `memory.item` shows it, and `memory.forget` takes it. */
  readonly id: string;
  readonly turn_id: string;
  readonly thread_id: string;
  /** `new`; `known`: it was there already; `forgotten`: the agent was told to forget it, and nothing was stored. */
  readonly outcome: 'forgotten' | 'known' | 'new';
}

/** Names what is remembered. */
export interface Naming {
  /** Stores a text under ids that follow from the agent and its key, so that it may be sent again. */
  remember(text: string, options?: RememberOptions): Promise<Remembered>;
  /** The id of the thread of the memories that were remembered with this `thread`. */
  threadOf(thread: string, options?: RequestOptions): Promise<string>;
}

/** Remembering over a transport. The agent is asked for once. */
export function naming(transport: TransportOptions, calls: RouteCalls): Naming {
  let agent: Promise<string> | undefined;
  /** Two agents of one server may use the same key. */
  const agentId = (options: RequestOptions): Promise<string> => {
    agent ??= calls.get('/agents/me', options).then(
      ({ agent_id }) => agent_id,
      (error: unknown) => {
        agent = undefined;
        throw error;
      },
    );
    return agent;
  };
  return {
    async remember(text, { key, signal, thread, timeoutMs, ...said } = {}) {
      const owner = await agentId({ signal, timeoutMs });
      const name = await idOf(owner, 'memory', key ?? randomKey());
      const threadId = `thr_${await idOf(owner, 'thread', thread ?? name)}`;
      const ids = { id: `ex_${name}`, turn_id: `turn_${name}`, thread_id: threadId };
      const body: InputOf<'POST /memory/import'>['body'] = {
        version: 1,
        items: [exchangeOf(text, ids, said)],
      };
      const request = { method: 'POST', address: '/memory/import', body, signal, timeoutMs, safe: true };
      const taken = (await askFor(transport, request)) as AnswerOf<'POST /memory/import'>;
      return { ...ids, outcome: taken.forgotten > 0 ? 'forgotten' : taken.known > 0 ? 'known' : 'new' };
    },
    threadOf: async (thread, options = {}) => `thr_${await idOf(await agentId(options), 'thread', thread)}`,
  };
}

function exchangeOf(
  text: string,
  ids: Omit<Remembered, 'outcome'>,
  {
    at = new Date(),
    speaker = null,
    trust = 'unverified',
  }: Pick<RememberOptions, 'at' | 'trust'> & { speaker?: string | null | undefined },
) {
  const { id, thread_id, turn_id } = ids;
  const said = { at: at.toISOString(), text, trust, speaker, reply: null };
  return { kind: 'exchange' as const, id, thread_id, sources: [turn_id], ...said };
}

/** 32 hexadecimal digits that follow from the agent, the kind and the name. */
async function idOf(agentId: string, kind: string, name: string): Promise<string> {
  const text = JSON.stringify(['salience client', agentId, kind, name]);
  const digest = await globalThis.crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return hexOf(new Uint8Array(digest)).slice(0, 32);
}
