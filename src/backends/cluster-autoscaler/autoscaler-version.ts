import { minorVersion } from '../../kubernetes/minor-version.ts';

/** 36 of "1.36" or "1.36.2"; undefined for what is no such version. */
export function autoscalerMinor(version: string): number | undefined {
  const minor = minorVersion(version)?.split('.')[1];
  return minor === undefined ? undefined : Number(minor);
}
