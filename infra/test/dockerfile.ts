import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './compose-file.ts';

/** One instruction of a Dockerfile: `COPY`, and what follows. */
export interface Instruction {
  readonly word: string;
  readonly rest: string;
}

/** A stage: its name, what it starts from, and its instructions. */
export interface Stage {
  readonly name: string;
  readonly from: string;
  readonly instructions: readonly Instruction[];
}

/** Where the images are described. */
export const dockerfilePath = 'infra/image/Dockerfile';

/** The stages of the Dockerfile in order, with ARG defaults that stand before the first stage put in. */
export function readStages(): Stage[] {
  const lines = readFileSync(join(root, dockerfilePath), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'));
  const args = new Map<string, string>();
  const stages: { name: string; from: string; instructions: Instruction[] }[] = [];
  for (const line of lines) {
    const [word = '', ...words] = line.split(/\s+/);
    const rest = words.join(' ');
    const stage = stages.at(-1);
    if (word === 'FROM') {
      const [from = '', , name = ''] = words;
      stages.push({
        name,
        from: from.replace(/\$\{(\w+)\}/g, (_all, arg: string) => args.get(arg) ?? ''),
        instructions: [],
      });
    } else if (stage === undefined)
      args.set(words[0]?.split('=')[0] ?? '', rest.slice(rest.indexOf('=') + 1));
    else stage.instructions.push({ word, rest });
  }
  return stages;
}

/** What a stage says to an instruction, such as every `RUN`. */
export function said(stage: Stage, word: string): string[] {
  return stage.instructions.filter((one) => one.word === word).map((one) => one.rest);
}

/** A stage by name. */
export function stageNamed(name: string): Stage {
  const stage = readStages().find((one) => one.name === name);
  if (stage === undefined) throw new Error(`The Dockerfile has no stage ${name}.`);
  return stage;
}
