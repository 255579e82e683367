import {
  type Call,
  each,
  has,
  operands,
  type Rule,
  type Rules,
  skipOptions,
  valueAfter,
  wordSet,
} from './call.ts';
import { namesSecrets } from './readers.ts';
import { blocks, changes, creates, type Finding, reads, weight, worst } from './finding.ts';

/** A program that runs another one behind its own options. */
function wraps(valued: string, positionals = 0, elevated = false): Rule {
  const taking = wordSet(valued);
  return (call) => {
    let n = skipOptions(call.args, taking, positionals);
    while (/^\w+=/.test(call.args[n] ?? '')) n += 1;
    if (n < call.args.length) return call.run(call.words.slice(n), elevated || call.elevated);
    return elevated ? changes(`${call.program} opens all rights`) : reads;
  };
}

const roots: Rule = (call) => {
  if (has(call.args, '-l', '--list') && skipOptions(call.args, sudoValued) >= call.args.length)
    return changes('sudo lists what may be done with all rights');
  if (has(call.args, '-v', '-k', '-K', '--version', '--help') && call.args.length === 1) return reads;
  if (has(call.args.slice(0, 1), '-e', '--edit') || call.program === 'sudoedit')
    return changes('edits with all rights');
  return wraps('-u -g -h -p -C -r -t -T -U -D -R --user --group --host --prompt', 0, true)(call);
};
const sudoValued = wordSet('-u -g -h -p -C -r -t -T -U -D -R --user --group');

/** A shell: its script may be an argument, a file, or what is piped into it. */
function shells(call: Call): Finding {
  const { args } = call;
  const option = args.findIndex((arg) => /^-[a-zA-Z]{0,8}c[a-zA-Z]{0,8}$/.test(arg) && !arg.startsWith('--'));
  const file = operands(args, wordSet('-o -O --rcfile --init-file'))[0];
  if (option !== -1) {
    const n = args.findIndex((arg, index) => index > option && !/^-[a-zA-Z]+$/.test(arg));
    return n === -1 ? reads : worst([call.script(args[n] ?? ''), fetched(call)]);
  }
  if (has(args, '--version', '--help', '-n')) return reads;
  if (file !== undefined && !has(args, '-s')) {
    return /lin(?:enum|peas)|pspy|exploit/i.test(file)
      ? blocks('runs a search for ways in')
      : worst([changes(`${call.program} runs a file`), fetched(call)]);
  }
  if (call.stdin !== undefined) return call.script(call.stdin);
  if (call.piped) return worst([changes(`${call.program} runs what it is handed`), fetched(call)]);
  return has(args, '-i') && call.quiet ? changes('opens a shell') : creates('opens a shell');
}

const fetchers =
  /^(?:curl|wget|fetch|aria2c|lynx|lwp-request|GET|http|https|xh|nc|ncat|netcat|socat|telnet|scp|ftp|tftp|ssh|iwr|irm|invoke-webrequest|invoke-restmethod|dig|nslookup)$/i;
const decoders = /^(?:base64|base32|xxd|uudecode|openssl|rev|tr|gunzip|zcat|gzip|bzip2|xz|hex|gpg)$/;

/** Text from the network, or hidden text, that is about to be run. */
export function fetched(call: Call): Finding {
  let found = reads;
  for (const source of call.sources) {
    const texts = source.words.map((word) => word.text);
    const name = (texts.find((text) => !/^(?:sudo|\w+=.*|-.*)$/.test(text)) ?? '').split('/').at(-1) ?? '';
    if (fetchers.test(name)) return blocks('runs what it fetches from the network');
    if (
      decoders.test(name) &&
      (name === 'xxd' || name === 'rev' || texts.some((text) => /^(?:-d|-D|--decode|-r|enc|-di)$/.test(text)))
    )
      found = blocks('runs text that is hidden from readers');
  }
  return found;
}

function evaluates(call: Call): Finding {
  const dynamic = call.words.some((word) => word.dynamic);
  return worst([
    call.script(call.args.join(' ')),
    fetched(call),
    dynamic ? changes('eval runs what is only known when it runs') : reads,
  ]);
}

function distributes(call: Call): Finding {
  const n = skipOptions(
    call.args,
    wordSet('-n -P -I -L -d -s -E -a -J -R --max-args --max-procs --delimiter --replace --max-lines'),
  );
  if (n >= call.args.length) return reads;
  const greps = /(?:^|\/)[efz]?grep$/.test(call.args[n] ?? '') && namesSecrets(call.args.slice(n));
  return worst([
    call.run(call.words.slice(n)),
    greps ? changes('searches files for passwords and keys') : reads,
  ]);
}

function parallel(call: Call): Finding {
  const n = skipOptions(
    call.args,
    wordSet('-j --jobs -I -n -N -a --colsep --delay --timeout --joblog --results -S'),
  );
  if (n >= call.args.length) return call.piped ? changes('parallel runs what it is handed') : reads;
  const end = call.args.findIndex((arg) => arg.startsWith(':::'));
  const words = call.words.slice(n, end === -1 ? undefined : end);
  return words.length === 1 ? call.script(words[0]?.text ?? '') : call.run(words);
}

function switches(call: Call): Finding {
  const script = valueAfter(call.args, '-c', '--command');
  if (script !== undefined) return worst([call.script(script), changes('acts as another user')]);
  return changes('becomes another user');
}

const sshValued = wordSet('-b -c -D -E -e -F -I -i -J -L -l -m -O -o -p -Q -R -S -W -w -B');

