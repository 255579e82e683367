import { type Call, each, has, type Rules } from './call.ts';
import { changes, type Finding, reads, worst } from './finding.ts';
import { byVerbs } from './verbs.ts';

const careful = byVerbs({ careful: true });

/** AWS-like tools: the verb is the second word, and anything that does not read may cost or reach others. */
const cloud = byVerbs({
  careful: true,
  reads: 's3 ls,configure list,sts get-caller-identity,sts decode-authorization-message,s3 presign-dry',
  changes:
    's3 rm,s3 rb,s3 mv,s3 sync,s3 cp,configure set,ssm start-session,s3 presign,auth print-access-token,storage rm,storage cp',
});

/** Tools whose options say what they do: kafka-topics --list. */
function byOptions(call: Call): Finding {
  if (
    has(
      call.args,
      '--delete',
      '--remove',
      '--alter',
      '--add',
      '--reset-offsets',
      '--execute',
      '--delete-config',
      '--add-config',
      '--cancel',
      '--offset-json-file',
      '--election-type',
    )
  )
    return has(call.args, '--dry-run') ? reads : changes(`${call.program} changes a cluster`);
  if (/records|delete|reassign|leader-election|producer|mirror|storage/.test(call.program))
    return changes(`${call.program} changes a cluster`);
  if (has(call.args, '--create')) return { severity: 'create', rule: `${call.program} adds to a cluster` };
  return reads;
}

const kafka =
  'kafka-topics kafka-consumer-groups kafka-consumer-group kafka-acls kafka-configs kafka-delete-records kafka-broker-api-versions kafka-console-consumer kafka-console-producer ' +
  'kafka-reassign-partitions kafka-leader-election kafka-log-dirs kafka-get-offsets kafka-metadata-quorum kafka-features kafka-cluster kafka-dump-log kafka-streams-application-reset kafka-storage kafka-transactions kcat kafkacat zookeeper-shell';

/** Tools that keep passwords and keys: what they list is harmless, what they show is asked for. */
function keepers(call: Call): Finding {
  const text = call.args.slice(0, 5).join(' ').slice(0, 200);
  if (
    /\b(?:read|get|show|reveal|download|export|cp|otp|view|print)\b/.test(text) &&
    !/--help|metadata|list/.test(text) &&
    !/^(?:kv get|kv list|read sys|item get|vault get|user get|policy read|auth list|secrets list|status)/.test(
      text,
    )
  ) {
    return changes('shows keys or passwords');
  }
  return byVerbs({
    careful: true,
    reads:
      'secrets,auth list,kv get,kv list,list,status,item get,item list,vault list,policy list,policy read,audit list,secrets list,projects,configs,me,whoami,token lookup,operator raft,account get',
    changes:
      'secrets disable,secrets enable,secrets set,secrets delete,secrets upload,kv put,kv delete,kv destroy,kv metadata,auth disable,auth enable,policy delete,policy write,audit disable,token revoke,lease revoke,operator seal,operator unseal,operator rekey,operator rotate,configs delete,projects delete',
  })(call);
}

function apiCalls(call: Call): Finding {
  if (call.args[0] !== 'api') return github(call);
  const at = call.args.findIndex((arg) => arg === '-X' || arg === '--method' || /^-X./.test(arg));
  const method =
    at === -1
      ? undefined
      : ((call.args[at] ?? '').slice(2) || call.args[at + 1])?.replace(/^-*\w*=/, '').toUpperCase();
  const sends = has(call.args, '-f', '-F', '--field', '--raw-field', '--input');
  const mutates = call.args.some((arg) => /\bmutation\b/.test(arg.slice(0, 2_000)));
  if (method === 'METHOD') return github({ ...call, args: call.args.slice(1) });
  if (method === undefined || method === 'GET' || method === 'HEAD')
    return (sends && method === undefined && call.args[1] !== 'graphql') || mutates
      ? changes('sends data to the platform')
      : reads;
  return changes(`asks the platform to ${method.slice(0, 12)}`);
}

const github = byVerbs({
  careful: true,
  reads:
    'repo view,repo list,repo clone,pr list,pr view,pr diff,pr checks,pr status,issue list,issue view,issue status,release list,release view,release download,run list,run view,run watch,run download,workflow list,workflow view,gist list,gist view,auth status,search,secret list,variable list,ssh-key list,gpg-key list,label list,alias list,extension list,cache list,status,browse,ruleset list,ruleset view,ci list,ci view,ci status,ci trace,mr list,mr view,mr diff,project list,org list,deploy-key list',
  creates: 'pr checkout,mr checkout,repo fork,run rerun-dry',
  changes: 'auth token,auth logout,auth refresh,alias set,extension install',
});

