import type { BootstrapFile, BootstrapUser } from '../../src/kubernetes/api/bootstrap-files.ts';
import { choice } from '../field-problems.ts';
import type { Loose } from '../loose.ts';

interface Common {
  readonly files?: readonly Loose<BootstrapFile>[] | undefined;
  readonly users?: readonly Loose<BootstrapUser>[] | undefined;
}

const ENCODINGS = ['base64', 'gzip', 'gzip+base64'];
export const BOOTSTRAP = 'spec.template.spec';

/** What the API server would refuse in what all bootstrap templates have in common, and what could only be a mistake. */
export function bootstrapProblems({ files = [], users = [] }: Common): readonly string[] {
  return [
    ...files.flatMap(({ path, encoding, content, contentFrom }, i) => {
      const at = `${BOOTSTRAP}.files[${i}]`;
      return [
        ...(path ? [] : [`${at}.path is required`]),
        ...choice(`${at}.encoding`, encoding, ENCODINGS),
        ...(content !== undefined && contentFrom !== undefined
          ? [`${at}: content and contentFrom exclude each other`]
          : []),
        ...secretProblems(`${at}.contentFrom`, contentFrom),
      ];
    }),
    ...users.flatMap(({ name, passwd, passwdFrom }, i) => {
      const at = `${BOOTSTRAP}.users[${i}]`;
      return [
        ...(name ? [] : [`${at}.name is required`]),
        ...(passwd !== undefined && passwdFrom !== undefined
          ? [`${at}: passwd and passwdFrom exclude each other`]
          : []),
        ...secretProblems(`${at}.passwdFrom`, passwdFrom),
      ];
    }),
  ];
}

function secretProblems(at: string, source: Loose<NonNullable<BootstrapFile['contentFrom']>> | undefined) {
  if (source === undefined || (source.secret?.name && source.secret.key)) return [];
  return [`${at}.secret needs name and key`];
}
