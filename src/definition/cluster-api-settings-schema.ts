import * as z from 'zod';
import { checkDnsLabel, checkDomain, checkExpanders, checkLabelPattern } from './cluster-api-checks.ts';
import { poolClusterApiFields } from './cluster-api-pool-schema.ts';
import { checkVersion } from './check-text.ts';
import { withTraits } from './field-traits.ts';
import { flag, integer, name, text, word } from './fields.ts';

const variable = (what: string) => name(`Name of the variable for ${what}.`).nullish();

const topology = z
  .strictObject({
    worker_class: name('Worker class that the machines are made of.'),
    variables: z
      .strictObject({
        instance_type: variable('the instance type'),
        image_id: variable('the image'),
        volume_size_gib: variable('the size of the root volume in GiB'),
        spot: variable('whether the machines are spot instances'),
        subnet_id: variable('the subnet'),
      })
      .describe('What the class reads. A variable that has no name here is not set.')
      .nullish(),
  })
  .describe('What the ClusterClass offers. Needed with `output: topology`.');

const expanders = withTraits(
  z
    .array(name('Name of an expander.'))
    .min(1)
    .describe('How the autoscaler chooses. Default `[priority, least-waste]`.'),
  { check: checkExpanders },
);

/** `cluster_api` of the settings. */
export const settingsClusterApi = withTraits(
  z
    .strictObject({
      cluster_name: text('Name of the Cluster object. Default: the name of the cluster.', {
        check: checkDnsLabel,
      }).nullish(),
      namespace: text('Namespace of the Cluster in the management cluster. Default default.', {
        check: checkDnsLabel,
      }).nullish(),
      api_version: word(
        ['v1beta2', 'v1beta1'],
        'Version of the objects of Cluster API. Default v1beta2.',
      ).nullish(),
      bootstrap: word(
        ['nodeadm', 'eks', 'kubeadm'],
        'How machines join: EKS with AL2023, EKS with AL2, kubeadm. Default nodeadm.',
      ).nullish(),
      output: word(
        ['machine-deployments', 'topology'],
        'Objects of their own, or the workers of a Cluster with a ClusterClass. Default machine-deployments.',
      ).nullish(),
      topology: topology.nullish(),
      autoscaler_version: text('Version of the Cluster Autoscaler. Default "1.36".', {
        check: checkVersion,
      }).nullish(),
      autoscaler_namespace: text('Its namespace in the workload cluster. Default kube-system.', {
        check: checkDnsLabel,
      }).nullish(),
      expanders: expanders.nullish(),
      balancing: word(
        ['label', 'generic', 'off'],
        'How groups that only differ by zone are found, to keep them equal. Default label.',
      ).nullish(),
      key_prefix: text('Domain of the keys on objects of the management cluster. Default poolwright.dev.', {
        check: checkDomain,
      }).nullish(),
      max_machine_deployments_per_cluster: integer('The most MachineDeployments of all pools. Default 200.')
        .min(1)
        .nullish(),
      additional_sync_machine_labels: z
        .array(text('Regular expression.', { check: checkLabelPattern }))
        .describe('What the manager of Cluster API has in `--additional-sync-machine-labels`.')
        .nullish(),
      machine_taint_propagation: flag(
        'Whether its feature gate MachineTaintPropagation is on. Default false.',
      ).nullish(),
      ...poolClusterApiFields,
    })
    .describe('Settings for the Cluster API backends. Keys of a pool are where every pool starts.'),
  {
    object: {
      spellings: { cas_version: { canonical: 'autoscaler_version', note: 'silent' } },
      refused: {
        infrastructure: {
          code: 'PW2031',
          problem: 'is not supported yet',
          help: 'Remove it. The infrastructure follows from `provider`.',
        },
      },
    },
  },
);
