import { type Call, each, has, operands, type Rules, skipOptions, wordSet } from './call.ts';
import { changes, creates, type Finding, reads, worst } from './finding.ts';

const reading = wordSet(
  'status log show diff blame annotate grep shortlog describe rev-parse rev-list ls-files ls-tree ls-remote cat-file reflog help version ' +
    'whatchanged name-rev merge-base for-each-ref show-ref show-branch count-objects fsck verify-commit verify-tag check-ignore var cherry ' +
    'range-diff difftool diff-tree diff-files diff-index check-attr symbolic-ref-show bugreport --version --help --exec-path lfs request-pull get-tar-commit-id column credential-cache--show',
);
const making = wordSet(
  'add commit fetch clone init merge cherry-pick revert mv archive format-patch bundle notes apply am pull switch submodule sparse-checkout maintenance gui citool instaweb flow stage mergetool lfs fast-export',
);

function branches(args: readonly string[], force: string[]): Finding {
  if (has(args, '-d', '-D', '--delete', ...force)) return changes('git removes or moves a branch or tag');
  return has(args, '-m', '-M', '-c', '-C', '-u', '-f', '-a', '-s') || operands(args).length > 0
    ? creates('git makes a name')
    : reads;
}

function checkouts(args: readonly string[]): Finding {
  if (has(args, '-f', '--force', '-p', '--patch', '-B', '--ours', '--theirs') && !has(args, '-b', '--orphan'))
    return changes('git checkout throws work away');
  if (has(args, '-b', '--orphan', '--track', '-t', '--detach')) return creates('git checkout makes a branch');
  const paths =
    args.includes('--') ||
    operands(args).length > 1 ||
    operands(args).some((arg) => /^\.{1,2}$|^\.\/|\*/.test(arg));
  return paths ? changes('git checkout throws work away') : creates('git checkout goes to another branch');
}

function restores(args: readonly string[]): Finding {
  return has(args, '-S', '--staged') && !has(args, '-W', '--worktree')
    ? creates('git restore takes files out of the next commit')
    : changes('git restore throws work away');
}

function pushes(args: readonly string[]): Finding {
  const names = operands(args, wordSet('-o --push-option --receive-pack --repo'));
  if (
    has(
      args,
      '-f',
      '--force',
      '--force-with-lease',
      '--mirror',
      '--delete',
      '-d',
      '--prune',
      '--force-if-includes',
    ) ||
    names.some((name) => /^[+:]/.test(name))
  )
    return changes('git push rewrites or removes what others have');
  return has(args, '-n', '--dry-run') ? reads : changes('git push sends commits to others');
}

