import { type Call, each, has, operands, type Rules, valueAfter, wordSet } from './call.ts';
import { blocks, changes, creates, type Finding, reads, worst } from './finding.ts';
import { decidesLogins, harmlessDevice, isDisk, isSecret, isSystemPlace, isWholeSystem } from './places.ts';

/** What writing to a place means, whatever writes. */
export function writesTo(path: string): Finding {
  if (path === '' || harmlessDevice(path)) return reads;
  if (isDisk(path)) return blocks('overwrites a disk');
  if (/^\/dev\/(?:tcp|udp)\//.test(path)) return blocks('speaks to the network through the shell itself');
  if (path === '/proc/sysrq-trigger') return blocks('halts the machine through the kernel');
  if (decidesLogins(path)) return blocks('rewrites who may log in');
  if (isSecret(path)) return changes('writes keys, passwords or who may do what');
  if (
    /(?:^|\/)\.(?:bashrc|bash_profile|bash_login|profile|zshrc|zprofile|zshenv|cshrc|vimrc|gitconfig|inputrc|config\/autostart)$/.test(
      path,
    )
  )
    return changes('writes what runs at every login');
  if (isSystemPlace(path)) return changes('writes into the system');
  return creates('writes a file');
}

function removes(call: Call): Finding {
  const targets = operands(call.args);
  const recursive = has(call.args, '-r', '-R', '--recursive', '--no-preserve-root');
  if (recursive && targets.some((target) => isWholeSystem(target)))
    return blocks(`${call.program} removes a whole system or home`);
  if (has(call.args, '--no-preserve-root')) return blocks('rm is told to spare nothing');
  if (targets.some((target) => isDisk(target))) return blocks('removes a disk');
  return changes(`${call.program} removes files`);
}

function shreds(call: Call): Finding {
  const targets = operands(call.args, wordSet('-n -s --iterations --size'));
  if (targets.some((target) => isDisk(target) || isWholeSystem(target)))
    return blocks(`${call.program} destroys a disk or a system`);
  return changes(`${call.program} destroys files`);
}

function moves(call: Call): Finding {
  const paths = operands(call.args, wordSet('-t -S --target-directory --suffix'));
  const from = paths.length > 1 ? paths.slice(0, -1) : paths;
  const to = paths.length > 1 ? (paths.at(-1) ?? '') : '';
  if (from.some((path) => isWholeSystem(path)) || (to === '/dev/null' && paths.length > 1))
    return to === '/dev/null' || isWholeSystem(from[0] ?? '')
      ? blocks('mv takes a system apart')
      : changes('mv throws files away');
  if (from.some((path) => isSystemPlace(path))) return changes('mv takes files of the system away');
  if (has(call.args, '-f', '--force')) return changes('mv replaces files unasked');
  if (call.piped || call.words.some((word) => word.text.includes('$()') || word.text === '{}'))
    return changes('mv moves what is only known when it runs');
  return worst([creates('mv moves files'), writesTo(to)]);
}

function copies(call: Call): Finding {
  const target =
    valueAfter(call.args, '-t', '--target-directory') ??
    operands(call.args, wordSet('-S --suffix')).at(-1) ??
    '';
  const secret = operands(call.args).some((path) => isSecret(path));
  if (secret) return changes('copies keys, passwords or who may do what');
  return worst([creates(`${call.program} writes files`), writesTo(target)]);
}

function links(call: Call): Finding {
  const paths = operands(call.args, wordSet('-t -S --target-directory'));
  const target = paths.length > 1 ? (paths.at(-1) ?? '') : '';
  return worst([creates('ln makes a link'), writesTo(target)]);
}

function allowsMore(call: Call): Finding {
  const [mode = '', ...paths] = operands(call.args, wordSet('--reference'));
  const recursive = has(call.args, '-R', '--recursive');
  const system = paths.some((path) => isWholeSystem(path));
  if (recursive && system) return blocks(`${call.program} changes a whole system`);
  if (call.program === 'chmod' && /^(?:[2467]\d{3}$|[ugoa]*[+=][rwx]*s)/.test(mode)) {
    const shell = paths.some((path) => /(?:^|\/)(?:ba|z|da|k|c|tc)?sh$|python|perl|find$|vim?$/.test(path));
    return shell
      ? blocks('chmod gives a shell the rights of its owner')
      : changes('chmod gives a program the rights of its owner');
  }
  if (call.program === 'chmod' && isTame(mode, recursive) && !paths.some((path) => isSystemPlace(path)))
    return creates('chmod changes rights, which can be changed back');
  return changes(`${call.program} changes who may do what`);
}

/** Rights that neither lock everybody out nor let everybody write; with numbers, folders and files must not be mixed. */
function isTame(mode: string, recursive: boolean): boolean {
  if (/^[0-7]{3,4}$/.test(mode)) return !recursive && /^0?[4-7][0-7][0145]$/.test(mode);
  const parts = mode.split(',');
  return (
    parts.length <= 4 &&
    parts.every(
      (part) =>
        /^[ugoa]{0,4}[+=][rwxX]{1,4}$/.test(part) && (!part.includes('w') || /^[ug]{1,2}[+=]/.test(part)),
    )
  );
}

function duplicates(call: Call): Finding {
  const to = call.args.find((arg) => arg.startsWith('of='))?.slice(3);
  const from = call.args.find((arg) => arg.startsWith('if='))?.slice(3) ?? '';
  if (to !== undefined && isDisk(to)) return blocks('dd overwrites a disk');
  if (to === undefined) return isDisk(from) ? changes('dd reads a whole disk') : reads;
  return worst([changes('dd overwrites a file'), writesTo(to)]);
}

function synchronises(call: Call): Finding {
  if (has(call.args, '--dry-run', '--list-only', '-n')) return reads;
  const options = call.args.filter((arg) => arg.startsWith('--'));
  if (
    options.some((arg) =>
      /^--(?:del|delete\S*|remove-s\S*-files|remove-sent-files|force|existing-only)/.test(arg),
    )
  )
    return changes('rsync removes files');
  const paths = operands(
    call.args,
    wordSet('-e --rsh --exclude --include --port -f --filter --password-file'),
  );
  const shell = valueAfter(call.args, '-e', '--rsh');
  const inner = shell === undefined || /^ssh\b/.test(shell) ? reads : call.script(shell);
  if (has(call.args, '--rsync-path') && /sudo/.test(call.args.join(' ').slice(0, 2_000)))
    return changes('rsync writes with all rights elsewhere');
  if (paths.some((path) => isSecret(path))) return changes('copies keys or passwords');
  return worst([
    creates('rsync copies files'),
    inner,
    paths.length > 1 ? writesTo(paths.at(-1) ?? '') : reads,
  ]);
}

function archives(call: Call): Finding {
  const first = call.args[0] ?? '';
  const mode = first.startsWith('--') ? '' : first.replace(/^-/, '');
  if (has(call.args, '--to-command', '--checkpoint-action', '-I', '--use-compress-program'))
    return changes('tar runs another program');
  if (has(call.args, '--remove-files', '--delete')) return changes('tar removes files');
  if (/^[a-zA-Z]*t/.test(mode) || has(call.args, '--list')) return reads;
  if (call.args.some((arg) => isSecret(arg))) return changes('packs keys or passwords');
  const into = valueAfter(call.args, '-C', '--directory');
  if (into !== undefined && /x/.test(mode))
    return worst([
      creates('tar unpacks files'),
      isWholeSystem(into) ? changes('tar unpacks over the system') : reads,
    ]);
  return has(call.args, '-P', '--absolute-names', '--overwrite')
    ? changes('tar overwrites files')
    : creates('tar writes files');
}

/** The rules of programs that handle files. */
export const fileRules: Rules = {
  ...each('rm del erase unlink srm', removes),
  rmdir: (call) => (has(call.args, '/s', '/S') ? removes(call) : creates('rmdir removes empty folders')),
  ...each('shred wipe sdelete scrub trash trash-put gio-trash trash-empty', shreds),
  ...each('cp scp2 install ditto', copies),
  ...each('chmod chown chgrp chattr setfacl chflags chcon restorecon', (call) =>
    call.program === 'chgrp' &&
    !has(call.args, '-R', '--recursive') &&
    !call.args.some((arg) => isSystemPlace(arg))
      ? creates('chgrp gives files to another group')
      : allowsMore(call),
  ),
  ...each('rename prename mmv', () => creates('renames files')),
  ...each('bsdtar gtar tar', archives),
  mv: moves,
  ln: links,
  dd: duplicates,
  dcfldd: duplicates,
  rsync: synchronises,
  tee: (call) => worst(operands(call.args).map((path) => writesTo(path))),
  sponge: (call) => worst(operands(call.args).map((path) => writesTo(path))),
  truncate: (call) =>
    worst([
      changes('truncate cuts files off'),
      ...operands(call.args, wordSet('-s -r')).map((path) => writesTo(path)),
    ]),
  fallocate: () => creates('fallocate makes a file'),
  unzip: (call) =>
    has(call.args, '-l', '-t', '-v', '-p')
      ? reads
      : has(call.args, '-o')
        ? changes('unzip overwrites files')
        : creates('unzip writes files'),
  patch: (call) => (has(call.args, '--dry-run') ? reads : changes('patch changes files')),
  sed: (call) => editsInPlace(call, 'sed'),
  fdupes: (call) => (has(call.args, '-d', '--delete') ? changes('removes duplicates') : reads),
  logrotate: () => changes('logrotate throws logs away'),
};

function editsInPlace(call: Call, name: string): Finding {
  const inPlace = call.args.some((arg) => /^-[nErsuz]*i/.test(arg) || arg.startsWith('--in-place'));
  const runs = operands(call.args, wordSet('-f')).some(
    (arg) =>
      /(?:^|[;}/])e(?:\s|$)|\/[gpI\d]*e[gpI]*$/.test(arg.slice(-80)) &&
      /^\d*e\s|^s(.).{0,400}\1[gpI]*e/.test(arg.slice(0, 420)),
  );
  if (runs) return changes('sed runs a command');
  if (!inPlace) return call.args.some((arg) => isSecret(arg)) ? changes('reads keys or passwords') : reads;
  const targets = operands(call.args)
    .map((path) => writesTo(path))
    .filter(({ severity }) => severity === 'block' || severity === 'change');
  return worst([creates(`${name} edits files`), ...targets]);
}
