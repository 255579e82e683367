import { type Call, each, has, type Rules } from './call.ts';
import { blocks, changes, creates, type Finding, reads, worst } from './finding.ts';
import { isWholeSystem } from './places.ts';
import { fetched } from './wrappers.ts';

const readingVerbs =
  /^(?:get|test|select|where|sort|measure|format|write|compare|find|resolve|convertto|convertfrom|group|foreach|out-string|out-host|out-null|show|search|read|join|split|wait|trace|out-gridview|tee)(?:-|$)/i;

/** A PowerShell cmdlet by its verb and noun. */
export function judgeCmdlet(call: Call): Finding {
  const name = call.program;
  const text = call.args.join(' ').slice(0, 4_000);
  if (
    /^(?:format-volume|clear-disk|initialize-disk|remove-partition|reset-physicaldisk|clear-recoverykey)$/.test(
      name,
    )
  )
    return blocks('wipes a disk');
  if (name === 'remove-item' || name === 'clear-content') {
    const whole = call.args.some((arg) => isWholeSystem(arg) || isWholeSystem(arg.replaceAll('\\', '/')));
    return whole && /-r/i.test(text) ? blocks('removes a whole system or home') : changes('removes files');
  }
  if (name === 'set-mppreference' || name === 'add-mppreference')
    return /disable|exclusion/i.test(text)
      ? blocks('switches off what guards the machine')
      : changes('changes what guards the machine');
  if (name === 'set-netfirewallprofile' && /enabled\s+(?:false|\$false)/i.test(text))
    return blocks('opens the firewall');
  if (name === 'invoke-expression')
    return worst([
      fetched(call),
      /download|webclient|iwr|irm|invoke-web|frombase64|http/i.test(text)
        ? blocks('runs what it fetches from the network')
        : call.script(text),
      changes('runs text'),
    ]);
  if (/^invoke-(?:webrequest|restmethod)$/.test(name))
    return /-method\s+(?!get)/i.test(text)
      ? changes('sends data to a server')
      : /-outfile/i.test(text)
        ? creates('saves what it fetches')
        : reads;
  if (/^new-object$/.test(name))
    return /tcpclient/i.test(text) ? blocks('gives a shell to another machine') : reads;
  if (/^(?:get-credential|get-clipboard|get-secret)$/.test(name)) return changes('reads keys or passwords');
  if (name === 'start-process' || name === 'invoke-command') return changes('runs a program');
  if (
    /^(?:new-item|copy-item|set-location|push-location|pop-location|import-module|import-csv|export-csv|out-file|add-content|set-content|new-guid|start-sleep|set-variable|new-variable|clear-host|rename-item|compress-archive|expand-archive)$/.test(
      name,
    )
  )
    return creates('writes a file');
  return readingVerbs.test(name) ? reads : changes(`${name} changes the machine`);
}

function shell(call: Call): Finding {
  const { args } = call;
  const at = args.findIndex((arg) => /^(?:-|\/)(?:c|k|command|com\w*)$/i.test(arg));
  if (args.some((arg) => /^-(?:e|en|enc|encodedcommand)$/i.test(arg)))
    return blocks('runs text that is hidden from readers');
  if (/downloadstring|frombase64string|-w\w*\s+hid|tcpclient/i.test(args.join(' ').slice(0, 8_000)))
    return blocks('runs what it fetches or hides');
  if (at !== -1) return call.script(args.slice(at + 1).join(' '));
  const file = args.find((arg) => !/^[-/]/.test(arg));
  if (file === undefined)
    return call.piped ? worst([changes('runs what it is handed'), fetched(call)]) : creates('opens a shell');
  return /^-f(?:ile)?$/i.test(args[args.indexOf(file) - 1] ?? '')
    ? changes('runs a file')
    : call.script(
        args
          .filter((arg) => !/^-(?:nop\w*|noni\w*|nologo|executionpolicy|ep|bypass|windowstyle)$/i.test(arg))
          .join(' '),
      );
}

function removesFolder(call: Call): Finding {
  const recursive = call.args.some((arg) => /^\/s$/i.test(arg));
  const whole = call.args.some((arg) => isWholeSystem(arg) || /^[A-Za-z]:\\?(?:\*(?:\.\*)?)?$/.test(arg));
  return recursive && whole ? blocks('removes a whole system or home') : changes('removes files');
}

const answers =
  'ipconfig systeminfo tasklist findstr where ver vol getmac driverquery hostid qwinsta query tracert pathping nbtstat chcp title more fc comp assoc ftype path rem choice timeout clip msinfo32 gpresult qprocess whoami';

