const AZURE_SCALE_SET = /^azure:\/\/.*\/virtualMachineScaleSets\/[^/]+\/virtualMachines\/[^/]*$/i;

/**
 * How the Cluster Autoscaler compares provider ids of Nodes and Machines: by the part behind the last slash. Machines of
 * an Azure scale set only have a number there, so theirs are compared whole.
 */
export function normalizedProviderId(id: string): string {
  return AZURE_SCALE_SET.test(id) ? id : id.slice(id.lastIndexOf('/') + 1);
}