function connects(call: Call): Finding {
  const n = skipOptions(call.args, sshValued);
  const options = call.args.slice(0, n);
  const hidden = options.find((arg) => /^(?:-o)?(?:ProxyCommand|LocalCommand)=/i.test(arg));
  const found: Finding[] = [creates('opens a session elsewhere')];
  if (hidden !== undefined)
    found.push(call.script(hidden.slice(hidden.indexOf('=') + 1)), changes('ssh runs a command here'));
  if (options.some((arg) => /^-[RDw]/.test(arg))) found.push(changes('opens a way back into this network'));
  // Options may follow the host.
  const rest = call.words.slice(n + 1);
  const behind = skipOptions(
    rest.map((word) => word.text),
    sshValued,
  );
  const command = rest
    .slice(behind)
    .map((word) => word.text)
    .join(' ');
  if (command !== '') {
    const inner = call.script(command);
    found.push(inner);
  } else if (call.piped) found.push(changes('runs elsewhere what it is handed'));
  return worst(found);
}

/** Programs known to run another: how each of them names it. */
export const wrapperRules: Rules = {
  ...each('sudo doas sudoedit pkexec dzdo', roots),
  ...each('sh bash zsh dash ksh ksh93 mksh ash fish csh tcsh rbash pdksh posh yash', shells),
  ...each(
    'nohup setsid builtin caffeinate fakeroot unbuffer busybox toybox catchsegv winpty linux32 linux64 proxychains proxychains4 torsocks torify',
    wraps('-i -t'),
  ),
  nice: wraps('-n --adjustment'),
  ionice: wraps('-c -n -p -P -u --class --classdata'),
  timeout: wraps('-s -k --signal --kill-after', 1),
  gtimeout: wraps('-s -k', 1),
  ...each('time gtime', wraps('-f -o --format --output')),
  stdbuf: wraps('-i -o -e'),
  chroot: wraps('', 1, true),
  nsenter: wraps('-t --target -S -G', 0, true),
  unshare: wraps('-S -G'),
  chrt: wraps('', 1),
  taskset: wraps('', 1),
  cpulimit: wraps('-l -p -e'),
  numactl: wraps('-N -m'),
  rlwrap: wraps('-f -a'),
  sshpass: wraps('-p -f -d -P'),
  strace: wraps('-e -o -p -s -u -S'),
  ltrace: wraps('-e -o -p -s -u'),
  'systemd-run': wraps('-p --unit -u --property', 0, true),
  gosu: wraps('', 1, true),
  'su-exec': wraps('', 1, true),
  setpriv: wraps('', 0, true),
  'aws-vault': (call) =>
    call.args[0] === 'exec'
      ? call.run(call.words.slice(skipOptions(call.args.slice(1), wordSet('-d')) + 2))
      : changes('handles keys'),
  exec: (call) => {
    const n = skipOptions(call.args, wordSet('-a'));
    return n < call.args.length ? call.run(call.words.slice(n)) : reads;
  },
  command: (call) => (has(call.args, '-v', '-V') ? reads : wraps('')(call)),
  env: (call) => {
    const text = valueAfter(call.args, '-S', '--split-string');
    return text === undefined ? wraps('-u -C --unset --chdir -P')(call) : call.script(text);
  },
  xargs: distributes,
  gxargs: distributes,
  parallel,
  eval: evaluates,
  source: (call) => sources(call),
  '.': (call) => sources(call),
  ...each('su runuser', switches),
  ...each('ssh slogin rsh autossh mosh dbclient', connects),
  watch: (call) => call.script(call.args.slice(skipOptions(call.args, wordSet('-n --interval'))).join(' ')),
  script: (call) => {
    const text =
      valueAfter(call.args, '-c', '-qc', '--command', '-qec', '-ec') ??
      call.args[call.args.findIndex((arg) => /^-\w*c$/.test(arg)) + 1];
    const shell =
      call.args.some((arg) => /^-\w*c$/.test(arg)) && /^(?:\/\w+)*\/?(?:ba|z|da|k)?sh$/.test(text ?? '');
    if (shell) return blocks('script gives a shell a terminal of its own');
    return call.args.some((arg) => /^-\w*c$/.test(arg)) && text !== undefined
      ? worst([creates('script writes a file'), call.script(text)])
      : creates('script records a session');
  },
  flock: (call) => {
    const text = valueAfter(call.args, '-c', '--command');
    return text === undefined ? wraps('-w --timeout -E', 1)(call) : call.script(text);
  },
  ...each('screen tmux', (call) => sessions(call)),
};

function sources(call: Call): Finding {
  if (weight(fetched(call)) > 2) return fetched(call);
  // A settings file of one's own is what shells read at every start.
  return /(?:^|\/)(?:\.?(?:bash|zsh)rc|\.?profile|\.bash_profile|activate|\.bash_aliases|nvm\.sh)$/.test(
    call.args[0] ?? '',
  )
    ? creates('reads settings into this shell')
    : changes('runs a file in this shell');
}

function sessions(call: Call): Finding {
  if (/^(?:kill-\S+|killw|killp|-X)$/.test(call.args[0] ?? '') || call.args.includes('quit'))
    return changes('ends sessions');
  const inner = call.args.filter((arg) => arg.includes(' ')).map((arg) => call.script(arg));
  const at = call.args.findIndex((arg) => /^(?:ba|z|da|k)?sh$|^\/(?:usr\/)?bin\//.test(arg));
  return worst([
    creates(`${call.program} keeps a session`),
    ...inner,
    at === -1 ? reads : call.run(call.words.slice(at)),
  ]);
}
