import { type Call, each, has, operands, type Rules, wordSet } from './call.ts';
import { blocks, changes, creates, type Finding, reads, worst } from './finding.ts';
import { judgeSql } from './sql.ts';
import { fetched } from './wrappers.ts';

const codeLooked = 16_384;

const network =
  /socket|fsockopen|Net::|net\.(?:connect|Socket|createConnection)|TCPSocket|\/inet\/tcp|\/dev\/tcp|HTTP::|requests\.|urllib|open-uri|fetch\(|TcpClient|http\.(?:get|request)/i;
const executing =
  /\b(?:system|exec[lv]?[pe]*|popen[234]?|shell_exec|passthru|proc_open|pcntl_exec|spawn\w*|subprocess|execSync|child_process|fork|dup2|io\.popen|os\.execute|Kernel|IO\.popen|Open3|backtick|qx|pty|eval|getline|Runtime)\b|`/;
const shellName = /(?:\/|\b)(?:ba|z|da|k|c)?sh\b(?!\w)|cmd\.exe|powershell/;
const ptyShell = /\bpty\b.{0,80}spawn|os\.setuid\(0\)|setuid\(0\)/;
const removing =
  /rm_rf|rm_r\b|rmtree|remove_tree|FileUtils\.(?:rm|remove|mv|chmod)|unlink|\.rmdir|rmdir|File\.(?:delete|write|rename)|Dir\.(?:delete|rmdir)|os\.(?:remove|rename|chmod|kill|system)|shutil|(?:rm|unlink|rmdir|write\w*|append\w*|rename|truncate|chmod)Sync|fs\.(?:rm|unlink|write|rename|truncate|chmod)|rimraf|truncate|\.delete\(|file_put_contents|\bkill\b|DROP |DELETE |open\([^)]{0,120}['"]?(?:,\s*['"](?:[wax]\+?b?|>+)|\s*>)|writeFile|appendFile|Remove-Item|process\.kill|rename\s*\(/i;
const secretive = /\/etc\/(?:shadow|passwd|sudoers)|\.ssh\b|id_rsa|os\.environ|process\.env|%ENV|getenv/;

/** What a piece of code in some language does, from the calls it names. Texts that it hands to a shell are judged as such. */
function judgeCode(code: string, call: Call): Finding {
  const text = code.slice(0, codeLooked);
  const found: Finding[] = [code.length > codeLooked ? changes('runs code too long to look through') : reads];
  const executes = executing.test(text);
  const speaks = network.test(text);
  if (ptyShell.test(text)) found.push(blocks('code takes a shell with a terminal or rights of its own'));
  if (speaks && executes && (shellName.test(text) || /dup2|exec/.test(text)))
    found.push(blocks('code gives a shell to another machine'));
  if (speaks && secretive.test(text)) found.push(blocks('code sends keys or passwords away'));
  if (speaks) found.push(changes('code speaks to other machines'));
  if (/\b(?:exec|eval)\b.{0,40}(?:b64decode|base64|decode\(|fromhex|unpack|atob|fromCharCode)/.test(text))
    found.push(blocks('code runs text that is hidden from readers'));
  if (executes)
    found.push(
      changes('code runs other programs'),
      ...quotedTexts(text)
        .map((quoted) => call.script(quoted))
        .filter(({ severity }) => severity === 'block'),
    );
  if (removing.test(text)) found.push(changes('code removes or writes files'));
  if (
    removing.test(text) &&
    /rm_rf|rmtree|rm_r|rimraf|fs\.rm|remove_tree/.test(text) &&
    quotedTexts(text).some((quoted) => /^(?:\/|~|\/\*|\/(?:home|etc|usr|var))\/?$/.test(quoted))
  )
    found.push(blocks('code removes a whole system'));
  if (secretive.test(text)) found.push(changes('code reads keys or passwords'));
  return worst(found);
}

/** Texts in quotes that could be commands, a few of them. */
function quotedTexts(code: string): string[] {
  const found: string[] = [];
  const quotes = /'([^'\n]{1,400})'|"([^"\n]{1,400})"|`([^`\n]{1,400})`/g;
  for (const [, single, double, back] of code.matchAll(quotes)) {
    found.push(single ?? double ?? back ?? '');
    if (found.length >= 16) break;
  }
  return found;
}

const codeOptions: Readonly<Record<string, RegExp>> = {
  python: /^-[bBdEhiIOqsSuvx]{0,4}c$/,
  perl: /^-[a-zA-Z0-9]{0,6}[eE]$/,
  ruby: /^-[a-zA-Z]{0,6}e$/,
  node: /^(?:-e|--eval|-p|--print|-pe)$/,
  php: /^(?:-r|-B|-R)$/,
  lua: /^-e$/,
};

function language(program: string): string {
  const name = program.replace(/[\d.]+$/, '');
  if (name === 'pypy' || name === 'jython' || name === 'ipython') return 'python';
  if (name === 'nodejs' || name === 'bun' || name === 'deno' || name === 'ts-node' || name === 'tsx')
    return 'node';
  return name === 'jruby' || name === 'irb' ? 'ruby' : name;
}

function interprets(call: Call): Finding {
  const kind = language(call.program);
  const option = codeOptions[kind] ?? /^-(?:e|c|r|-eval)$/;
  const { args } = call;
  const found: Finding[] = [];
  let code = false;
  for (const [n, arg] of args.entries()) {
    if (option.test(arg)) {
      code = true;
      found.push(judgeCode(args[n + 1] ?? '', call));
      if (call.words[n + 1]?.dynamic === true) found.push(fetched(call));
    } else if (
      (kind === 'perl' || kind === 'ruby') &&
      /^-[^rIMmCEx\W]{0,6}e./.test(arg) &&
      !code &&
      !args.slice(0, n).some((other) => !other.startsWith('-'))
    ) {
      code = true;
      found.push(judgeCode(arg.slice(arg.indexOf('e') + 1), call));
    }
  }
  if ((kind === 'perl' || kind === 'ruby') && args.some((arg) => /^-[pnlawe0]{0,4}i/.test(arg)))
    found.push(creates('edits files'));
  if (code || has(args, '--version', '-V', '--help', '-i', '-m') || (args.length === 1 && args[0] === '-v')) {
    if (!code) found.push(module(call));
    return worst(found);
  }
  if (call.stdin !== undefined && operands(args).filter((arg) => arg !== '-').length === 0)
    return worst([...found, judgeCode(call.stdin, call)]);
  const file = operands(args)[0];
  if (file !== undefined && file !== '-')
    return worst([
      ...found,
      file === '<()' ? fetched(call) : reads,
      /exploit|peas|shell\.|payload/i.test(file)
        ? blocks('runs an attack')
        : changes(`${call.program} runs a file`),
    ]);
  return worst([
    ...found,
    fetched(call),
    call.piped ? changes(`${call.program} runs what it is handed`) : creates('opens an interpreter'),
  ]);
}

const readingModules = wordSet(
  'json.tool timeit platform site this calendar tokenize dis ast sysconfig pdb pytest unittest mypy black ruff venv compileall py_compile',
);

function module(call: Call): Finding {
  const at = call.args.indexOf('-m');
  if (at === -1) return reads;
  const name = call.args[at + 1] ?? '';
  if (readingModules.has(name)) return creates('runs a module');
  if (name === 'pip')
    return call.run([{ text: 'pip', raw: 'pip', dynamic: false }, ...call.words.slice(at + 2)]);
  return /^(?:http\.server|SimpleHTTPServer|smtpd|ftplib|pyftpdlib)$/.test(name)
    ? changes('opens this machine to the network')
    : changes('runs a module');
}

function matches(call: Call): Finding {
  const fromFile = has(call.args, '-f', '--file');
  const program = operands(call.args, wordSet('-F -v -f --file'))[0] ?? '';
  const found: Finding[] = [];
  if (!fromFile) {
    const text = program.slice(0, codeLooked);
    if (/\/inet\d?\/(?:tcp|udp)\//.test(text)) found.push(blocks('code gives a shell to another machine'));
    if (/\bsystem\s*\(|\|\s*getline|\|\s*"|print[^|}]{0,200}\|\s*(?:"|[a-z]+\s*[;}]|&)/.test(text)) {
      const quoted = quotedTexts(text)
        .filter((part) => /[a-z]/.test(part))
        .map((part) => call.script(part.replaceAll('\\"', '"')));
      // Read-only programs in quotes are the usual case; anything else is asked for.
      found.push(
        /\bsystem\s*\(/.test(text) || shellName.test(text) ? changes('awk runs commands') : reads,
        ...quoted.filter(({ severity }) => severity === 'block'),
      );
      if (shellName.test(text) && /BEGIN\s*\{\s*system/.test(text)) found.push(blocks('awk opens a shell'));
    }
    if (/print[^;}]{0,200}>/.test(text)) found.push(creates('awk writes a file'));
  }
  if (call.args.some((arg) => arg === 'inplace')) found.push(changes('awk edits files in place'));
  if (operands(call.args).some((arg) => /^\/etc\/(?:shadow|sudoers|passwd)/.test(arg)))
    found.push(changes('reads passwords'));
  return worst(found);
}

/** The rules of languages that run code from an argument, a heredoc or a pipe. */
export const interpreterRules: Rules = {
  ...each(
    'python python2 python3 python2.7 python3.9 python3.10 python3.11 python3.12 python3.13 python3.14 pypy pypy3 ipython perl ruby jruby irb node nodejs bun deno ts-node tsx php lua luajit Rscript osascript tclsh expect groovy scala elixir julia ghc runghc jshell gdb',
    interprets,
  ),
  ...each('awk gawk mawk nawk', matches),
  ...each('sqlite3 sqlite', (call) => {
    const sql = operands(call.args, wordSet('-cmd -init -separator'))[1] ?? call.stdin;
    if (has(call.args, '-readonly')) return reads;
    return sql === undefined
      ? call.piped
        ? changes('runs statements it is handed')
        : creates('opens a database')
      : judgeSql(sql);
  }),
};
