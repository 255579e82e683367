import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { modelRoles } from '@salience/contracts';
import { type ModelRequest, repositoryRoot } from '@salience/testing';
import { systemOf } from './request-text.ts';

/** What a request asks for: a job in the background, a way to answer, or the next step of an action. */
export type AskedFor =
  | { readonly kind: 'object'; readonly task: string }
  | { readonly kind: 'plan' }
  | { readonly kind: 'reply'; readonly mode: string };

/** Recognises requests by the instructions that ship, whatever stands around them. */
export type Recogniser = (request: ModelRequest) => AskedFor | undefined;

/** Lines this short say nothing of where they come from. */
const lineChars = 30;
/** Lines of a text's own that a request has to hold to be recognised by it. */
const linesMin = 2;

const roles: ReadonlySet<string> = new Set(modelRoles);
const context = join(repositoryRoot, 'packages/domain/context');

/** Reads the shipped instructions; throws when there are none where they are kept. */
export function shippedRecogniser(): Recogniser {
  const modes = textsIn(join(context, 'prompts'), '.md');
  const templates = textsIn(join(context, 'src/templates'), '.ts');
  // What is written for several modes is no job of its own.
  const tasks = new Map([...templates].filter(([name]) => roles.has(name)));
  if (modes.size === 0 || tasks.size === 0) throw new Error(`No instructions are kept in ${context}.`);
  const own = ownLines(new Map([...modes, ...tasks]));
  return (request) => {
    const named = (request.body.response_format as { json_schema?: { name?: string } } | undefined)
      ?.json_schema?.name;
    if (named !== undefined && tasks.has(named)) return { kind: 'object', task: named };
    const system = systemOf(request);
    const found = [...own]
      .map(([name, lines]) => {
        const hits = lines.filter((line) => system.includes(line)).length;
        return { name, hits, share: hits / Math.max(1, lines.length) };
      })
      .toSorted((a, b) => b.share - a.share)[0];
    if (found === undefined || found.hits < linesMin) return undefined;
    if (tasks.has(found.name)) return { kind: 'object', task: found.name };
    const mode = found.name.toUpperCase();
    return mode === 'ACT' ? { kind: 'plan' } : { kind: 'reply', mode };
  };
}

function textsIn(folder: string, ending: string): Map<string, string> {
  return new Map(
    readdirSync(folder)
      .filter((name) => name.endsWith(ending) && !name.endsWith('.test.ts'))
      .map((name): [string, string] => [
        name.slice(0, -ending.length),
        readFileSync(join(folder, name), 'utf8'),
      ]),
  );
}

/** The lines of each text that no other has, and that come through escaping as they are. */
function ownLines(texts: ReadonlyMap<string, string>): Map<string, string[]> {
  const seen = new Map<string, number>();
  const linesOf = (text: string): string[] => [
    ...new Set(
      text
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line.length >= lineChars && !/[<>&`\\]|^(?:import|export)\b/.test(line)),
    ),
  ];
  for (const text of texts.values())
    for (const line of linesOf(text)) seen.set(line, (seen.get(line) ?? 0) + 1);
  return new Map(
    [...texts].map(([name, text]) => [name, linesOf(text).filter((line) => seen.get(line) === 1)]),
  );
}
