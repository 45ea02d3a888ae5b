/** Errors mean "this cannot work"; warnings "probably not what is meant"; infos "good to know". */
export type Severity = 'error' | 'warning' | 'info';
