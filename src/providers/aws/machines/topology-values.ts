import type { AwsMachineTemplateSpec } from '../../../kubernetes/api/aws-machine-template.ts';
import type { JsonValue } from '../../../model/compiled-object.ts';
import type { TopologyValues } from '../../../model/provider.ts';

/** What a ClusterClass may want to know of an AWSMachineTemplate that `infrastructure` made. */
export function topologyValues(templateSpec: JsonValue): TopologyValues {
  const { spec } = (templateSpec as unknown as AwsMachineTemplateSpec).template;
  const { ami, rootVolume, subnet } = spec;
  const ids = subnet?.filters?.find(({ name }) => name === 'subnet-id')?.values ?? [];
  const [only, ...others] = ids;
  return {
    ...(ami?.id === undefined ? {} : { imageId: ami.id }),
    ...(rootVolume === undefined ? {} : { volumeSizeGiB: rootVolume.size }),
    ...(only === undefined || others.length > 0 ? {} : { subnetId: only }),
  };
}
