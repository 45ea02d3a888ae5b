/**
 * The compiler as a library: texts in, values and diagnostics out. `poolwright/constructs` has the cdk8s constructs,
 * `poolwright/cdk8s` the construct that includes a whole definition in a chart.
 */
export { loadBuiltInCatalogue } from './catalogue/built-in.ts';
export { type CompileInput, compile, type DefinitionFile } from './compile.ts';
export { type LintInput, lintManifests } from './lint-manifests.ts';
export { CODES, type DiagnosticCode } from './diagnostics/codes.ts';
export type { Diagnostic, Fix, Related } from './diagnostics/diagnostic.ts';
export type { Severity } from './diagnostics/severity.ts';
export type { Layer, Origin } from './diagnostics/origin.ts';
export { type Position, Source } from './diagnostics/source.ts';
export type { Span } from './diagnostics/span.ts';
export type { Cluster, ClusterSettings } from './model/cluster.ts';
export type { Compilation, CompiledCluster, CompiledPool } from './model/compilation.ts';
export type { CompiledObject } from './model/compiled-object.ts';
export type { InstanceTable, InstanceType, Offering } from './model/instance-type.ts';
export type { Pool } from './model/pool.ts';
export type { Provider } from './model/provider.ts';
export type { FunnelStep, PoolSelection } from './model/selection.ts';
export { createAwsProvider } from './providers/aws/index.ts';
export { type CheckReport, checkReport } from './report/check-report.ts';
