import { type Call, each, has, operands, type Rules } from './call.ts';
import { changes, creates, type Finding, reads } from './finding.ts';
import { isSecret } from './places.ts';

const readers =
  'ls dir vdir ll la cat tac head tail less more most bat nl wc uniq cut paste join comm diff cmp sdiff diff3 colordiff zdiff zcmp ' +
  'grep egrep fgrep zgrep zegrep zfgrep bzgrep xzgrep rgrep pgrep rg ag ack zcat bzcat xzcat lzcat zstdcat gzcat zless zmore bzless xzless strings od xxd ' +
  'hexdump hd file stat du df ncdu tree pwd basename dirname realpath readlink true false test [ [[ : seq yes cal ncal ' +
  'uptime who w whoami id groups users last finger uname arch nproc lscpu lsblk lsusb lspci lsmod lshw lsof lsns lsipc lslogins lsb_release ' +
  'free vmstat iostat mpstat sar pidstat top htop atop btop ps pstree pidof pmap jobs bg fg wait sleep usleep tr rev fold fmt column ' +
  'colrm expand unexpand tsort shuf factor bc dc expr numfmt md5sum sha1sum sha224sum sha256sum sha384sum sha512sum shasum md5 cksum sum ' +
  'b2sum base32 base64 uuencode jq yq xq csvcut csvlook xmllint xpath which whereis whatis type hash apropos man info help tldr locate mlocate ' +
  'getent locale shopt export unset unalias read local declare typeset readonly let shift return exit break continue logout ' +
  'cd pushd popd dirs umask ulimit times complete compgen getopts disown tty clear reset tput cls ping ping6 fping traceroute ' +
  'tracepath mtr dig host nslookup whois netstat ss arp iwlist ldd nm objdump readelf size addr2line getfacl lsattr ' +
  'getfattr getcap iconv cowsay figlet fortune lolcat ffprobe identify zipinfo glxinfo xwininfo xprop sw_vers ' +
  'system_profiler mdfind mdls dpkg-query apt-cache pv antiword catdoc pdftotext lynx w3m links cpuid acpi sensors blkid findmnt lslocks ' +
  'runlevel psql_version look spell aspell wdiff cloc tokei scc hyperfine getconf logname printenv vdpau namei cpp ctags pydoc perldoc ri gzip-l ' +
  'apt-show-versions rpmquery repoquery xsel xclip pbcopy pbpaste vim-tiny view rview mesg tabs bzip2recover dmidecode biosdecode ' +
  'print cksfv mkpasswd uuidgen zdump quota hostid ipcs showmount rpcinfo cpuinfo gcal tload units dict msgfmt col ul ptx pr cmark suspend times enable caller mapfile readarray';

const makers =
  'mkdir touch mktemp mkfifo split csplit gzip gunzip bzip2 bunzip2 xz unxz lzma unlzma zstd unzstd lz4 compress uncompress pigz zip unrar ' +
  '7z 7za ar cpio pax rpm2cpio uudecode dos2unix unix2dos tmux screen vi vim nvim nano emacs pico ed joe mate subl code gedit open ' +
  'xdg-open convert mogrify ffmpeg pandoc make gmake cmake ninja gcc g++ cc clang clang++ ld as javac rustc tsc ' +
  'meson bazel gradle gradlew mvn ant sbt lein cscope etags strip install_name_tool doxygen latex pdflatex xelatex dot gnuplot R ' +
  'eslint prettier black ruff mypy pytest jest vitest tox nosetests rspec phpunit shellcheck pylint flake8 mkdocs sphinx-build hugo jekyll ' +
  'webpack vite rollup esbuild wget2 aria2c mpv mplayer vlc cvs';

/** True when the words that are looked for are those of passwords and keys. */
export function namesSecrets(args: readonly string[]): boolean {
  return args.some((arg) =>
    /passw|secret|credential|private.key|api.?key|DB_(?:USER|PASS)|aws_|BEGIN \w+ PRIVATE/i.test(
      arg.slice(0, 200),
    ),
  );
}

