/** A text made to be slow to read. */
export interface HostileInput {
  readonly name: string;
  readonly text: string;
}

const pieces: Readonly<Record<string, string>> = {
  'plain words': 'a ',
  'one word': 'a',
  commands: 'a;',
  pipes: 'a|',
  sudo: 'sudo ',
  xargs: 'xargs ',
  'sh -c': "sh -c '",
  eval: 'eval ',
  substitutions: '$(',
  'closed substitutions': '$(a)',
  arithmetic: '$((',
  backticks: '`',
  'escaped backticks': '\\`',
  groups: '(',
  braces: '{ ',
  choices: '{a,',
  variables: '${',
  'single quotes': "'",
  'double quotes': '"',
  'quoted substitutions': '"$(',
  heredocs: 'cat <<A ',
  'heredoc lines': 'cat <<A\n',
  redirects: '>a ',
  processes: '<(',
  patterns: 'a?(',
  arrays: 'a=(',
  assignments: 'a=b ',
  doubling: 'a=$a$a;',
  cases: 'case a in a) ',
  functions: 'f(){ ',
  tests: '[[ a ',
  finds: 'find / -exec find ',
  paths: '/..',
  stars: '*',
  dashes: '-',
  options: '-rf ',
  backslashes: '\\',
  lines: '\n',
  comments: '# a\n',
  spaces: ' ',
  secrets: 'x.ssh/x/id_rsa.a ',
  statements: 'select 1;',
  'deep paths': 'a/.a/',
};

const heads = [
  '',
  'rm -rf ',
  'cat ',
  'find . ',
  'curl ',
  'psql -c "',
  'python -c "',
  "awk '",
  'sed -e "',
  'git push ',
  'aws ',
  'ssh h ',
  'grep ',
  'chmod ',
];

/** Texts of that many characters: every head followed by every piece, again and again. */
export function hostileInputs(characters: number): HostileInput[] {
  return Object.entries(pieces).flatMap(([name, piece]) =>
    heads.map((head) => ({
      name: `${head}${name}`,
      text: (head + piece.repeat(Math.ceil(characters / piece.length))).slice(0, characters),
    })),
  );
}