const inner: Readonly<Record<string, (call: Call, args: readonly string[]) => Finding>> = {
  branch: (_call, args) => branches(args, ['-f', '--force', '-M', '-C']),
  tag: (_call, args) => (has(args, '-l', '--list', '-n', '-v') ? reads : branches(args, ['-f', '--force'])),
  checkout: (_call, args) => checkouts(args),
  restore: (_call, args) => restores(args),
  push: (_call, args) => pushes(args),
  switch: (_call, args) =>
    has(args, '-f', '--force', '--discard-changes', '-C')
      ? changes('git switch throws work away')
      : creates('git goes to another branch'),
  reset: (_call, args) =>
    has(args, '--hard', '--merge', '--keep')
      ? changes('git reset throws work away')
      : creates('git reset takes commits or files back'),
  clean: (_call, args) => (has(args, '-n', '--dry-run') ? reads : changes('git clean removes files')),
  rm: (_call, args) =>
    has(args, '--cached', '-n', '--dry-run') && !has(args, '-f')
      ? creates('git forgets a file and keeps it')
      : changes('git rm removes files'),
  stash: (_call, args) =>
    /^(?:drop|clear)$/.test(args[0] ?? '')
      ? changes('git stash throws work away')
      : /^(?:list|show)$/.test(args[0] ?? '')
        ? reads
        : creates('git stash puts work aside'),
  rebase: (_call, args) =>
    has(args, '--abort', '--continue', '--skip', '--quit')
      ? creates('git rebase goes on')
      : has(args, '-x', '--exec', '-i')
        ? changes('git rebase rewrites commits')
        : changes('git rebase rewrites commits'),
  commit: (_call, args) =>
    has(args, '--amend') ? creates('git commit rewrites the last commit') : creates('git commit'),
  config: (call, args) => {
    if (
      has(args, '--get', '--list', '-l', '--get-all', '--get-regexp', '--show-origin') ||
      operands(args).length === 1
    )
      return reads;
    const value = operands(args).slice(1).join(' ');
    if (value.startsWith('!'))
      return worst([call.script(value.slice(1)), changes('git config stores a command')]);
    return has(args, '--global', '--system', '--unset', '--unset-all', '--remove-section') ||
      /^(?:core\.(?:sshcommand|pager|editor|hookspath|fsmonitor)|alias\.|credential|filter\.|diff\.|http\.)/i.test(
        operands(args)[0] ?? '',
      )
      ? changes('git config changes how git works')
      : creates('git config');
  },
  remote: (_call, args) =>
    /^(?:remove|rm|prune|set-url|rename|set-head)$/.test(args[0] ?? '')
      ? changes('git changes where others are')
      : /^(?:add|update)$/.test(args[0] ?? '')
        ? creates('git learns of another place')
        : reads,
  reflog: (_call, args) =>
    /^(?:expire|delete)$/.test(args[0] ?? '') ? changes('git forgets how to go back') : reads,
  worktree: (_call, args) =>
    /^(?:remove|prune|move)$/.test(args[0] ?? '')
      ? changes('git removes a folder of work')
      : args[0] === 'list'
        ? reads
        : creates('git makes a folder of work'),
  bisect: (call, args) =>
    args[0] === 'run'
      ? call.run(call.words.slice(call.words.findIndex((word) => word.text === 'run') + 1))
      : creates('git bisect'),
  submodule: (call, args) => {
    if (args[0] === 'foreach')
      return call.script(
        args
          .slice(1)
          .filter((arg) => arg !== '--recursive')
          .join(' '),
      );
    return args[0] === 'deinit' ? changes('git removes a submodule') : creates('git submodule');
  },
  'symbolic-ref': (_call, args) => (operands(args).length > 1 ? changes('git moves a name') : reads),
  apply: (_call, args) => (has(args, '--check', '--stat') ? reads : creates('git apply changes files')),
  lfs: (_call, args) =>
    /^(?:prune|migrate|uninstall)$/.test(args[0] ?? '') ? changes('git lfs removes files') : reads,
  filter: () => changes('git rewrites all commits'),
};

function git(call: Call): Finding {
  const valued = wordSet('-C -c --git-dir --work-tree --namespace --super-prefix --config-env');
  const n = skipOptions(call.args, valued);
  const globals = call.args.slice(0, n);
  const hook = globals.find((arg) =>
    /^(?:alias\.\S+=!|core\.(?:sshcommand|pager|editor|fsmonitor|hookspath)=|protocol\.ext)/i.test(arg),
  );
  const found =
    hook === undefined
      ? reads
      : worst([
          changes('git is told to run a command'),
          call.script(hook.slice(hook.indexOf('=') + 1).replace(/^!/, '')),
        ]);
  const command = call.args[n];
  if (command === undefined || has(call.args.slice(0, n + 2), '--help', '--version')) return found;
  const rule = inner[command];
  const rest = call.args.slice(n + 1);
  if (command === 'help') return reads;
  if (
    rest.some((arg) =>
      /^(?:--upload-pack|--receive-pack|--exec|-O|--open-files-in-pager|--ext-diff|--output)/.test(arg),
    ) &&
    command !== 'push'
  )
    return changes('git runs or writes something');
  if (rule !== undefined) return worst([found, rule({ ...call, words: call.words.slice(n) }, rest)]);
  if (reading.has(command)) return found;
  if (making.has(command))
    return worst([
      found,
      rest.some((arg) => arg.startsWith('ext::')) ? changes('git runs a command') : creates(`git ${command}`),
    ]);
  return worst([found, changes(`git ${command.slice(0, 30)}: changes the repository`)]);
}

/** The rules of version control. */
export const gitRules: Rules = {
  ...each('git', git),
  svn: (call) =>
    /^(?:log|status|st|diff|info|list|ls|cat|blame)$/.test(call.args[0] ?? '')
      ? reads
      : /^(?:checkout|co|update|up|export|add)$/.test(call.args[0] ?? '')
        ? creates('svn')
        : changes('svn changes files or sends them'),
  hg: (call) =>
    /^(?:log|status|st|diff|id|identify|annotate|cat|summary|heads|branches|tags|paths)$/.test(
      call.args[0] ?? '',
    )
      ? reads
      : /^(?:clone|pull|add|commit|branch)$/.test(call.args[0] ?? '')
        ? creates('hg')
        : changes('hg changes or sends commits'),
};
