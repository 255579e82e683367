import { createInterface, type Interface } from 'node:readline';
import { pageSchema, threadViewSchema } from '@salience/contracts';
import { messageOf } from '@salience/errors';
import { localTime } from '@salience/language';
import { counted } from '@salience/supervisor/home';
import type { ApiClient } from '../client/api-client.ts';
import { giveFeedback } from '../client/give-feedback.ts';
import { terminalText } from '../terminal-text.ts';
import { colour } from '../terminal.ts';
import { explainTurn } from '../why/explain-turn.ts';
import { AnswerWriter } from './answer-writer.ts';
import { askOnce } from './ask-once.ts';
import { ChatListener } from './chat-listener.ts';
import { outcomeLine } from './outcome-line.ts';

/** How the conversation is set up. */
export interface ReplOptions {
  readonly client: ApiClient;
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
  /** The thread to talk in; without it the caller's current one. */
  readonly thread: string | undefined;
  /** The zone to tell times in. */
  readonly zone: string;
  /** Ends the conversation from outside. */
  readonly signal: AbortSignal;
}

const HELP = [
  '/why [turn]    explain the last turn, or the given one',
  '/good [note]   the last answer was good; /bad [note]: it was not',
  '/threads       the latest conversations',
  '/thread <key>  switch to another conversation',
  '/help          this list',
  '/quit          exit (also Ctrl-D)',
].join('\n');

/** Talks with the agent in a terminal until the person leaves or `signal` aborts. */
export async function runRepl(options: ReplOptions): Promise<void> {
  await new Repl(options).run();
}

class Repl {
  readonly #options: ReplOptions;
  readonly #lines: Interface;
  #thread: string | undefined;
  #lastTurn: string | undefined;
  #busy: AbortController | undefined;
  readonly #listener: ChatListener;

  constructor(options: ReplOptions) {
    this.#options = options;
    this.#thread = options.thread;
    this.#lines = createInterface({
      input: options.input,
      output: options.output,
      prompt: terminalText(colour.cyan('you › ')),
      terminal: options.output.isTTY,
    });
    const hearer = {
      hear: (text: string) => this.#interject(text),
      lost: (cause: string) => this.#interject(colour.dim(`Reminders are not heard here: ${cause}`)),
    };
    this.#listener = new ChatListener(options.client, hearer, options.zone);
  }

  async run(): Promise<void> {
    const close = (): void => {
      this.#busy?.abort();
      this.#lines.close();
    };
    this.#options.signal.addEventListener('abort', close, { once: true });
    // Ctrl-C exits the chat; the turn continues in the background.
    this.#lines.on('SIGINT', close);
    this.#lines.prompt();
    this.#listener.begin();
    if (this.#thread !== undefined) this.#listener.follow(this.#thread);
    for await (const line of this.#lines) {
      if (this.#options.signal.aborted) break;
      const goOn = await this.#handle(line.trim());
      if (!goOn) break;
      this.#lines.prompt();
    }
    this.#options.signal.removeEventListener('abort', close);
    this.#listener.close();
    this.#lines.close();
  }

  async #handle(line: string): Promise<boolean> {
    if (line === '') return true;
    if (line === '/quit' || line === '/exit') return false;
    try {
      if (line.startsWith('/')) await this.#command(line);
      else await this.#say(line);
    } catch (error) {
      if (!this.#options.signal.aborted) this.#print(colour.red(messageOf(error)));
    }
    return !this.#options.signal.aborted;
  }

  async #command(line: string): Promise<void> {
    const [name, argument] = line.split(/\s+/, 2);
    if (name === '/why') await this.#why(argument ?? this.#lastTurn);
    else if (name === '/good' || name === '/bad')
      await this.#judge(name === '/good' ? 1 : -1, line.slice(name.length).trim());
    else if (name === '/threads') await this.#threads();
    else if (name === '/thread' && argument !== undefined) {
      this.#thread = argument;
      this.#listener.follow(argument);
      this.#print(colour.dim(`now in ${argument}`));
    } else this.#print(HELP);
  }

  async #say(text: string): Promise<void> {
    const { client, output } = this.#options;
    const writer = new AnswerWriter(
      { write: (piece) => output.write(piece), rewritable: output.isTTY },
      (piece) => colour.dim(piece),
    );
    this.#busy = new AbortController();
    const message = {
      text,
      source: 'cli',
      ...(this.#thread === undefined ? {} : { thread_id: this.#thread }),
    };
    const resume = this.#listener.pause();
    try {
      const answer = await askOnce(client, message, writer, this.#busy.signal);
      this.#lastTurn = answer.accepted.turn_id;
      this.#listener.own(answer.accepted);
      writer.finish(answer);
      const outcome = outcomeLine(answer);
      if (outcome !== undefined) this.#print(colour.dim(outcome));
    } finally {
      resume();
    }
  }

  async #why(turn: string | undefined): Promise<void> {
    if (turn === undefined) this.#print(colour.dim('Nothing was said yet.'));
    else this.#print(await explainTurn(this.#options.client, turn, this.#options.zone));
  }

  async #judge(value: number, note: string): Promise<void> {
    const turn = this.#lastTurn;
    if (turn === undefined) this.#print(colour.dim('Nothing was said yet.'));
    else {
      await giveFeedback(this.#options.client, turn, value, note);
      this.#print(colour.dim('Noted.'));
    }
  }

  async #threads(): Promise<void> {
    const page = await this.#options.client.ask('/threads?limit=10', pageSchema(threadViewSchema));
    for (const thread of page.items) {
      this.#print(
        `${thread.key}  ` +
          colour.dim(
            `${counted(thread.turns, 'turn')}, ${thread.topic ?? 'no topic'}, ${localTime(thread.last_activity_at, this.#options.zone)}`,
          ),
      );
    }
  }

  /** Writes what came by itself above the line that is being typed. */
  #interject(text: string): void {
    const { output } = this.#options;
    if (output.isTTY) output.write('\r\u001B[2K');
    this.#print(text);
    this.#lines.prompt(true);
  }

  #print(text: string): void {
    this.#options.output.write(`${terminalText(text)}\n`);
  }
}
