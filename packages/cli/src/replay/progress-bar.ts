import type { ReplayProgress } from './replay-transcript.ts';

const WIDTH = 24;

/** Where a progress bar is drawn. */
export interface BarOutput {
  write(text: string): void;
  readonly isTTY: boolean;
}

/**
 * Shows how far a replay is: in a terminal one line that is rewritten, elsewhere a line for every tenth of the
 * way.
 */
export function progressBar(output: BarOutput): { show(progress: ReplayProgress): void; end(): void } {
  let shown = -1;
  return {
    show(progress) {
      const share = shareDone(progress);
      const step = Math.floor(share * (output.isTTY ? 200 : 10));
      if (step === shown) return;
      shown = step;
      output.write(output.isTTY ? `\r\u001b[2K${barLine(progress, share)}` : `${barLine(progress, share)}\n`);
    },
    end() {
      if (output.isTTY && shown >= 0) output.write('\n');
    },
  };
}

/** Accepting, answering and remembering count alike. */
function shareDone({ total, accepted, ended, remembered }: ReplayProgress): number {
  return total === 0 ? 1 : (accepted + ended + remembered) / (3 * total);
}

function barLine(progress: ReplayProgress, share: number): string {
  const filled = Math.round(share * WIDTH);
  const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled);
  const { total, accepted, ended, remembered } = progress;
  return `${bar} ${Math.floor(share * 100)} %  sent ${accepted}, ended ${ended}, remembered ${remembered} of ${total}`;
}
