import { createRequire } from 'node:module';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createBullBoard } from '@bull-board/api';
import { ExpressAdapter } from '@bull-board/express';
import type { Express } from 'express';
import { boardAdapters } from '@salience/queues';
import type { ConsumerContext } from '../consumer-context.ts';

/**
 * Bull Board as an application for `basePath`. Only this file imports it, at the first request for the board. Rejects with
 * `queues.unavailable`.
 */
export async function createBoardApp(queues: ConsumerContext['queues'], basePath: string): Promise<Express> {
  const adapter = new BoardAdapter();
  adapter.setBasePath(basePath);
  createBullBoard({
    queues: await boardAdapters(queues),
    serverAdapter: adapter,
    options: { uiBasePath: uiFolder(), uiConfig: { boardTitle: 'Salience queues' } },
  });
  const app = adapter.getRouter() as Express;
  return app.disable('x-powered-by');
}

class BoardAdapter extends ExpressAdapter {
  /** Removes the fonts of another site; the page works without them. */
  override setEntryRoute(route: Parameters<ExpressAdapter['setEntryRoute']>[0]): this {
    this.app.get(route.route, (_request, response, next) => {
      const view = route.handler({ basePath: this.basePath, uiConfig: this.uiConfig });
      this.app.render(view.name, view.params, (error: Error | null, html?: string) => {
        if (error === null) response.type('html').send(html?.replace(/<link href="https:[^>]*>/g, ''));
        else next(error);
      });
    });
    return this;
  }
}

/** The folder with Bull Board's page: beside the bundle, or in the package when run from source. */
function uiFolder(): string {
  const beside = join(import.meta.dirname, 'board-ui');
  if (existsSync(beside)) return beside;
  return dirname(createRequire(import.meta.url).resolve('@bull-board/ui/package.json'));
}