function huntsSecrets(call: Call): boolean {
  if (!/^(?:[efzr]?grep|rg|ag|ack|zgrep)$/.test(call.program) || !namesSecrets(call.args)) return false;
  const wide =
    has(call.args, '-r', '-R', '--recursive') ||
    call.args.some((arg) => /^\/(?:$|etc|var|home|root|usr|opt|proc)/.test(arg));
  return wide || (!call.piped && call.program !== 'grep' && operands(call.args).length < 2);
}

/** Reading, unless it is a key, a password or a search for them. */
function readsFiles(call: Call): Finding {
  const found = call.args.find((arg) => isSecret(arg));
  if (found !== undefined) return changes('reads keys, passwords or who may do what');
  if (
    call.quiet &&
    call.args.some(
      (arg) =>
        /^\/(?:etc|var|usr\/local\/etc|home|opt|srv|Users)(?:\/|$)/.test(arg) ||
        /^\/proc\/(?:version|\d)/.test(arg),
    )
  )
    return changes('goes through the system, hiding what it may not see');
  if (huntsSecrets(call)) return changes('searches files for passwords and keys');
  return reads;
}

/** The rules of programs that only read, and of those whose work is easily undone. */
export const readerRules: Rules = {
  ...each(readers, readsFiles),
  ...each(makers, (call) =>
    has(call.args, '--version', '--help') ? reads : creates(`${call.program} writes files of its own`),
  ),
  ...each('echo printf', () => reads),
  sort: (call) => (has(call.args, '-o', '--output') ? creates('sort writes a file') : readsFiles(call)),
  env: readsFiles,
  set: () => reads,
  alias: (call) => {
    const inner = call.args
      .filter((arg) => arg.includes('='))
      .map((arg) => call.script(arg.slice(arg.indexOf('=') + 1)));
    // Naming a command runs nothing yet; what it would do counts when it is never to be done.
    return (
      inner.find((finding) => finding.severity === 'block') ??
      inner.find(({ severity }) => severity === 'change' && call.elevated) ??
      reads
    );
  },
  unset: (call) =>
    call.args.some((arg) => arg.startsWith('HIST'))
      ? changes('keeps what is done out of the history')
      : reads,
  trap: (call) => call.script(call.args[0] ?? ''),
  bind: (call) => (has(call.args, '-x') ? changes('bind runs a command at a key') : reads),
  date: (call) =>
    has(call.args, '-s', '--set') && call.args.some((arg) => /^(?:-s|--set)/.test(arg))
      ? changes('date sets the clock')
      : reads,
  hostname: (call) => (operands(call.args).length > 0 ? changes('hostname names the machine anew') : reads),
  history: (call) =>
    has(call.args, '-c', '-w')
      ? changes('history is wiped or rewritten')
      : has(call.args, '-d')
        ? creates('history loses a line')
        : reads,
  fc: () => changes('fc runs a command again'),
  stty: () => reads,
  watch: (call) => call.script(operands(call.args, new Set(['-n', '--interval', '-d'])).join(' ')),
  lastlog: (call) => changes(`${call.program} lists who logs in here`),
  getcap: (call) =>
    has(call.args, '-r') ? changes('getcap lists programs with rights of their own') : reads,
  dmesg: (call) =>
    has(call.args, '-c', '-C', '--clear') ? changes('dmesg clears the log of the kernel') : reads,
  ifconfig: (call) =>
    operands(call.args).length > 1 ? changes('ifconfig sets up a network interface') : reads,
  iwconfig: (call) =>
    operands(call.args).length > 1 ? changes('iwconfig sets up a network interface') : reads,
  route: (call) =>
    /^(?:add|del|delete|flush|change)$/.test(call.args[0] ?? '')
      ? changes('route changes the way to others')
      : reads,
  mount: (call) =>
    operands(call.args, new Set(['-t', '--types'])).length === 0
      ? reads
      : changes('mount hangs a file system in'),
  crontab: (call) =>
    has(call.args, '-l')
      ? has(call.args, '-u') && call.quiet
        ? changes('reads what others schedule')
        : reads
      : changes(
          has(call.args, '-r') ? 'crontab removes what is scheduled' : 'crontab changes what is scheduled',
        ),
};
