import { type Call, each, has, operands, type Rule, type Rules, valueAfter, wordSet } from './call.ts';
import { blocks, changes, creates, type Finding, reads, worst } from './finding.ts';
import { writesTo } from './files.ts';
import { isSecret } from './places.ts';

const bodies = [
  '-d',
  '--data',
  '--data-raw',
  '--data-binary',
  '--data-urlencode',
  '--data-ascii',
  '--json',
  '-F',
  '--form',
  '--form-string',
];

/** Paths that take a POST and only answer it. */
const asking =
  /(?:\/|_)(?:_?m?search(?:_template)?|query|queries|_?count|_explain|_analyze|_validate|_mget|_field_caps|graphql|lookup|preview|validate|introspect|_sql|_rank_eval|multi-search)(?:\/?$|[?/])/i;
const tellsMutation = /\bmutation\b/;

/** True when its sources or arguments carry keys, passwords or the environment. */
function carriesSecrets(call: Call): boolean {
  if (
    call.args.some(
      (arg) => isSecret(arg.slice(arg.lastIndexOf('@') + 1)) || isSecret(arg.slice(arg.lastIndexOf('=') + 1)),
    )
  )
    return true;
  return call.sources.some((source) => {
    const [program, ...rest] = source.words.map((word) => word.text);
    if (/^(?:env|printenv|set|export)$/.test(program ?? '') && rest.length === 0) return true;
    if (/^(?:security|secret-tool|pass|keyctl|hashdump)$/.test(program ?? '')) return true;
    return (
      rest.some((text) => isSecret(text)) ||
      source.redirects.some(({ operator, target }) => operator === '<' && isSecret(target.text))
    );
  });
}

function requests(call: Call): Finding {
  const { args } = call;
  const said = valueAfter(args, '-X', '--request', '--method')?.toUpperCase();
  const sends =
    args.some((arg) =>
      bodies.some((option) => arg === option || (option.startsWith('--') && arg.startsWith(`${option}=`))),
    ) ||
    has(args, '-T', '--upload-file') ||
    args.some((arg) => /^-[dF]./.test(arg));
  const method = said ?? (sends && !has(args, '-G', '--get') ? 'POST' : 'GET');
  const exposes = sends || method !== 'GET' || args.some((arg) => arg.includes('$()'));
  if (exposes && carriesSecrets(call)) return blocks('sends keys, passwords or the environment away');
  if (has(args, '-K', '--config') && !has(args, '-k')) return changes('curl takes its orders from a file');
  const found = [reads];
  const output = valueAfter(args, '-o', '--output');
  if (output !== undefined) found.push(writesTo(output));
  else if (has(args, '-O', '--remote-name', '-J')) found.push(creates('saves what it fetches'));
  if (args.some((arg) => arg.startsWith('file://') && isSecret(arg)))
    found.push(changes('reads keys or passwords'));
  if (method === 'POST') {
    const asks = args.some(
      (arg) => asking.test(arg.slice(0, 400)) && !arg.includes('_delete') && !arg.includes('_update'),
    );
    found.push(
      asks && !args.some((arg) => tellsMutation.test(arg)) ? reads : changes('sends data to a server'),
    );
  } else if (!/^(?:GET|HEAD|OPTIONS)$/.test(method))
    found.push(changes(`asks a server to ${method.slice(0, 12)}`));
  return worst(found);
}

function downloads(call: Call): Finding {
  const { args } = call;
  if (has(args, '--post-data', '--post-file', '--body-data', '--body-file', '--method'))
    return carriesSecrets(call)
      ? blocks('sends keys, passwords or the environment away')
      : changes('sends data to a server');
  if (args.some((arg) => arg.includes('$()')) && carriesSecrets(call))
    return blocks('sends keys, passwords or the environment away');
  if (has(args, '--spider')) return reads;
  const output = valueAfter(args, '-O', '--output-document');
  if (output !== undefined) return output === '-' ? reads : writesTo(output);
  return creates('saves what it fetches');
}

