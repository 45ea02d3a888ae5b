/** Cases in which we answer otherwise than the server on purpose, with the reason. By `kind: title`. */
export const DIFFERENCES: Readonly<Record<string, string>> = {
  'machinedeployment: metadata: /metadata/namespace "other" 7':
    'the path of the request names another namespace, and we know of no request',
};
