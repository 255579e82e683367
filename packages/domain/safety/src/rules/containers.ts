import { type Call, each, has, operands, type Rules, skipOptions, wordSet } from './call.ts';
import { blocks, changes, creates, type Finding, reads, worst } from './finding.ts';
import { byVerbs } from './verbs.ts';

const runValued = wordSet(
  '-v --volume -e --env -p --publish --name -w --workdir -u --user --network --entrypoint -h --hostname -m --memory --mount --cpus -l --label --env-file --platform --restart --gpus --device --cap-add --security-opt --pid --ipc --add-host --link --tmpfs --shm-size --ulimit --pull --log-driver -a --index -f --file --project-name',
);

const docker = byVerbs({
  valued: '-H --host --context --log-level --config',
  reads:
    'ps,images,logs,inspect,info,version,top,stats,port,diff,history,search,events,container ls,container list,container inspect,container logs,image ls,image list,image inspect,image history,volume ls,volume inspect,network ls,network inspect,system df,system info,context ls,context inspect,manifest inspect,node ls,service ls,service ps,service logs,stack ls,stack ps,buildx ls,compose ps,compose logs,compose config,compose ls,compose images,compose top,config,wait',
  creates:
    'build,pull,create,start,tag,login,compose build,compose pull,compose up,compose start,compose create,image build,image pull,image tag,volume create,network create,container create,container start,buildx build,buildx create,up,unpause,save,export,context use,cp',
  changes:
    'push,stop,restart,rm,rmi,kill,pause,rename,update,commit,load,import,compose down,compose rm,compose stop,compose kill,compose restart,down,system prune,container prune,image prune,volume prune,volume rm,network rm,network prune,builder prune,buildx prune,swarm leave,stack rm,service rm,node rm,secret rm,config rm,plugin rm,logout,machine rm,machine reset,pod rm,image rm,container rm,container kill,container stop,network disconnect,image push,compose push',
});

function containers(call: Call): Finding {
  const start = skipOptions(
    call.args,
    wordSet('-H --host --context --log-level --config -f --file -p --project-name --profile --env-file'),
  );
  let n = start;
  if (/^(?:container|compose)$/.test(call.args[n] ?? ''))
    n += 1 + skipOptions(call.args.slice(n + 1), wordSet('-f --file -p --project-name --profile'));
  const verb = call.args[n];
  if (verb !== 'exec' && verb !== 'run') return docker(call);
  const rest = call.args.slice(n + 1);
  const risky = rest.some((arg, at) => {
    const value = /^(?:-v|--volume|--mount)$/.test(arg) ? (rest[at + 1] ?? '') : arg;
    return (
      arg.startsWith('--privileged') ||
      /^--(?:pid|net|network|ipc|userns)=host$/.test(arg) ||
      /^(?:-v|--volume=)?\/(?:etc|root|var\/run\/docker\.sock)?:|(?:source|src)=\/(?:,|$)/.test(value)
    );
  });
  const at = skipOptions(rest, runValued);
  const inside = call.words.slice(n + 1 + at + 1);
  const work = inside.length === 0 ? reads : call.run(inside, false);
  const host = risky
    ? inside.some((word) => /chroot|nsenter/.test(word.text))
      ? blocks('a container takes over its host')
      : changes('a container gets at its host')
    : reads;
  return worst([creates(`${call.program} ${verb}`), work, host]);
}

const cluster = byVerbs({
  careful: true,
  reads:
    'get,describe,logs,top,explain,version,api-resources,api-versions,cluster-info,config view,config get-contexts,config current-context,auth can-i,diff,rollout status,rollout history,wait,events,kustomize,port-forward,config use-context,whoami,projects,status',
  changes:
    'delete,apply,create,edit,patch,replace,scale,drain,cordon,uncordon,taint,rollout restart,rollout undo,set,label,annotate,expose,run,cp,config set,config delete-context,config delete-cluster,autoscale,proxy,attach,debug,adm,certificate,auth reconcile,new-app,new-project',
});

function kubernetes(call: Call): Finding {
  const dry = call.args.some((arg) => /^--dry-run(?:=(?:client|server))?$/.test(arg));
  const at = call.args.indexOf('exec');
  if (at !== -1 && operands(call.args, wordSet('-n --namespace --context -c --container'))[0] === 'exec') {
    const stop = call.args.indexOf('--');
    const inside = stop === -1 ? call.words.slice(at + 2) : call.words.slice(stop + 1);
    const work = inside.filter(
      (_, n) =>
        stop !== -1 ||
        n >=
          skipOptions(
            inside.map((word) => word.text),
            wordSet('-c -n'),
          ),
    );
    return work.length === 0
      ? creates('opens a session in a pod')
      : worst([creates('runs in a pod'), call.run(work)]);
  }
  if (
    call.args.includes('get') &&
    call.args.some((arg) => /^secrets?(?:\/|$)/.test(arg)) &&
    call.args.some((arg) => /^(?:-o|--output)/.test(arg))
  )
    return changes('shows keys or passwords');
  const found = cluster(call);
  return dry && !has(call.args, '--force') ? reads : found;
}

/** The rules of containers and clusters. */
export const containerRules: Rules = {
  ...each('docker podman nerdctl docker-compose podman-compose buildah lxc incus', containers),
  ...each('kubectl oc k kubecolor', kubernetes),
};
