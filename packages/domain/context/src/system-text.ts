import { type Candidate, fit, sharesOf } from './budget.ts';
import { candidate, label, textChars } from './candidates.ts';
import type { AgentIdentity, PromptItem, PromptName } from './prompt.ts';
import { materialInstructions } from './templates/material.ts';
import { shippedPrompts } from './templates/shipped-prompts.ts';
import { cleanText } from '@salience/language';
import { element, escapeText } from './xml.ts';

/** The system text of an agent, and the account of what is in it. */
export interface SystemText {
  readonly text: string;
  /** Tokens of identity. */
  readonly used: number;
  readonly items: readonly PromptItem[];
}

/**
 * How to read the material, who the agent is, and the instructions of the mode: the same bytes for the same agent, template and
 * budget, and the first two the same for every mode. What is learned later stands in none of them. The persona is cut to what
 * identity may take rather than left out; files come next: those that do not fit are left out, the last first.
 */
export function systemText(agent: AgentIdentity, template: PromptName, budget: number): SystemText {
  // Kept with the agent it was made from, which never changes: half the work of a prompt is the same on every turn.
  const known = made.get(agent) ?? new Map<string, SystemText>();
  const key = `${template} ${budget}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const text = write(agent, template, budget);
  if (known.size >= keptMax) known.clear();
  made.set(agent, known.set(key, text));
  return text;
}

const made = new WeakMap<AgentIdentity, Map<string, SystemText>>();
const keptMax = 32;
/** The name of an agent without one. */
const unnamed = 'default';
const guide = element('guide', {}, `\n${materialInstructions}\n`);

function write(agent: AgentIdentity, template: PromptName, budget: number): SystemText {
  const share = sharesOf(budget).identity;
  const parts = 1 + agent.files.length;
  const files = agent.files.map((file, index) =>
    candidate(
      'identity',
      { id: file.path, text: file.text, trust: 'owner', relevance: 1 - (index + 1) / parts },
      textChars.owner,
      (clean) => element('file', { path: label(file.path) }, escapeText(clean)),
    ),
  );
  const { kept, items } = fit([personaCandidate(agent.persona, share), ...files], share);
  const identity = element(
    'identity',
    // An agent without a name has none to give.
    { name: agent.name === unnamed ? undefined : label(agent.name) },
    `\n${kept.map((part) => part.rendered).join('\n')}\n`,
  );
  const instructions = agent.prompts?.[template] ?? shippedPrompts[template];
  return {
    text: `${guide}\n${identity}\n${instructionsElement(template, instructions)}`,
    used: kept.reduce((sum, part) => sum + part.tokens, 0),
    items,
  };
}

function instructionsElement(template: PromptName, instructions: string): string {
  return element('instructions', { mode: template }, `\n${escapeText(cleanText(instructions))}\n`);
}

/**
 * A system text that was sent, with other instructions: those of `template` as they ship, or `instructions`. Everything before them stays
 * byte for byte. Throws `RangeError` for a text without any.
 */
export function withInstructions(system: string, template: PromptName, instructions?: string): string {
  // Texts are escaped, so only the element itself can begin so; it is the last.
  const at = system.lastIndexOf('\n<instructions mode="');
  if (at < 0) throw new RangeError('expected a system text with instructions, got none');
  return `${system.slice(0, at)}\n${instructionsElement(template, instructions ?? shippedPrompts[template])}`;
}

function personaCandidate(persona: string, share: number): Candidate {
  const of = (text: string, maxChars: number) =>
    candidate('identity', { id: 'persona', text, trust: 'owner', relevance: 1 }, maxChars, escapeText);
  let maxChars = textChars.owner;
  let written = of(persona, maxChars);
  // Escapes make a text longer, so how much fits is found by trying.
  while (written.tokens > share && maxChars > 1) {
    maxChars = Math.min(Math.floor(maxChars * 0.9), share * 4);
    written = of(persona, maxChars);
  }
  return written;
}
