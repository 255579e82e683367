import type pg from 'pg';

/** A signal with its places. */
export interface StoredSignal {
  readonly id: string;
  readonly source: string;
  readonly externalId: string;
  readonly location: string;
  readonly deltaType: string;
  readonly features: Readonly<Record<string, unknown>>;
  readonly places: readonly {
    readonly cluster: string;
    readonly seq: number;
    readonly judged:
      | readonly { readonly module: string; readonly reason: string; readonly version: number }[]
      | null;
  }[];
}

/** A file as its row says. */
export interface StoredFile {
  readonly root: string;
  readonly path: string;
  readonly inode: string;
  readonly mtimeMs: number;
  readonly size: number;
  readonly signalId: string | null;
}

/** What the checks outside of SQL look at. */
export interface PulseRows {
  /** In the order of their places. */
  readonly signals: readonly StoredSignal[];
  readonly files: readonly StoredFile[];
  readonly pages: readonly { readonly endpoint: string; readonly hash: string | null }[];
  readonly hooks: readonly { readonly id: string; readonly hook: string; readonly reason: string }[];
  readonly tasks: readonly { readonly id: string; readonly state: string }[];
  readonly labels: readonly {
    readonly activationId: string;
    readonly value: number;
    readonly by: string;
  }[];
}

/** Reads them with plain SQL. */
export async function readPulseRows(client: pg.Client): Promise<PulseRows> {
  const all = async <R extends object>(sql: string): Promise<R[]> => (await client.query<R>(sql)).rows;
  return {
    signals:
      await all<StoredSignal>(`select s.id, s.source, s.external_id as "externalId", s.location, s.delta_type as "deltaType", s.features,
        (select coalesce(jsonb_agg(jsonb_build_object('cluster', c.cluster, 'seq', c.seq, 'judged', c.judged) order by c.cluster, c.seq), '[]')
         from salience.cluster_signals c where c.signal_id = s.id) as places
      from salience.signals s order by (select min(c.seq) from salience.cluster_signals c where c.signal_id = s.id), s.id`),
    files: await all<StoredFile>(
      'select root, path, inode, mtime_ms as "mtimeMs", size::double precision as size, signal_id as "signalId" from salience.watched_files',
    ),
    pages: await all('select endpoint, hash from salience.pages'),
    hooks: await all("select id, sender as hook, reason from salience.inbound where source like 'hook:%'"),
    tasks: await all('select id, state from salience.tasks where ended_at is not null'),
    labels: await all(
      'select target as "activationId", value, given_by as by from salience.feedback where target like \'act\\_%\'',
    ),
  };
}
