import { type Call, each, has, operands, type Rules, wordSet } from './call.ts';
import { changes, creates, type Finding, reads, worst } from './finding.ts';

const reading = wordSet(
  'list ls show info search view outdated audit why help version policy depends rdepends check config-get repolist provides whatprovides query explain doctor ' +
    'freeze licenses fund ping root prefix bin docs home bugs repo owner-ls tree metadata fetch-only deps cache-dir search-file list-installed list-upgrades showpkg ' +
    'madison changelog history leaves uses desc cat formulae casks env config shellenv verify-project locate-project pkgid read-manifest whoami diff se if wp lr',
);
const making = wordSet(
  'install i ci add test t run start build compile check fmt format lint clippy doc bench init create new dlx exec x download fetch sync lock pack rebuild dedupe link ' +
    'vet mod get generate restore bundle update upgrade tidy vendor prepare watch dev serve setup use shell makecache refresh-dry run-script workspaces tap pin',
);
const removing = wordSet(
  'remove uninstall un rm r purge autoremove erase clean autoclean unpublish publish deprecate yank owner unlink unpin prune cleanup reset cask-uninstall untap ' +
    'dist-tag access token logout login adduser dist-upgrade full-upgrade downgrade reinstall hold unhold push delete',
);
const system = wordSet(
  'apt apt-get aptitude yum dnf zypper pacman yay paru apk emerge pkg snap flatpak port nix-env rpm dpkg opkg slackpkg choco winget scoop eopkg xbps-install',
);

function manages(call: Call): Finding {
  const words = operands(call.args, wordSet('-C --prefix --cwd -w --filter -o -t --target -p --package -c'));
  const command = words[0];
  if (has(call.args, '--dry-run', '--simulate', '--just-print', '-s') && system.has(call.program))
    return reads;
  if (call.args.length === 1 && has(call.args, '--version', '-v', '--help', '-V', '-h')) return reads;
  const forces = has(
    call.args,
    '--force-yes',
    '--allow-unauthenticated',
    '--nogpgcheck',
    '--no-gpg-check',
    '--force-all',
    '--trusted-host',
  );
  if (forces) return changes('accepts unsigned packages');
  if (command === undefined)
    return call.args.length === 0 || call.program === 'yarn' || call.program === 'bundle'
      ? creates(`${call.program} installs what the project names`)
      : changes(call.program);
  const deed = `${call.program} ${command.slice(0, 30)}`;
  if (command === 'config' || command === 'cache')
    return /^(?:get|list|ls|dir|show|verify)$/.test(words[1] ?? 'list') ? reads : changes(deed);
  if (removing.has(command)) return changes(deed);
  if (reading.has(command)) return reads;
  if (!making.has(command))
    return call.program === 'brew' || call.program === 'yarn' ? changes(`${deed}: unknown`) : changes(deed);
  if (/^(?:npx|dlx|x|exec)$/.test(command) && /^(?:npm|pnpm|yarn|bun|bunx)$/.test(call.program))
    return changes(`${deed}: runs a package from elsewhere`);
  const remote =
    words.slice(1).some((word) => /^(?:https?:|git\+|git:|github:|\/tmp\/)/.test(word)) ||
    (has(call.args, '-g', '--global', '--index-url', '--extra-index-url', '-i') &&
      /^(?:npm|pnpm|yarn|pip|pip3)$/.test(call.program));
  return remote ? changes(`${deed}: from an unusual place, or for the whole machine`) : creates(deed);
}

function lowLevel(call: Call): Finding {
  const { args, program } = call;
  if (program === 'dpkg')
    return args.some((arg) =>
      /^(?:-l|-L|-S|-s|-c|-I|-p|--list|--listfiles|--search|--status|--print-\S+|--get-selections|--contents|--info|--version|--audit|-C)$/.test(
        arg,
      ),
    )
      ? reads
      : changes('dpkg installs or removes packages');
  if (program === 'rpm')
    return args.some(
      (arg) => /^-(?:q\w*|V\w*|-query|-verify|K|-checksig|-eval|-showrc)$/.test(arg) || arg === '--query',
    )
      ? reads
      : changes('rpm installs or removes packages');
  if (/^(?:pacman|yay|paru)$/.test(program))
    return args.some((arg) => /^-(?:Q\w*|Ss\w*|Si\w*|F\w*|Sl|Sg|T)$/.test(arg))
      ? reads
      : args.some((arg) => /^-S[yu]*$/.test(arg))
        ? creates('installs packages')
        : changes('installs or removes packages');
  return changes(`${program} installs or removes packages`);
}

/** The rules of package managers and build tools. */
export const packageRules: Rules = {
  ...each(
    'npm pnpm yarn bun pip pip3 pipx uv poetry pipenv conda mamba micromamba gem bundle bundler cargo go rustup composer mix rebar3 stack cabal opam dotnet nuget pod carthage swift dart flutter pub luarocks cpan cpanm deno-install ' +
      'apt apt-get aptitude yum dnf zypper apk emerge pkg snap flatpak port brew choco winget scoop opkg nix nix-env nix-shell asdf mise nvm rbenv pyenv sdk volta fnm corepack lerna nx turbo rush vagrant',
    (call) => {
      if (call.program === 'go' && call.args[0] === 'run') return creates('go run');
      if (
        /^(?:poetry|pipenv|uv|bundle|conda|mise)$/.test(call.program) &&
        /^(?:run|exec)$/.test(call.args[0] ?? '')
      )
        return worst([
          creates(call.program),
          call.run(call.words.slice(1).filter((word, n) => n > 0 || !word.text.startsWith('-'))),
        ]);
      if (call.program === 'vagrant')
        return /^(?:status|global-status|ssh-config|version|port|box)$/.test(call.args[0] ?? '') &&
          !/remove|prune/.test(call.args[1] ?? '')
          ? reads
          : /^(?:up|init|ssh|resume)$/.test(call.args[0] ?? '')
            ? creates('vagrant')
            : changes('vagrant changes a machine');
      if (call.elevated && !system.has(call.program))
        return worst([manages(call), changes('a package runs its scripts with all rights')]);
      return manages(call);
    },
  ),
  ...each('dpkg rpm pacman yay paru xbps-install slackpkg installpkg pkg_add pkg_delete', lowLevel),
  ...each('npx bunx pnpx uvx', (call) => {
    const name = operands(call.args)[0] ?? '';
    return /^(?:tsc|eslint|prettier|jest|vitest|playwright|biome|oxlint|knip|webpack|vite|rollup|esbuild|mocha|nx|turbo|tsx|ts-node)$/.test(
      name,
    )
      ? creates(`${call.program} ${name}`)
      : changes('runs a package from elsewhere');
  }),
  'update-alternatives': (call) =>
    has(call.args, '--list', '--display', '--query')
      ? reads
      : changes('chooses another program for everybody'),
};
