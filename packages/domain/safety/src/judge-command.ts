import type { GateLevel } from '@salience/contracts';
import { ruleFor } from './rules/all-rules.ts';
import { writesTo } from './rules/files.ts';
import { type Call } from './rules/call.ts';
import { blocks, changes, type Finding, reads, type Severity, weight, worst } from './rules/finding.ts';
import { isSecret, isWholeSystem } from './rules/places.ts';
import { judgeCmdlet } from './rules/windows.ts';
import { fetched } from './rules/wrappers.ts';
import { Budget, commandCharsMax } from './shell/budget.ts';
import { printedText } from './shell/printed.ts';
import { readShell } from './shell/read-shell.ts';
import type { Script, SimpleCommand, Word } from './shell/syntax.ts';
import type { Variables } from './shell/variables.ts';

/** What the safety gate says of something. */
export interface GateJudgement {
  readonly level: GateLevel;
  /** Rule and place of what counted, a few at most; none for what is safe. */
  readonly reasons: string[];
}

const levels: Readonly<Record<Severity, GateLevel>> = {
  read: 'safe',
  create: 'safe',
  change: 'confirm',
  block: 'block',
};
const reasonsMax = 5;
const placeChars = 60;

/**
 * Says what a shell command may do: `safe` reads, or does what is easily undone; `confirm` changes, or is unknown; `block`
 * is hostile or destroys a whole system. The gravest of all programs found counts, however they are wrapped, quoted, piped or
 * substituted. Never throws; works in time proportional to the length; what is too long or too deep to be read is blocked.
 */
export function judgeCommand(command: string): GateJudgement {
  if (command.length > commandCharsMax)
    return { level: 'block', reasons: [`longer than ${commandCharsMax} characters`] };
  const budget = new Budget();
  const found = new Map<string, Finding>();
  const script = readShell(command, budget);
  const overall = judgeScript(script, { budget, variables: new Map(), found, elevated: false });
  if (budget.exceeded !== null) return { level: 'block', reasons: [`cannot be read: ${budget.exceeded}`] };
  const level = levels[overall.severity];
  if (level === 'safe') return { level, reasons: [] };
  const reasons = [...found]
    .filter(([, finding]) => finding.severity === overall.severity)
    .map(([place, finding]) => `${finding.rule}: ${place}`);
  return { level, reasons: (reasons.length > 0 ? reasons : [overall.rule]).slice(0, reasonsMax) };
}

interface Frame {
  readonly budget: Budget;
  readonly variables: Variables;
  readonly found: Map<string, Finding>;
  readonly elevated: boolean;
}

function judgeScript(script: Script, frame: Frame): Finding {
  let overall = script.problems.length > 0 ? changes(`cannot be read: ${script.problems.join(', ')}`) : reads;
  for (const command of script.commands) {
    if (frame.budget.exceeded !== null) break;
    const finding = judgeSimple(command, script.commands, frame);
    if (weight(finding) > 1 && frame.found.size < 32) frame.found.set(placeOf(command), finding);
    if (weight(finding) > weight(overall)) overall = finding;
  }
  return overall;
}

function placeOf(command: SimpleCommand): string {
  const text = command.words
    .slice(0, 12)
    .map((word) => word.text)
    .join(' ');
  return text.length > placeChars ? `${text.slice(0, placeChars)}…` : text;
}

function judgeSimple(command: SimpleCommand, all: readonly SimpleCommand[], frame: Frame): Finding {
  const findings = [judgeRedirects(command), judgeAssignments(command)];
  const context = contextOf(command, all);
  if (command.words.length > 0) {
    if (command.within !== null && command.forked && command.words[0]?.text === command.within)
      return blocks('calls itself without end');
    findings.push(judgeWords(command.words, context, frame));
  }
  return worst(findings);
}

type Context = Pick<Call, 'stdin' | 'piped' | 'sources' | 'quiet'>;

function contextOf(command: SimpleCommand, all: readonly SimpleCommand[]): Context {
  const { from, nested } = command;
  const sources = [
    ...(from === null ? [] : all.slice(from.start, from.end)),
    ...all.slice(nested.start, nested.end),
  ].slice(0, 64);
  const given = command.redirects.findLast(({ operator }) => operator === '<<' || operator === '<<<');
  const last = from === null ? undefined : all[from.end - 1];
  const heredoc = last?.redirects.findLast(({ operator }) => operator === '<<' || operator === '<<<');
  const handed =
    last === undefined
      ? undefined
      : heredoc !== undefined && last.words.length === 1 && last.words[0]?.text === 'cat'
        ? heredoc.target.text
        : printedText(last);
  return {
    stdin: given?.target.text ?? handed,
    piped: from !== null || command.redirects.some(({ operator }) => operator === '<'),
    sources,
    quiet: command.redirects.some(
      ({ operator, target }) => target.text === '/dev/null' && operator !== '<<<',
    ),
  };
}