/** The rules of tools of the form `tool noun verb`. */
export const toolRules: Rules = {
  ...each(
    'aws awslocal gcloud az oci ibmcloud doctl hcloud linode-cli vultr-cli scw aliyun openstack exo upctl civo gsutil s3cmd mc azcopy b2 bq eksctl copilot sam cdk serverless sls',
    cloud,
  ),
  ...each(kafka, byOptions),
  ...each(
    'vault op doppler bw pass gopass lpass infisical sops chamber keybase security secret-tool keyring',
    keepers,
  ),
  ...each('gh glab hub tea', apiCalls),
  ...each(
    'terraform tofu terragrunt pulumi cdktf packer',
    byVerbs({
      careful: true,
      reads:
        'plan,show,output,validate,fmt,graph,providers,version,state list,state show,workspace list,workspace show,workspace select,preview,stack ls,stack output,stack graph,config get,about,inspect,console,test,login',
      creates: 'init,get,workspace new,new,stack init,stack select,build',
      changes:
        'apply,destroy,import,taint,untaint,refresh,state rm,state mv,state push,state pull,workspace delete,force-unlock,up,cancel,stack rm,config set,state delete,run-all',
    }),
  ),
  ...each(
    'helm helmfile kustomize kubectx kubens skaffold tilt argocd flux istioctl linkerd cilium kubeadm kind minikube k3d k3s microk8s rancher velero',
    byVerbs({
      careful: true,
      reads:
        'list,ls,get,status,history,template,show,search,lint,env,version,repo list,dependency list,build,config view,proxy-status,analyze,app list,app get,app diff,app logs,app history,diff',
      creates:
        'repo add,repo update,pull,create,package,dependency update,dependency build,fetch,backup create,restore create,schedule create',
      changes:
        'install,upgrade,uninstall,delete,rollback,app sync,app delete,reset,stop,tunnel,plugin install,config set,down,apply,destroy,sync',
    }),
  ),
  ...each('ansible ansible-playbook ansible-pull', (call) =>
    has(
      call.args,
      '--check',
      '-C',
      '--syntax-check',
      '--list-hosts',
      '--list-tasks',
      '--list-tags',
      '--version',
    ) ||
    (has(call.args, '-m') && call.args.includes('ping'))
      ? reads
      : changes('changes many machines'),
  ),
  ...each('ansible-inventory ansible-doc ansible-lint ansible-config', () => reads),
  'ansible-vault': (call) =>
    call.args[0] === 'view' ? changes('shows secrets') : changes('handles secrets'),
  ...each(
    'restic borg borgmatic rclone duplicity duplicati kopia bup rdiff-backup tarsnap rustic zbackup pgbackrest barman wal-g',
    byVerbs({
      valued: '-r --repo --tag --path --host --keep-last --password-file',
      reads:
        'snapshots,check,stats,ls,list,find,dump,diff,cat,version,info,size,lsd,lsl,lsf,lsjson,md5sum,sha1sum,about,cryptcheck,tree,ncdu,hashsum,listremotes,config show,config dump,repository status,snapshot list,verify,collection-status,list-current-files,log,config,list-backup,list-server',
      creates:
        'backup,init,create,mount,umount,unlock,copy,copyto,copyurl,rcat,snapshot create,extract,restore,export-tar,touch,mkdir,fuse,cache,backup-push,key list',
      changes:
        'forget,prune,delete,deletefile,purge,cleanup,rmdir,rmdirs,sync,bisync,move,moveto,dedupe,compact,break-lock,recreate,rewrite,repair,key remove,key add,remove-older-than,remove-all-but-n-full,config delete,config create,config update,maintenance run,snapshot delete,repository disconnect,serve,migrate,settier,expire,delete-backup',
    }),
  ),
  ...each(
    'rabbitmqctl rabbitmqadmin rabbitmq-diagnostics rabbitmq-plugins nats pulsar-admin mqadmin activemq artemis stan',
    byVerbs({
      careful: true,
      valued: '-V -q',
      reads:
        'status,environment,ping,report,list,cluster_status,node_health_check,stream ls,stream info,stream report,consumer ls,consumer info,kv ls,kv get,server check,server report,account info,sub,bench,rtt,object ls,object info,stream view,stream get,topics list,topics stats,namespaces list,export,node list',
      changes:
        'pub,request,eval,rpc,stream purge,stream rm,consumer rm,kv rm,kv del,kv put,kv purge,object rm,object del,account purge,stream edit',
    }),
  ),
  ...each(
    'gitlab-runner jenkins-cli circleci buildkite-agent travis drone woodpecker tkn concourse fly act bamboo teamcity',
    byVerbs({
      careful: true,
      reads:
        'list,status,verify,config validate,config process,local execute,version,context list,pipelines,builds,targets,workers,containers,volumes',
      creates: 'exec,orb init',
      changes:
        'unregister,register,reset-token,uninstall,stop,restart,orb delete,context delete,context remove-secret,destroy-pipeline,set-pipeline,destroy-team',
    }),
  ),
  ...each(
    'heroku vercel netlify flyctl wrangler firebase supabase railway render ngrok-cli cf dokku platform surge now eb amplify stripe braintree twilio sendgrid mailgun postmark pd pagerduty datadog-ci dog newrelic sentry-cli splunk grafana-cli promtool amtool alertmanager logcli thanos cortextool mimirtool launchdarkly ldcli flipt unleash influx consul nomad etcdctl boundary waypoint envoy kong deck traefik haproxy varnishadm cloudflared flarectl fastly akamai dnscontrol octodns meilisearch elasticsearch opensearch curator es typesense algolia tctl tsh teleport tailscale wg zerotier-cli netbird boundary-cli spacectl atlas crossplane',
    careful,
  ),
  ...each(
    'circusctl supervisorctl pm2 forever monit god',
    byVerbs({
      careful: true,
      reads:
        'status,list,ls,show,describe,logs,monit,info,tail,maintail,avail,pid,version,jlist,prettylist,env',
    }),
  ),
  aws_completer: () => reads,
  crictl: careful,
  ctr: careful,
  'docker-machine': careful,
  skopeo: byVerbs({ reads: 'inspect,list-tags' }),
  cosign: careful,
  trivy: () => reads,
  semgrep: () => reads,
  snyk: (call) => worst([careful(call)]),
  jira: careful,
};
