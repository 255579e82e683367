import { get, post, send } from './client.ts';
import { credentials, setCredentials } from './credentials.ts';
import { forgetEarly } from './early-requests.ts';
import { ApiProblem } from './problem.ts';
import type { Shapes } from './routes.gen.ts';

/** Who looks at the console, and what that lets it show. */
export interface Visitor {
  /** The agent whose pages are shown; undefined when this visitor may talk to none. */
  readonly agent: Shapes['Agent'] | undefined;
  /** Names of the agents that it may choose. */
  readonly agents: readonly string[];
  /** It is the person of this machine, or holds the agent's key. */
  readonly known: boolean;
  /** It is signed in as the person of this machine. */
  readonly person: boolean;
  /** The name of the operator; undefined for nobody who may operate. */
  readonly operator: string | undefined;
  /** Why it may talk to no agent. */
  readonly refusal: ApiProblem | undefined;
}

/** What a page needs of its visitor: an agent to talk to, somebody known, an operator, or one of these. */
export type Needs = 'agent' | 'known' | 'operator' | 'visitor';

/** Whether a visitor may see what needs this. */
export function maySee(visitor: Visitor, needs: Needs): boolean {
  if (needs === 'operator') return visitor.operator !== undefined;
  if (needs === 'visitor') return visitor.operator !== undefined || visitor.agent !== undefined;
  return visitor.agent !== undefined && (needs === 'agent' || visitor.known);
}

/** Asks the server who this is. Rejects when the server does not answer. */
export async function findVisitor(): Promise<Visitor> {
  const [agent, session, operator, all] = await Promise.all([
    refusable(get('/agents/me')),
    refusable(get('/session')),
    refusable(get('/operator/session')),
    // Asked along with the others, so that nobody waits for it: whoever does not operate is refused.
    get('/operator/agents').catch(() => undefined),
  ]);
  if (agent instanceof ApiProblem && agent.code === 'agent.unknown' && credentials().agent !== undefined) {
    // The chosen agent is gone: back to the default one.
    setCredentials({ agent: undefined });
    return findVisitor();
  }
  const found = agent instanceof ApiProblem ? undefined : agent;
  const isOperator = !(operator instanceof ApiProblem);
  const person = !(session instanceof ApiProblem);
  return {
    agent: found,
    agents:
      person && all !== undefined
        ? all.items.map(({ name }) => name)
        : found === undefined
          ? []
          : [found.name],
    known: person || credentials().key !== undefined,
    person,
    operator: isOperator ? operator.actor : undefined,
    refusal: agent instanceof ApiProblem ? agent : undefined,
  };
}

/** Signs in with whatever it is: a code of `salience open`, the key of an agent, or the key of an operator. */
export async function signIn(secret: string): Promise<void> {
  forgetEarly();
  if (secret.startsWith('pc_')) await post('/session', { body: { code: secret } });
  else if (secret.startsWith('op_')) await post('/operator/session', { body: { key: secret } });
  else if (secret.startsWith('sk_')) await useKey(secret);
  else
    throw new ApiProblem(
      0,
      'sign-in.unknown',
      'Expected a code (pc_…), the key of an agent (sk_…) or the key of an operator (op_…).',
    );
}

/** Signs out of everything that this browser is signed in to. */
export async function signOut(): Promise<void> {
  setCredentials({ key: undefined, agent: undefined });
  await Promise.all([refusable(send('DELETE /session')), refusable(send('DELETE /operator/session'))]);
}

async function useKey(key: string): Promise<void> {
  const before = credentials().key;
  setCredentials({ key });
  try {
    await get('/agents/me');
  } catch (error) {
    setCredentials({ key: before });
    throw error;
  }
}

/** The answer, or the problem of a request that was refused. Rejects when the server does not answer. */
async function refusable<A>(request: Promise<A>): Promise<A | ApiProblem> {
  return request.catch((error: unknown) => {
    if (error instanceof ApiProblem && error.status >= 400 && error.status < 500) return error;
    throw error;
  });
}
