import { claimModelSlot, pauseModel } from '@salience/database/operations';
import { messageOf } from '@salience/errors';
import type { Metrics } from '@salience/telemetry';
import type { Runtime } from './app.ts';

/** An event of a provider. The words are those of the package that calls models, which this one does not import. */
interface ModelNews {
  readonly kind: string;
  readonly provider?: string;
  readonly model?: string;
  readonly forMs?: number;
  readonly ms?: number;
  readonly cause?: unknown;
  readonly how?: readonly string[];
  readonly said?: string;
}

/** What the ports are made from; a runtime has all of it. */
type ModelPortsParts = Pick<Runtime, 'db' | 'log'> & {
  readonly telemetry: { readonly metrics: Pick<Metrics, 'modelProviderOffline'> };
  /** Providers that are away, for the heartbeat. */
  readonly away?: Set<string>;
};

/**
 * What an app gives its models: limits and pauses that all replicas share through Postgres, and ears. A provider that goes or
 * comes back is a log line, a gauge, and told with the heartbeat.
 */
export function modelPorts({ away, db, log, telemetry }: ModelPortsParts) {
  return {
    limits: {
      claim: (claim: { readonly model: string; readonly perMinute: number; readonly maxWaitMs: number }) =>
        claimModelSlot(db, claim),
      pause: (pause: { readonly model: string; readonly ms: number }) => pauseModel(db, pause),
    },
    onEvent(news: ModelNews): void {
      const { forMs, kind, model, ms, provider = '' } = news;
      switch (kind) {
        case 'provider-offline':
          telemetry.metrics.modelProviderOffline.set({ provider }, 1);
          away?.add(provider);
          log.warn({ provider, forMs }, 'model provider cannot be reached and is left alone');
          break;
        case 'provider-online':
          telemetry.metrics.modelProviderOffline.set({ provider }, 0);
          away?.delete(provider);
          log.info({ provider }, 'model provider is back');
          break;
        case 'model-paused':
          log.warn({ model, ms }, 'model provider asked for a pause');
          break;
        case 'model-asked-otherwise':
          log.warn(
            { provider, model, how: news.how, said: news.said },
            'model refused a part of our request and is asked otherwise from now on',
          );
          break;
        default:
          log.warn({ model, cause: messageOf(news.cause) }, 'pause of a model is known here only');
      }
    },
  };
}
