import { type Call, operands, type Rule, wordSet } from './call.ts';
import { changes, creates, type Finding, reads, weight } from './finding.ts';

// What the words of commands mean, over all tools made of `tool noun verb`. Compound words (delete-queue) go by their parts.
const readVerbs = wordSet(
  'get list ls show describe status info inspect view logs log version versions help search find check diff plan validate verify stats ' +
    'explain top history cat read query lint test count ping health whoami ping_test print dump head events watch tail query-range config-view ' +
    'preview display outputs output providers graph console fmt format current current-context cluster-info api-resources api-versions ' +
    'snapshots usage report doctor env environment contexts context regions zones summary lookup lookups estimate audit outdated why tree ' +
    'completion completions simulate dry-run scan receive retrieve ps images port wait compare describe-all ready status-all table instances members ' +
    'receive-message consume peek poll browse batch-get select nodes pods node-info cluster_status environment-info metrics alerts trace traces ' +
    'documentation docs examples example about licenses stat du hosts endpoints peers whois id ids overview state-list has exists is match monitor evaluate eval ' +
    'template render manifest values notes hooks dependency repo-list source sources definitions schema schemas mapping index-list analyze',
);
const createVerbs = wordSet(
  'add create new init make build pull fetch clone download backup copy cp sync checkout generate tag mount save export ' +
    'register subscribe upload publish-dry unlock archive-dry snapshot clone-env up-dry start open login configure run exec compile package mb touch commit stage stash-push',
);
const removeVerbs = wordSet(
  'delete del rm remove destroy purge drop prune erase wipe clean clear empty flush truncate uninstall unregister unsubscribe deregister ' +
    'terminate kill evict drain revoke detach expire forget reset rollback undo disable suspend deactivate cancel abort stop shutdown archive ' +
    'unlink unpublish untag discard rb reboot restart downgrade force-unlock taint deprovision disassociate release decommission invalidate rotate ' +
    'apply deploy update set put patch edit replace modify alter change rename move mv upgrade promote restore import migrate push send publish write ' +
    'scale resize cordon uncordon annotate label expose rollout attach associate grant enable approve merge close transfer lock unseal seal rekey ' +
    'invoke execute trigger cancel-all submit accept reject block unblock mute unmute silence resolve acknowledge pause resume',
);

function kindOf(word: string): 'read' | 'create' | 'remove' | undefined {
  const lower = word.toLowerCase();
  const kind = (part: string) =>
    removeVerbs.has(part)
      ? 'remove'
      : readVerbs.has(part)
        ? 'read'
        : createVerbs.has(part)
          ? 'create'
          : undefined;
  const whole = kind(lower);
  if (whole !== undefined || !/[-_:]/.test(lower) || lower.length > 80) return whole;
  return (
    kind(lower.split(/[-_:]/, 1)[0] ?? '') ??
    (lower.split(/[-_:]/).some((part) => kind(part) === 'remove') ? 'remove' : undefined)
  );
}

const removingOptions =
  /^--(?:delete|remove|purge|prune|destroy|force|force-\w+|clear|reset|drop|alter|execute|cascade|yes|auto-approve|overwrite|replace|no-dry-run|wipe|unset|revoke|disable|reset-offsets|delete-\S+|remove-\S+)(?:=|$)/;
const readingOptions =
  /^--(?:list|describe|help|version|dry-run|check|status|show|get|whatif|what-if|plan)(?:=|$)/;
const revealing =
  /^(?:get-secret-value|get-parameters?|get-password-data|get-login-password|get-session-token|print-access-token|print-identity-token|get-credentials|kubeconfig|reveal|export-credentials|access)$/;

/** How one tool differs from what the words of its commands say. */
export interface Tool {
  /** Options that take a value. */
  readonly valued?: string;
  /** Commands that read here, whatever their words say elsewhere. Two words are joined by a space. */
  readonly reads?: string;
  /** Commands easily undone here. */
  readonly creates?: string;
  /** Commands that are asked for here. */
  readonly changes?: string;
  /** Creating is asked for: it costs money or others see it. */
  readonly careful?: boolean;
}

const everywhere =
  '-n --namespace --context --kubeconfig --region --profile --project -p -o --output --format -f --file -c --config -H --host --url --token -u --user -s --server --cluster --zone --query --filter -l --selector --bootstrap-server --zookeeper -a --app --org --account --subscription -g --resource-group --repo -R --repository-url --endpoint-url --vault --name -t --type';

/** Judges a tool of the form `tool noun verb` by its words. */
export function byVerbs(tool: Tool = {}): Rule {
  const valued = wordSet(`${everywhere} ${tool.valued ?? ''}`);
  const [readings, makings, changings] = [tool.reads, tool.creates, tool.changes].map(
    (text) =>
      new Set(
        (text ?? '')
          .split(',')
          .map((part) => part.trim())
          .filter(Boolean),
      ),
  );
  return (call: Call): Finding => {
    if (call.args.length === 0) return reads;
    const words = operands(call.args, valued).slice(0, 4);
    const [first = '', second = ''] = words;
    const told = (set: Set<string> | undefined) =>
      set !== undefined && (set.has(first) || set.has(`${first} ${second}`));
    const deed = `${call.program} ${words.slice(0, 3).join(' ').slice(0, 60)}`.trimEnd();
    if (call.args.some((arg) => /^(?:--help|-h|--version)$/.test(arg)) && !call.args.includes('--yes'))
      return reads;
    if (words.some((word) => revealing.test(word))) return changes(`${deed}: shows a secret`);
    if (told(changings)) return changes(deed);
    if (call.args.some((arg) => removingOptions.test(arg)))
      return isDry(call)
        ? reads
        : changes(`${deed}: ${(call.args.find((arg) => removingOptions.test(arg)) ?? '').slice(0, 30)}`);
    if (told(readings)) return reads;
    if (told(makings)) return creates(deed);
    return byWords(call, words, deed, tool.careful ?? false);
  };
}

function byWords(call: Call, words: readonly string[], deed: string, careful: boolean): Finding {
  let found: Finding | undefined;
  for (const [n, word] of words.slice(0, 3).entries()) {
    const kind = kindOf(word);
    if (kind === undefined) continue;
    const finding =
      kind === 'remove'
        ? changes(deed)
        : kind === 'create'
          ? careful
            ? changes(deed)
            : creates(deed)
          : reads;
    // A verb behind another one is mostly a name: `get delete-jobs`. A noun in front is none: `backup delete`.
    // A noun that could be a verb, and then a verb that reads: `backup get`.
    if (n > 0 && finding === reads && found?.severity !== 'change') found = reads;
    else if (found === undefined || weight(finding) > weight(found)) found = finding;
    if (found === reads && decided.has(word.split('-', 1)[0] ?? word)) break;
  }
  if (found !== undefined) return found.severity === 'change' && isDry(call) ? reads : found;
  if (call.args.some((arg) => readingOptions.test(arg))) return reads;
  return changes(`${deed}: its effect is unknown`);
}

// Words that can only be verbs: what follows is what they are about. Others may be nouns in front of the verb.
const decided = wordSet(
  'get list ls show describe inspect view logs search find help cat read query check diff plan validate verify explain preview fetch download is has batch tail head stats',
);

function isDry(call: Call): boolean {
  return call.args.some((arg) =>
    /^--(?:dry-?run(?:=(?:client|server|true))?|dryrun|check|whatif|what-if|noop|no-op|preview)$/.test(arg),
  );
}
