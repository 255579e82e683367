import { isTainted, lowestTrust, type Trust } from '@salience/contracts';
import { type Candidate, fit, sharesOf } from './budget.ts';
import { candidate, label, textChars } from './candidates.ts';
import type { AboutSection, AgentIdentity, PromptItem, PromptName } from './prompt.ts';
import { shippedPrompts } from './templates/shipped-prompts.ts';
import { capText, cleanText } from './text.ts';
import { element, escapeText } from './xml.ts';

/** The system text of an agent, and the account of what is in it. */
export interface SystemText {
  readonly text: string;
  /** Tokens of identity. */
  readonly used: number;
  readonly items: readonly PromptItem[];
}

/**
 * Identity and instructions: the same bytes for the same agent, template and budget. The persona is cut to what identity may
 * take rather than left out; what is known of the person comes next, and then files: those that do not fit are left out, the last first.
 */
export function systemText(
  agent: AgentIdentity,
  template: PromptName,
  budget: number,
  shown: Shown = isUntainted,
): SystemText {
  // Kept with the agent it was made from, which never changes: half the work of a prompt is the same on every turn.
  const known = made.get(agent) ?? new Map<string, SystemText>();
  const key = `${template} ${budget} ${shown === isUntainted ? '' : 'unverified'}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const text = write(agent, template, budget, shown);
  if (known.size >= keptMax) known.clear();
  made.set(agent, known.set(key, text));
  return text;
}

/** Which texts stand in every prompt of a message. */
type Shown = (trust: Trust) => boolean;

/** For a person's message: nothing that would taint what it asks for. */
export const isUntainted: Shown = (trust) => !isTainted(trust);
/** For a message of nobody in particular, what such messages taught as well. */
export const isNotExternal: Shown = (trust) => trust !== 'external';

const made = new WeakMap<AgentIdentity, Map<string, SystemText>>();
const keptMax = 32;

function write(agent: AgentIdentity, template: PromptName, budget: number, shown: Shown): SystemText {
  const share = sharesOf(budget).identity;
  const parts = 1 + agent.files.length;
  const files = agent.files.map((file, index) =>
    candidate(
      'identity',
      { id: file.path, text: file.text, trust: 'owner', relevance: 1 - (index + 1) / parts },
      textChars.owner,
      (text) => element('file', { path: label(file.path) }, text),
    ),
  );
  const about = (agent.about ?? [])
    .map((section) => aboutCandidate(section, shown))
    .filter(({ rendered }) => rendered !== '');
  const { kept, items } = fit([personaCandidate(agent.persona, share), ...about, ...files], share);
  const identity = element(
    'identity',
    { name: label(agent.name) },
    `\n${kept.map((part) => part.rendered).join('\n')}\n`,
  );
  const instructions = escapeText(cleanText(agent.prompts?.[template] ?? shippedPrompts[template]));
  return {
    text: `${identity}\n${element('instructions', { mode: template }, `\n${instructions}\n`)}`,
    used: kept.reduce((sum, part) => sum + part.tokens, 0),
    items,
  };
}

/** Characters of one section of what is known, whole sentences only. */
const aboutChars = 480;

/** What is known of the person: data like everything that was said, however it got here (law 10). */
function aboutCandidate({ name, statements }: AboutSection, shown: Shown): Candidate {
  let room = aboutChars;
  const told = statements.filter(({ text, trust }) => shown(trust) && (room -= text.length) >= 0);
  const trust = lowestTrust(['agent', ...told.map((statement) => statement.trust)]);
  const written = told.map(({ text, trust }) =>
    element('known', { trust }, escapeText(capText(cleanText(text), aboutChars))),
  );
  // The sentences are elements of their own, so they are escaped before they are joined.
  const made = candidate(
    'identity',
    { id: `about:${name}`, text: told.map(({ text }) => text).join(' '), trust, relevance: 0.95 },
    textChars.owner,
    () => element('about', { section: label(name) }, written.join('')),
  );
  return made;
}

function personaCandidate(persona: string, share: number): Candidate {
  const of = (text: string, maxChars: number) =>
    candidate('identity', { id: 'persona', text, trust: 'owner', relevance: 1 }, maxChars, (escaped) =>
      element('persona', {}, escaped),
    );
  let maxChars = textChars.owner;
  let made = of(persona, maxChars);
  // Escapes make a text longer, so how much fits is found by trying.
  while (made.tokens > share && maxChars > 1) {
    maxChars = Math.min(Math.floor(maxChars * 0.9), share * 4);
    made = of(persona, maxChars);
  }
  return made;
}