/** The rules of Windows' own programs; cmdlets go by their verbs. */
export const windowsRules: Rules = {
  ...each('cmd powershell pwsh', shell),
  ...each(answers, () => reads),
  ...each('rd deltree', removesFolder),
  del: removesFolder,
  erase: removesFolder,
  format: (call) =>
    call.args.some((arg) => /^[A-Za-z]:$/.test(arg))
      ? blocks('wipes a disk')
      : changes('format: its effect is unknown'),
  diskpart: (call) =>
    call.piped || has(call.args, '/s')
      ? blocks('changes partitions from a script')
      : changes('changes partitions'),
  vssadmin: (call) =>
    /delete|resize/i.test(call.args[0] ?? '') ? blocks('destroys what files could be restored from') : reads,
  wbadmin: (call) =>
    /delete|disable/i.test(call.args[0] ?? '')
      ? blocks('destroys what files could be restored from')
      : /get/i.test(call.args[0] ?? '')
        ? reads
        : changes('handles backups'),
  bcdedit: (call) =>
    call.args.length === 0 || /enum/i.test(call.args[0] ?? '')
      ? reads
      : changes('changes how the machine starts'),
  cipher: (call) =>
    call.args.some((arg) => /^\/w/i.test(arg))
      ? blocks('wipes what could be restored')
      : changes('encrypts files'),
  reg: (call) =>
    /^query$/i.test(call.args[0] ?? '') && !call.args.some((arg) => /\b(?:sam|security|lsa)\b/i.test(arg))
      ? reads
      : call.args.some((arg) => /^(?:save|export)$/i.test(arg)) &&
          call.args.some((arg) => /sam|security|system/i.test(arg))
        ? blocks('takes passwords out of the registry')
        : changes('changes the registry'),
  netsh: (call) =>
    call.args.includes('show')
      ? reads
      : /off|disable/i.test(call.args.join(' ')) && call.args.some((arg) => /firewall/i.test(arg))
        ? blocks('opens the firewall')
        : changes('changes the network'),
  net: (call) =>
    call.args.length < 2 ||
    (/^(?:view|user|localgroup|share|start|time|accounts|config|statistics)$/i.test(call.args[0] ?? '') &&
      call.args.length === 1)
      ? reads
      : changes('changes logins, shares or services'),
  sc: (call) => (/^(?:query|queryex|qc)$/i.test(call.args[0] ?? '') ? reads : changes('changes services')),
  wevtutil: (call) =>
    /^(?:cl|clear-log)$/i.test(call.args[0] ?? '') ? blocks('wipes the log of what happened') : reads,
  wmic: (call) =>
    call.args.some((arg) => /^(?:delete|call|create|set)$/i.test(arg))
      ? call.args.some((arg) => /shadowcopy/i.test(arg))
        ? blocks('destroys what files could be restored from')
        : changes('changes the machine')
      : reads,
  ...each('schtasks', (call) =>
    call.args.some((arg) => /^\/query$/i.test(arg)) || call.args.length === 0
      ? reads
      : changes('changes what is scheduled'),
  ),
  ...each('certutil bitsadmin mshta regsvr32 rundll32 cscript wscript installutil msbuild', (call) =>
    /https?:|-decode|javascript:|scrobj|comsvcs/i.test(call.args.join(' ').slice(0, 4_000)) &&
    call.program !== 'msbuild'
      ? blocks('fetches or runs what is hidden')
      : changes(`${call.program} runs a file`),
  ),
  ...each('takeown icacls cacls attrib', (call) =>
    call.args.length < 2 ? reads : changes('changes whose a file is'),
  ),
  ...each('taskkill tskill', () => changes('ends processes')),
  ...each('xcopy robocopy copy', (call) =>
    call.args.some((arg) => /^\/(?:mir|purge|mov|move)$/i.test(arg))
      ? changes('removes or moves files')
      : creates('copies files'),
  ),
  ...each('move ren', () => creates('moves files')),
  ...each('md setlocal endlocal', () => creates('makes a folder')),
  ...each('iex', (call) => judgeCmdlet({ ...call, program: 'invoke-expression' })),
  ...each('iwr irm', (call) => judgeCmdlet({ ...call, program: 'invoke-webrequest' })),
  ...each('ri', (call) => judgeCmdlet({ ...call, program: 'remove-item' })),
  ...each('gci gc gps gsv gm select measure sls ft fl', () => reads),
};
