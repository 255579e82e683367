import { type Call, each, has, operands, type Rules } from './call.ts';
import { blocks, changes, creates, type Finding, reads, weight, worst } from './finding.ts';
import { isSecret, isSystemPlace, isWholeSystem } from './places.ts';
import { writesTo } from './files.ts';

const startsExpression = /^(?:-[a-zA-Z]|[(!]|\\\()/;

const privileged = /^(?:[-/+]?(?:[2467]\d{3}|[ugo]*[=+]s|[ug]\+s)|[ugo]+=s|[-/]?[ugoa]*[=+]?[rwx]*s[rwx]*)$/;
const open = /^(?:-0*4|[-/]?0*(?:222|002|0002|2|[0-7]{0,3}[2367])|[-/+]?[oa]?[+=]?w|o|[-/]o[+=]w|-?1000)$/;

/** A look for what an intruder needs: programs with rights of their own, places anybody may write, keys of others. */
function spies(call: Call, roots: readonly string[]): Finding {
  const { args } = call;
  const wide = roots.some(
    (root) =>
      /^\/(?:etc|home|usr|var|root|lib|init|srv|opt)?\/?(?:$|[a-z.*]+\/?)/.test(root) ||
      isWholeSystem(root) ||
      root.startsWith('$'),
  );
  for (const [n, arg] of args.entries()) {
    const value = args[n + 1] ?? '';
    if (arg === '-perm' && privileged.test(value))
      return changes('find looks for programs with rights of their own');
    if (wide && arg === '-perm' && open.test(value))
      return changes('find looks for places that everybody may write');
    if (wide && (arg === '-writable' || arg === '-readable' || arg === '-nouser' || arg === '-nogroup'))
      return changes('find looks for what it may open');
    if (wide && (arg === '-uid' || (arg === '-user' && args[n - 1] === '!')))
      return changes('find looks for files in the wrong hands');
    if (/^-i?(?:name|path|wholename|regex)$/.test(arg) && (isSecret(value) || isSecret(`/${value}`)))
      return changes('find looks for keys, passwords or histories');
  }
  const everywhere = roots.some((root) => /^\/+$/.test(root));
  if (everywhere && call.quiet) return changes('find sweeps the whole machine, hiding what it may not see');
  const others = roots.some((root) => /^\/(?:home|usr\/home|etc|root|var)?\/*$|^\/Users\/*$/.test(root));
  const executes = args.findIndex((arg) => /^-exec(?:dir)?$/.test(arg));
  if (
    others &&
    executes !== -1 &&
    /^(?:cat|more|less|head|tail|strings|[efz]?grep)$/.test(args[executes + 1] ?? '') &&
    call.quiet
  )
    return changes('find reads through the files of everybody');
  return others &&
    call.quiet &&
    args.some((arg) => /^\.?\*?\.?(?:conf|log|ini|bak|sql|config|php|ya?ml|xml|plan)\*?$/.test(arg))
    ? changes('find collects settings and logs of everybody')
    : reads;
}

function inners(call: Call): Finding[] {
  const found: Finding[] = [];
  const { words } = call;
  for (let n = 0; n < words.length; n += 1) {
    const option = words[n]?.text ?? '';
    if (/^-(?:exec|execdir|ok|okdir)$/.test(option)) {
      let end = n + 1;
      while (
        end < words.length &&
        words[end]?.text !== ';' &&
        !(words[end]?.text === '+' && words[end - 1]?.text === '{}')
      )
        end += 1;
      if (end > n + 1) found.push(call.run(words.slice(n + 1, end)));
      n = end;
    } else if (option === '-delete')
      found.push(
        call.args.includes('-empty')
          ? creates('find removes what is empty')
          : changes('find removes what it finds'),
      );
    else if (/^-f(?:print|print0|printf|ls)$/.test(option))
      found.push(worst([creates('find writes a file'), writesTo(words[n + 1]?.text ?? '')]));
  }
  return found;
}

function finds(call: Call): Finding {
  const first = call.args.findIndex((arg) => startsExpression.test(arg) && !/^-[HLPEXdsx]$/.test(arg));
  const roots = (first === -1 ? call.args : call.args.slice(0, first)).filter((arg) => !arg.startsWith('-'));
  const found = inners(call);
  const removes = worst(found);
  const narrow = call.args.some((arg) =>
    /^-(?:i?name|i?path|i?regex|[acm]time|[acm]min|size|empty|newer|user|group|iwholename|wholename|samefile|inum|perm)$/.test(
      arg,
    ),
  );
  if (
    weight(removes) >= 2 &&
    !narrow &&
    roots.some((root) => isWholeSystem(root)) &&
    /remove|destroy/.test(removes.rule) &&
    !call.args.some((arg) => /^-(?:no(?:user|group)|ok)$/.test(arg))
  )
    return blocks('find removes a whole system or home');
  // What is easily undone to a file of one's own is not, done to many of the system.
  const system =
    removes.severity === 'create' &&
    !/writes a file|only reads/.test(removes.rule) &&
    roots.some((root) => isSystemPlace(root) || /^\/+$/.test(root));
  return worst([...found, system ? changes(`${removes.rule}, over the system`) : reads, spies(call, roots)]);
}

/** The rules of programs that walk folders. */
export const findRules: Rules = {
  ...each('find gfind bfs', finds),
  ...each('fd fdfind', (call) => {
    const at = call.args.findIndex((arg) => /^(?:-x|-X|--exec|--exec-batch)$/.test(arg));
    return at === -1 ? reads : call.run(call.words.slice(at + 1));
  }),
  ...each('locate mlocate plocate', (call) =>
    call.args.some((arg) => isSecret(arg) || isSecret(`/${arg}`))
      ? changes('looks for keys or passwords')
      : reads,
  ),
  ...each('namei updatedb', () => reads),
  ...each('linpeas linenum lse linux-exploit-suggester', () => blocks('looks for ways into the machine')),
  tmpreaper: (call) =>
    has(call.args, '--test')
      ? reads
      : changes(`removes old files below ${operands(call.args).length} folders`),
};
