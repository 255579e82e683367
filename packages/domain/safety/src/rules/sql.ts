import { type Call, each, has, type Rules, valueAfter } from './call.ts';
import { blocks, changes, creates, type Finding, reads, worst } from './finding.ts';

const reading =
  /^(?:select|show|describe|desc|explain|use|set|pragma|with|values|table|help|status|analyze|begin|commit|rollback|start|fetch|list|\\[a-z?+]+|\.[a-z]+|count|print|info)$/i;
const acting =
  /\binto\s+(?:out|dump)file\b|\bcopy\b.{0,200}\bprogram\b|\b(?:pg_terminate_backend|pg_cancel_backend|pg_read_file|pg_ls_dir|lo_import|load_file|xp_cmdshell|sys_exec|dblink)\b|\b(?:insert|update|delete|drop|truncate|alter)\b\s+(?:into|from|table|database|schema|user|index|\w+\s+set)\b|\bfor\s+update\b|\binto\s+\w+\s+from\b/i;
const sqlLooked = 16_384;

/** What statements do: reading ones pass, others are asked for. */
export function judgeSql(sql: string): Finding {
  const text = sql.slice(0, sqlLooked);
  const found: Finding[] = [
    sql.length > sqlLooked ? changes('runs too many statements to look through') : reads,
  ];
  if (/xp_cmdshell|sys_exec|copy\b.{0,200}\bprogram\b/i.test(text)) found.push(blocks('SQL opens a shell'));
  if (acting.test(text)) found.push(changes('SQL changes data or reaches out of the database'));
  for (const statement of text.replaceAll(/--[^\n]*|\/\*.{0,2000}?\*\//g, ' ').split(';')) {
    const word = /^[\s(]{0,200}([\\.]?[A-Za-z_?+]+)/.exec(statement)?.[1];
    if (word === undefined) continue;
    if (
      /^\\(?:!|copy|i|o|gexec)/.test(word) ||
      /^\.(?:shell|system|import|restore|output|once|save|read|load|clone|backup)/.test(word)
    )
      found.push(changes('SQL client runs or writes'));
    else if (!reading.test(word)) found.push(changes(`SQL ${word.slice(0, 20).toUpperCase()}`));
  }
  return worst(found);
}

function queries(call: Call): Finding {
  const sql = valueAfter(call.args, '-c', '-e', '-Q', '-q', '--command', '--execute', '--query', '--sql');
  if (has(call.args, '--version', '--help', '-l', '--list')) return reads;
  if (call.program === 'psql' && has(call.args, '-f', '--file'))
    return changes('runs statements from a file');
  if (sql !== undefined) return judgeSql(sql);
  if (call.stdin !== undefined) return judgeSql(call.stdin);
  return call.piped ? changes('runs statements it is handed') : creates('opens a database');
}

const redisReads =
  'get mget keys scan exists ttl pttl type info ping dbsize llen lrange lindex smembers scard sismember sscan hget hgetall hkeys hlen hscan hmget ' +
  'zrange zcard zscore zrangebyscore zscan strlen getrange monitor time role memory object latency slowlog client config command xlen xrange xinfo xread bitcount pfcount echo lastsave --bigkeys --stat --latency --scan';
const redisReading: ReadonlySet<string> = new Set(redisReads.split(' '));

function keyStore(call: Call): Finding {
  const words = call.args.filter(
    (arg, n) =>
      !/^-[hpnau]$|^--(?:user|pass|tls|no-auth-warning|raw|csv|cluster)$/.test(arg) &&
      !/^-[hpnau]$/.test(call.args[n - 1] ?? '') &&
      !/^-[a-z]$/.test(arg),
  );
  const command = words[0]?.toLowerCase();
  if (command === undefined)
    return call.piped ? changes('runs commands it is handed') : creates('opens a database');
  if (
    (command === 'config' && !/^get$/i.test(words[1] ?? '')) ||
    (command === 'client' && !/^(?:list|info|id|getname)$/i.test(words[1] ?? ''))
  )
    return changes('changes the settings of a database');
  if (/^(?:slowlog|latency|memory)$/.test(command) && /^(?:reset|purge)$/i.test(words[1] ?? ''))
    return changes('wipes figures of a database');
  return redisReading.has(command) ? reads : changes(`database ${command.slice(0, 20)}`);
}

function documents(call: Call): Finding {
  const code = valueAfter(call.args, '--eval') ?? call.stdin;
  if (code === undefined)
    return call.piped ? changes('runs commands it is handed') : creates('opens a database');
  return /drop|delete|remove|insert|update|replace|create|rename|shutdown|kill|\.save\(|bulkWrite|findAndModify|findOneAnd|grant|revoke|repl?Set|compact|\$out|\$merge|fsync|setParameter|require\(|system|run\(/i.test(
    code.slice(0, sqlLooked),
  )
    ? changes('changes a database')
    : reads;
}

/** The rules of clients of databases. */
export const databaseRules: Rules = {
  ...each(
    'psql mysql mariadb sqlcmd sqlplus clickhouse-client clickhouse duckdb cockroach cqlsh bq-query trino presto snowsql isql pgcli mycli usql tsql impala-shell beeline hive spark-sql ksql',
    queries,
  ),
  ...each('redis-cli valkey-cli keydb-cli', keyStore),
  ...each('mongo mongosh', documents),
  ...each('mysqldump pg_dump pg_dumpall mongodump mongoexport mariadb-dump', (call) =>
    has(call.args, '--clean', '-c')
      ? changes('the dump removes what it is loaded over')
      : creates('copies a database out'),
  ),
  ...each(
    'pg_isready pg_config pg_controldata pg_lsclusters mysqlshow mongostat mongotop mysqlcheck redis-benchmark',
    () => reads,
  ),
  ...each('mysqladmin mariadb-admin', (call) =>
    call.args.some((arg) =>
      /^(?:drop|create|shutdown|flush-\S+|kill|password|refresh|reload|start-\S+|stop-\S+)$/.test(arg),
    )
      ? changes('changes a database server')
      : reads,
  ),
};
