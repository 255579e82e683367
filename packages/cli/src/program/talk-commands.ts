import type { Command } from 'commander';
import { type ActWith, examples } from './help.ts';

/** chat, why, replay-decision and replay. */
export function addTalkCommands(program: Command, act: ActWith): void {
  program
    .command('chat')
    .description('say one thing and print the answer, or, without a text, talk in the terminal')
    .argument('[text]', 'what to say')
    .option('--thread <key>', 'the conversation to go on with; any name of your own makes a new one')
    .addHelpText(
      'after',
      examples([
        'chat',
        'chat "Where does my sister live?"',
        'chat --thread trip --json "Any news?"',
        'echo "Hello" | ./salience chat',
      ]),
    )
    .action(act(async () => (await import('../commands/chat.ts')).runChat));
  program
    .command('why')
    .description(
      'explain a turn: mode, scores, signals, actions, what the models saw, timings, what was remembered, what the answer rests on',
    )
    .argument('<turn>', 'id of the turn')
    .option('--context', 'also print what the models were sent, word for word')
    .addHelpText('after', examples(['why turn_0193…', 'why turn_0193… --context', 'why --json turn_0193…']))
    .action(act(async () => (await import('../commands/why.ts')).runWhy));
  program
    .command('replay-decision')
    .description(
      'compute the decision of a turn again from its stored signals and policy, and compare bit for bit; ends with 1 where they differ',
    )
    .argument('<turn>', 'id of the turn')
    .addHelpText('after', examples(['replay-decision turn_0193…', 'replay-decision --json turn_0193…']))
    .action(act(async () => (await import('../commands/replay-decision.ts')).runReplayDecision));
  program
    .command('replay')
    .description(
      'send a transcript (JSON lines), wait until it is answered and remembered; running it again resumes',
    )
    .argument(
      '<file>',
      'rows {thread, speaker, text, at}, {conv, session, date, turn, speaker, text} or {id, messages}',
    )
    .option('--concurrency <n>', 'threads that are sent at the same time', '8')
    .option('--prefix <text>', 'put before every thread name, to replay the same transcript afresh', '')
    .option('--only <thread>', 'replay one thread of the file')
    .option('--limit <rows>', 'read only the first rows')
    .option('--patience <seconds>', 'give up after so long without progress', '120')
    .addHelpText('after', examples(['replay talk.jsonl', 'replay talks.jsonl --only conv-26 --json']))
    .action(act(async () => (await import('../commands/replay.ts')).runReplay));
}
