import type { Command } from 'commander';
import { type ActWith, EXIT_CODES, examples } from './help.ts';
import { addAgentKeyCommands } from './key-commands.ts';

/** What a folder of an agent may set; agentSettingsSchema of @salience/database checks it. */
const SETTINGS_HELP = `
settings.json, as it is by default (all may be left out):
  {
    "midRun": "queue",    a message to a busy thread: "queue" takes it in turn, "reject" refuses it (409),
                          "merge" answers it with the others that wait, "interrupt" takes the place of what runs
    "policy": "shipped",  weights of the router: "shipped" or "reference"; the newest version is used
    "timeZone": "…",      the time zone of whom it serves, such as "Europe/Berlin", where a message does not say its own.
                          That of the machine by default (SALIENCE_TIME_ZONE)
    "limits": {},         "turnsPerMinute" and "openTurns"; more is refused with 429. None by default
    "retention": {},      "gistDays": after so many days a gist goes, its exchange stays. Kept for ever by default
    "channels": {},       how far what comes through a channel (or from a source of that name) is trusted at most:
                          "external", "unverified" or "user". Mail, web, feeds, SMS and their like are external
                          unless they are named here
    "speakers": [],       whose words are a person's own, as front ends name them; anybody else's are unverified
    "completions": {}     "trustContext": true if what clients of /v1 send along (system, assistant) is as good as
                          the word of their user. It is from outside by default
  }

To change one, edit ./ada/settings.json between:
  $ ./salience agent export ada ./ada
  $ ./salience agent import ada ./ada
${EXIT_CODES}`;

/** agent, with its keys. */
export function addAgentCommands(program: Command, act: ActWith): void {
  const load = () => import('../commands/agent.ts');
  const agent = program
    .command('agent')
    .description('make and change agents (needs the operator: a running private Postgres, or DATABASE_URL)')
    .addHelpText(
      'after',
      examples([
        'agent create ada --persona "You are Ada."',
        'agent export ada ./ada',
        'agent import ada ./ada',
        'agent key create ada',
      ]),
    );
  agent
    .command('create')
    .argument('<name>', 'lower-case letters, digits and dashes')
    .description('make an agent')
    .option('--persona <text>', 'who it is and how it speaks')
    .option('--from <folder>', 'take persona, settings and workspace from a folder')
    .addHelpText(
      'after',
      examples(['agent create ada --persona "You are Ada."', 'agent create ada --from ./ada']),
    )
    .action(act(async () => (await load()).runAgentCreate));
  agent
    .command('list')
    .description('list agents')
    .addHelpText('after', examples(['agent list', 'agent list --json']))
    .action(act(async () => (await load()).runAgentList));
  agent
    .command('show')
    .argument('<name>')
    .description('show an agent')
    .addHelpText('after', examples(['agent show ada', 'agent show ada --json']))
    .action(act(async () => (await load()).runAgentShow));
  agent
    .command('import')
    .argument('<name>')
    .argument('<folder>', 'agent.md (persona), settings.json, and any other Markdown files')
    .description('replace persona, settings and workspace by those of a folder')
    .addHelpText('after', SETTINGS_HELP)
    .action(act(async () => (await load()).runAgentImport));
  agent
    .command('vouch')
    .argument('<name>')
    .argument('[paths...]', 'skills, as skills/calendar/SKILL.md; without them, which were vouched for')
    .description('read skills of an agent and vouch for their text, so that models may be shown it')
    .addHelpText('after', examples(['agent vouch ada', 'agent vouch ada skills/calendar/SKILL.md']))
    .action(act(async () => (await load()).runAgentVouch));
  agent
    .command('export')
    .argument('<name>')
    .argument('<folder>', 'a folder that does not exist yet')
    .description('write persona, settings (defaults included) and workspace to a folder')
    .addHelpText('after', SETTINGS_HELP)
    .action(act(async () => (await load()).runAgentExport));
  addAgentKeyCommands(agent, act);
}
