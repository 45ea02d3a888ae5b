import type { Container, PodSpec } from '../kubernetes/api/pod.ts';

/** On the host's network every port of a container is one of the host; a protocol not given is TCP (SetDefaults_Pod). */
export function withPorts<Spec extends PodSpec>(spec: Spec): Spec {
  const onHost = spec.hostNetwork === true;
  const filled = (containers: readonly Container[] | undefined) =>
    containers?.map((container) =>
      container.ports === undefined ? container : withPortsFilled(container, onHost),
    );
  const containers = filled(spec.containers);
  const initContainers = filled(spec.initContainers);
  return {
    ...spec,
    ...(containers === undefined ? {} : { containers }),
    ...(initContainers === undefined ? {} : { initContainers }),
  };
}

function withPortsFilled(container: Container, onHost: boolean): Container {
  const ports = container.ports?.map(({ containerPort, hostPort = 0, protocol = 'TCP', ...rest }) => {
    const port = hostPort === 0 && onHost ? (containerPort ?? 0) : hostPort;
    return {
      ...rest,
      ...(containerPort === undefined ? {} : { containerPort }),
      ...(port === 0 ? {} : { hostPort: port }),
      protocol,
    };
  });
  return ports === undefined ? container : { ...container, ports };
}