/** A bare line to another machine. */
function pipesNetwork(call: Call): Finding {
  const text = call.args.join(' ').slice(0, 4_000);
  if (/(?:^|\s)-\w*[ec]\s?\S*(?:sh|cmd|powershell)|--(?:sh-)?exec|EXEC:|SYSTEM:/i.test(text))
    return blocks('gives a shell to another machine');
  if (carriesSecrets(call)) return blocks('sends keys, passwords or the environment away');
  if (call.sources.some((source) => isShell(source.words[0]?.text ?? '')))
    return blocks('gives a shell to another machine');
  if (has(call.args, '-z') && !call.piped) return reads;
  return /^-\w*l/.test(call.args.find((arg) => arg.startsWith('-')) ?? '')
    ? changes('listens for other machines')
    : changes('speaks to another machine');
}

function isShell(name: string): boolean {
  return /^(?:\/(?:usr\/)?bin\/)?(?:ba|z|da|k)?sh$|^cmd(?:\.exe)?$/.test(name);
}

const sends: Rule = (call) =>
  carriesSecrets(call) ? blocks('sends keys, passwords or the environment away') : changes('sends a message');

const asks: Rule = (call) =>
  call.args.some((arg) => arg.includes('$()')) && carriesSecrets(call)
    ? blocks('sends keys out through names')
    : reads;

function encrypts(call: Call): Finding {
  const [command = ''] = call.args;
  if (command === 's_client' && call.sources.some((source) => isShell(source.words[0]?.text ?? '')))
    return blocks('gives a shell to another machine');
  if (command === 's_client' && carriesSecrets(call)) return blocks('sends keys away');
  if (/^(?:s_server|enc|ca|rsautl|pkcs12)$/.test(command))
    return changes('openssl handles keys or hides data');
  if (call.args.includes('-out') || command.startsWith('gen')) return creates('openssl writes a file');
  return reads;
}

/** The rules of programs that speak to other machines. */
export const networkRules: Rules = {
  ...each('curl curlie', requests),
  ...each('wget wget2', downloads),
  ...each('http https xh httpie', (call) => {
    const method = operands(call.args).find((arg) =>
      /^(?:GET|HEAD|OPTIONS|POST|PUT|PATCH|DELETE)$/.test(arg),
    );
    const body = call.args.some((arg) => /^[\w.-]+:?=/.test(arg)) || call.piped;
    return method === 'GET' || method === 'HEAD' || (method === undefined && !body)
      ? reads
      : changes('sends data to a server');
  }),
  ...each('nc ncat netcat socat cryptcat telnet nc.traditional nc.openbsd', pipesNetwork),
  ...each('dig host nslookup ping', asks),
  ...each('mail mailx mutt sendmail swaks ssmtp msmtp', sends),
  ...each('scp sftp ftp lftp tftp', (call) => {
    if (operands(call.args, wordSet('-i -P -o -F -c -l -J')).some((path) => isSecret(path)))
      return changes('copies keys or passwords');
    const target = operands(call.args, wordSet('-i -P -o -F -c -l -J')).at(-1) ?? '';
    const place = writesTo(target.slice(target.indexOf(':') + 1));
    return call.program === 'scp'
      ? worst([creates('copies files to or from elsewhere'), place])
      : changes('moves files to or from elsewhere');
  }),
  ...each('nmap masscan zmap nikto sqlmap gobuster dirb wfuzz ffuf', () =>
    changes('searches other machines for ways in'),
  ),
  ...each(
    'hydra medusa john hashcat msfconsole msfvenom mimikatz responder crackmapexec evil-winrm chisel ligolo ngrok pwncat',
    (call) => (call.program === 'ngrok' ? changes('opens this machine to the network') : blocks('breaks in')),
  ),
  ...each('tcpdump tshark wireshark dumpcap ettercap', () => changes('listens to the network')),
  openssl: encrypts,
  'ssh-keygen': (call) =>
    has(call.args, '-l', '-B', '-H', '-F')
      ? reads
      : has(call.args, '-R', '-p', '-s')
        ? changes('changes keys or known machines')
        : creates('makes a key'),
  'ssh-add': (call) =>
    has(call.args, '-D', '-d')
      ? changes('takes keys away')
      : has(call.args, '-l', '-L')
        ? reads
        : creates('loads a key'),
  ...each('ssh-agent ssh-copy-id', (call) =>
    call.program === 'ssh-agent' ? creates('keeps keys') : changes('lets a key in elsewhere'),
  ),
};
