// Writes packages/domain/context/prompts/*.md into a module, so that the prompts are one thing in a bundle, in a test and from
// source. Run it after editing one of them: node tooling/embed-prompts.mjs. A test of the package fails until it was run.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PACKAGE = fileURLToPath(new URL('../packages/domain/context', import.meta.url));
const FOLDER = join(PACKAGE, 'prompts');
const MODULE = join(PACKAGE, 'src/templates/shipped-prompts.ts');

const entries = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.md'))
  .sort()
  .map((file) => {
    const text = readFileSync(join(FOLDER, file), 'utf8').trimEnd();
    const literal = text.replace(/[\\`]|\$\{/g, (found) => `\\${found}`);
    return `  ${basename(file, '.md').toUpperCase()}: \`${literal}\`,`;
  });

writeFileSync(
  MODULE,
  `// Written by tooling/embed-prompts.mjs from prompts/*.md. Edit those.

/** The instructions that ship, by name. */
export const shippedPrompts = {
${entries.join('\n')}
} as const;
`,
);
