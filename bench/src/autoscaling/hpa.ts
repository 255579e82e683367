/** What a fleet is scaled by, as a HorizontalPodAutoscaler (autoscaling/v2) reads it; KEDA makes one of a ScaledObject. */
export interface Target {
  readonly metric: 'lanes' | 'oldestS';
  /** AverageValue: for each replica. Value: for the fleet. */
  readonly type: 'AverageValue' | 'Value';
  readonly value: number;
}

/** At most so many replicas, or so many percent of them, in a period. */
export interface ScalingPolicy {
  readonly type: 'Percent' | 'Pods';
  readonly value: number;
  readonly periodSeconds: number;
}

/** How fast, and after how much doubt, a fleet is changed in one direction. Of several policies the one that allows most counts. */
export interface ScalingRules {
  readonly stabilizationWindowSeconds: number;
  readonly policies: readonly ScalingPolicy[];
}

/** The settings of an autoscaler. */
export interface HpaSettings {
  readonly minReplicas: number;
  readonly maxReplicas: number;
  readonly targets: readonly Target[];
  readonly scaleUp: ScalingRules;
  readonly scaleDown: ScalingRules;
  /** The share by which a metric may miss its target without effect: 0.1 unless the cluster says otherwise. */
  readonly tolerance: number;
}

/** Replicas that one metric asks for. Pure. */
export function replicasFor(
  { type, value: target }: Target,
  measured: number,
  {
    current,
    ready,
    tolerance,
  }: { readonly current: number; readonly ready: number; readonly tolerance: number },
): number {
  const ratio = type === 'Value' ? measured / target : measured / (target * current);
  if (Math.abs(ratio - 1) <= tolerance + 1e-9) return current;
  return Math.ceil((type === 'Value' ? ratio * ready : measured / target) - 1e-9);
}

/** A HorizontalPodAutoscaler between two looks: what it recommended and what it changed. */
export interface Hpa {
  /** Decides at a moment (seconds, never earlier than before) how many replicas there are to be. */
  decide(
    atS: number,
    fleet: { readonly current: number; readonly ready: number },
    metrics: Readonly<Record<Target['metric'], number>>,
  ): number;
}

/** Makes one, as the documentation of Kubernetes describes its algorithm. */
export function createHpa(settings: HpaSettings): Hpa {
  let recommended: { atS: number; replicas: number }[] = [];
  let changes: { atS: number; by: number }[] = [];
  const within = <T extends { atS: number }>(list: readonly T[], atS: number, seconds: number): T[] =>
    list.filter((one) => one.atS > atS - seconds);
  const bounded = (replicas: number): number =>
    Math.min(settings.maxReplicas, Math.max(settings.minReplicas, replicas));
  const changed = (atS: number, seconds: number, sign: 1 | -1): number =>
    within(changes, atS, seconds).reduce((sum, { by }) => sum + Math.max(0, sign * by), 0);

  const ceilingAt = (atS: number, current: number): number =>
    Math.max(
      ...settings.scaleUp.policies.map(({ periodSeconds, type, value }) => {
        const begun = current - changed(atS, periodSeconds, 1);
        return type === 'Pods' ? begun + value : Math.ceil(begun * (1 + value / 100));
      }),
    );
  const floorAt = (atS: number, current: number): number =>
    Math.min(
      ...settings.scaleDown.policies.map(({ periodSeconds, type, value }) => {
        const begun = current + changed(atS, periodSeconds, -1);
        return type === 'Pods' ? begun - value : Math.floor(begun * (1 - value / 100));
      }),
    );
  return {
    decide(atS, { current, ready }, metrics) {
      const asked = settings.targets.map((target) =>
        replicasFor(target, metrics[target.metric], { current, ready, tolerance: settings.tolerance }),
      );
      const wanted = bounded(Math.max(...asked));
      const longest = Math.max(
        settings.scaleUp.stabilizationWindowSeconds,
        settings.scaleDown.stabilizationWindowSeconds,
        1,
      );
      recommended = [...within(recommended, atS, longest), { atS, replicas: wanted }];
      const recent = (rules: ScalingRules): number[] => [
        wanted,
        ...within(recommended, atS, rules.stabilizationWindowSeconds).map(({ replicas }) => replicas),
      ];
      // Up only as far as all recent looks wanted, down only as far as all did.
      const up = Math.min(...recent(settings.scaleUp));
      const down = Math.max(...recent(settings.scaleDown));
      const steady = Math.max(up, Math.min(current, down));
      const limited =
        steady > current
          ? Math.min(steady, Math.max(current, ceilingAt(atS, current)))
          : Math.max(steady, Math.min(current, floorAt(atS, current)));
      const next = bounded(limited);
      changes = [...within(changes, atS, 1_800), ...(next === current ? [] : [{ atS, by: next - current }])];
      return next;
    },
  };
}
