import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '@salience/testing';
import { parse } from 'yaml';
import type { HpaSettings } from './hpa.ts';

interface Values {
  readonly keda: { readonly cooldownSeconds: number };
  readonly apps: {
    readonly digest: {
      readonly autoscaling: {
        readonly min: number;
        readonly max: number;
        readonly lanesPerReplica: number;
        readonly oldestSeconds: number;
      };
    };
  };
}

const valuesFile = join(repositoryRoot, 'infra/helm/salience/values.yaml');

/** How digest is scaled where the chart is not there: the values that this simulation was first run with. */
const withoutChart: Values = {
  keda: { cooldownSeconds: 300 },
  apps: { digest: { autoscaling: { min: 2, max: 100, lanesPerReplica: 6, oldestSeconds: 5 } } },
};

/**
 * How digest is scaled by the chart: numbers from infra/helm/salience/values.yaml, rules of speed as templates/autoscaling.yaml has them.
 */
export function shippedSettings(): HpaSettings {
  const values = existsSync(valuesFile) ? (parse(readFileSync(valuesFile, 'utf8')) as Values) : withoutChart;
  const { lanesPerReplica, max, min, oldestSeconds } = values.apps.digest.autoscaling;
  return {
    minReplicas: min,
    maxReplicas: max,
    targets: [
      { metric: 'lanes', type: 'AverageValue', value: lanesPerReplica },
      { metric: 'oldestS', type: 'Value', value: oldestSeconds },
    ],
    scaleUp: {
      stabilizationWindowSeconds: 0,
      policies: [
        { type: 'Percent', value: 100, periodSeconds: 30 },
        { type: 'Pods', value: 4, periodSeconds: 30 },
      ],
    },
    scaleDown: {
      stabilizationWindowSeconds: values.keda.cooldownSeconds,
      policies: [{ type: 'Percent', value: 25, periodSeconds: 60 }],
    },
    tolerance: 0.1,
  };
}