function judgeRedirects(command: SimpleCommand): Finding {
  let found = reads;
  for (const { operator, target } of command.redirects) {
    if (operator.startsWith('>') || operator === '<>') {
      let finding = operator === '>&' && /^[\d-]*$/.test(target.text) ? reads : writesTo(target.text);
      const empties =
        command.words.length === 0 || (command.words.length === 1 && command.words[0]?.text === ':');
      if (
        finding.severity === 'create' &&
        empties &&
        operator === '>' &&
        command.nested.start === command.nested.end &&
        command.from === null
      )
        finding = changes('empties a file');
      if (weight(finding) > weight(found)) found = finding;
    } else if (operator === '<' && isSecret(target.text))
      found = worst([found, changes('reads keys or passwords')]);
    else if (operator === '<' && /^\/dev\/(?:tcp|udp)\//.test(target.text))
      found = blocks('speaks to the network through the shell itself');
  }
  return found;
}

function judgeAssignments(command: SimpleCommand): Finding {
  const risky = command.assigned.find(({ name }) =>
    /^(?:LD_PRELOAD|LD_LIBRARY_PATH|LD_AUDIT|DYLD_INSERT_LIBRARIES|BASH_ENV|ENV|GIT_SSH_COMMAND|PYTHONSTARTUP|NODE_OPTIONS|PERL5OPT)$/.test(
      name,
    ),
  );
  return risky === undefined ? reads : changes(`sets ${risky.name}, which other programs obey`);
}

/** The name that a shell would look up: without folder, suffix, escapes of other shells and parts that are empty. */
function programName(word: Word): string {
  const text = word.dynamic ? word.text.replaceAll(/\$(?:[@*]|\{[@*]\})/g, '') : word.text;
  const start = Math.max(text.lastIndexOf('/'), text.lastIndexOf('\\')) + 1;
  return text
    .slice(start, start + 80)
    .replaceAll('^', '')
    .replace(/\.(?:exe|cmd|bat|com|sh)$/i, (suffix) => (suffix === '.sh' ? suffix : ''))
    .toLowerCase();
}

function judgeWords(words: readonly Word[], context: Context, frame: Frame): Finding {
  const [first] = words;
  if (first === undefined) return reads;
  const program = programName(first);
  const rest = words.slice(1);
  const call: Call = {
    program,
    words: rest,
    args: rest.map((word) => word.text),
    elevated: frame.elevated,
    ...context,
    script: (text) => judgeInner(text, frame),
    run: (inner, elevated = frame.elevated) =>
      frame.budget.take(inner.length)
        ? (frame.budget.deeper(() => judgeWords(inner, context, { ...frame, elevated })) ?? reads)
        : reads,
  };
  const finding = judgeProgram(call, first);
  return frame.elevated && finding.severity === 'create'
    ? changes(`${finding.rule}, with all rights`)
    : finding;
}

function judgeProgram(call: Call, first: Word): Finding {
  const { program, args } = call;
  const rule = ruleFor(program);
  const hidden = first.dynamic && /[$`(]/.test(program);
  if (rule !== undefined && !hidden) return rule(call);
  if (
    /^[a-z]+-[a-z]+$/.test(program) &&
    /^[A-Z]?[a-z]+-[A-Za-z]+$/.test(first.text) &&
    /^(?:get|set|new|remove|clear|start|stop|test|invoke|add|select|where|sort|measure|format|write|out|import|export|copy|move|rename|restart|enable|disable|install|uninstall|convertto|convertfrom|foreach|compare|resolve|update|register|unregister|reset|initialize|push|pop|wait|suspend|resume|group)-/.test(
      program,
    )
  )
    return judgeCmdlet(call);
  if (
    args.some((arg) => isWholeSystem(arg)) &&
    args.some((arg) => /^-[a-z]*r[a-z]*f|^-[a-z]*f[a-z]*r/i.test(arg))
  )
    return blocks('a hidden program is told to take a whole system');
  if (hidden) return worst([changes('the program is only known when it runs'), fetched(call)]);
  if (/^(?:--help|--version|-help|-version)$/.test(args.at(-1) ?? '')) return reads;
  if (program.startsWith('mkfs.')) return blocks('wipes a disk');
  return changes(`the effect of ${program.slice(0, 40)} is unknown`);
}

function judgeInner(text: string, frame: Frame): Finding {
  const { budget } = frame;
  return (
    budget.deeper(() => {
      const script = readShell(text, budget, frame.variables);
      return judgeScript(script, frame);
    }) ?? reads
  );
}
