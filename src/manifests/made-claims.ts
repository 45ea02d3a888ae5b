import type { PersistentVolumeClaim } from '../kubernetes/api/storage.ts';
import type { Controller } from './controllers.ts';

/** A claim that is made with a pod, unless there is one of that name. */
export interface MadeClaim {
  readonly claim: PersistentVolumeClaim;
  /** Name of the pod's volume. */
  readonly volume: string;
  readonly controller: Controller;
  readonly path: readonly (string | number)[];
}

/** A StatefulSet makes claims of its own for each pod, `<template>-<pod>`. */
export function claimsOf(controller: Controller, pod: string): MadeClaim[] {
  const { object, data } = controller;
  if (object.kind !== 'StatefulSet') return [];
  const { namespace = '' } = object.meta;
  return (data.spec?.volumeClaimTemplates ?? []).map(({ metadata: { name }, spec = {} }, i) => ({
    claim: { metadata: { name: `${name}-${pod}`, namespace }, spec, status: { phase: 'Pending' } },
    volume: name,
    controller,
    path: ['spec', 'volumeClaimTemplates', i],
  }));
}
