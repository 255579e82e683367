import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { chartFolder } from '../helm/render.mjs';
import { root } from './compose-file.ts';

/** A manifest, as far as tests read it. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly labels?: Record<string, string>;
    readonly annotations?: Record<string, string>;
  };
  readonly spec: Spec;
}

interface Spec {
  readonly replicas?: number;
  readonly template: {
    readonly spec: PodSpec;
    readonly metadata: { readonly labels: Record<string, string> };
  };
  readonly maxReplicaCount?: number;
  readonly triggers: readonly {
    readonly metricType: string;
    readonly metadata: { readonly query: string; readonly threshold: string };
  }[];
  readonly groups: unknown;
  readonly egress: readonly { readonly ports: readonly { readonly port: number }[] }[];
}

/** The pod of an app. */
export interface PodSpec {
  readonly automountServiceAccountToken: boolean;
  readonly securityContext: Record<string, unknown>;
  readonly terminationGracePeriodSeconds: number;
  readonly containers: readonly [Container];
  readonly volumes: readonly {
    readonly name: string;
    readonly secret?: { readonly secretName: string; readonly defaultMode: number };
  }[];
}

/** Its container. */
export interface Container {
  readonly image: string;
  readonly securityContext: Record<string, unknown>;
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
  readonly env: readonly {
    readonly name: string;
    readonly value?: string;
    readonly valueFrom?: { readonly secretKeyRef: { readonly name: string; readonly key: string } };
  }[];
  readonly envFrom?: readonly { readonly secretRef: { readonly name: string } }[];
  readonly readinessProbe: { readonly httpGet: { readonly path: string; readonly port: string } };
  readonly livenessProbe: { readonly httpGet: { readonly path: string } };
  readonly lifecycle?: unknown;
  readonly volumeMounts: readonly {
    readonly name: string;
    readonly mountPath: string;
    readonly readOnly?: boolean;
  }[];
}

/** The text of the manifests of a set of values. */
export const renderedText = (set: string): string =>
  readFileSync(join(root, 'infra/helm/rendered', `${set}.yaml`), 'utf8');

/** The manifests of a set of values. */
export function manifestsOf(set: string): Manifest[] {
  return parseAllDocuments(renderedText(set)).flatMap((document) => {
    if (document.errors.length > 0) throw document.errors[0] as Error;
    const value = document.toJS() as Manifest | null;
    return value === null ? [] : [value];
  });
}

/** A file of the chart as data. */
export const chartData = (file: string): Record<string, unknown> =>
  parse(readFileSync(join(chartFolder, file), 'utf8')) as Record<string, unknown>;
