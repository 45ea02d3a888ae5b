/** What the bootstrap templates of Cluster API and of its AWS provider have in common: cloud-init modules. */
export interface BootstrapFile {
  /** Full path on the machine. */
  readonly path: string;
  readonly owner?: string;
  /** `"0640"`. */
  readonly permissions?: string;
  /** @default - plain */
  readonly encoding?: 'base64' | 'gzip' | 'gzip+base64';
  /** @default false */
  readonly append?: boolean;
  readonly content?: string;
  readonly contentFrom?: SecretSource;
}

export interface SecretSource {
  readonly secret: { readonly name: string; readonly key: string };
}

export interface BootstrapUser {
  readonly name: string;
  readonly gecos?: string;
  /** Additional groups, comma-separated. */
  readonly groups?: string;
  readonly homeDir?: string;
  readonly inactive?: boolean;
  readonly shell?: string;
  /** Hashed. */
  readonly passwd?: string;
  readonly passwdFrom?: SecretSource;
  readonly primaryGroup?: string;
  readonly lockPassword?: boolean;
  readonly sudo?: string;
  readonly sshAuthorizedKeys?: readonly string[];
}

export interface BootstrapNtp {
  readonly servers?: readonly string[];
  readonly enabled?: boolean;
}

export interface BootstrapFilesystem {
  readonly device: string;
  readonly filesystem: string;
  readonly label: string;
  readonly partition?: string;
  readonly overwrite?: boolean;
  readonly extraOpts?: readonly string[];
}

export interface BootstrapPartition {
  readonly device: string;
  readonly layout: boolean;
  readonly overwrite?: boolean;
  readonly tableType?: 'mbr' | 'gpt';
}
