/** How the Cluster Autoscaler's clusterapi provider reads annotations and what goes with them, recorded. */
export interface AnnotationRecording {
  readonly cases: readonly AnnotationCase[];
  readonly quantities: readonly RecordedQuantity[];
  /** By label key. */
  readonly managedLabels: Readonly<Record<string, boolean>>;
  /** By provider id. */
  readonly normalizedProviderIDs: Readonly<Record<string, string>>;
  /** Two MachineDeployments, one of them with a maximum of `five`. */
  readonly onebadMachineDeploymentPoisonsAll: { readonly error: string; readonly nodeGroupCount: number };
}

/** One MachineDeployment, alone in its cluster. */
export interface AnnotationCase {
  readonly name: string;
  readonly annotations: Readonly<Record<string, string>>;
  readonly replicas: number;
  readonly specTaints?: readonly { readonly key: string; readonly value?: string; readonly effect: string }[];
  /** One of these two: the infrastructure template is there. */
  readonly infraStatusCapacity?: Readonly<Record<string, string>>;
  readonly infraStatusNodeInfo?: { readonly architecture?: string; readonly operatingSystem?: string };
  readonly labelsAtSpecTemplateSpecMetadata?: Readonly<Record<string, string>>;
  readonly labelsAtSpecTemplateMetadata?: Readonly<Record<string, string>>;
  readonly out: RecordedReading;
}

/** Nothing but the error where the sizes do not parse. */
export interface RecordedReading {
  readonly nodeGroupCount: number;
  readonly nodeGroupsError?: string;
  readonly id?: string;
  readonly min?: number;
  readonly max?: number;
  readonly canScaleFromZero?: boolean;
  readonly capacity?: Readonly<Record<string, RecordedAmount>>;
  readonly capacityError?: string;
  readonly labelsFromResource?: Readonly<Record<string, string>>;
  readonly taints?: readonly { readonly key: string; readonly value?: string; readonly effect: string }[];
  readonly templateNodeLabels?: Readonly<Record<string, string>>;
  readonly templateNodeError?: string;
  readonly csiDrivers?: readonly {
    readonly name: string;
    readonly allocatable?: { readonly count: number };
  }[];
  /** What is left after lower-casing, by the end of the key. */
  readonly autoscalingOptions?: Readonly<Record<string, string>>;
}

interface RecordedAmount {
  readonly value: number;
  readonly milli: number;
  readonly string: string;
}

export type RecordedQuantity =
  | { readonly in: string; readonly err: string }
  | {
      readonly in: string;
      readonly canonical: string;
      readonly value: number;
      readonly milli: number;
      readonly format: string;
    };
