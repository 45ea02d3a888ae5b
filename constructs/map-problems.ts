import { labelKeyProblem, labelValueProblem } from '../src/kubernetes/label.ts';
import { choice } from './field-problems.ts';

type Map = Readonly<Record<string, unknown>> | undefined;

/** What is wrong with keys and values of labels. */
export function labelsProblems(at: string, labels: Map): readonly string[] {
  return Object.entries(labels ?? {}).flatMap(([key, value]) => [
    ...keyProblems(at, key),
    ...valueProblems(`${at}["${key}"]`, value),
  ]);
}

/** What is wrong with keys of annotations; a value may be any text. */
export function annotationsProblems(at: string, annotations: Map): readonly string[] {
  return Object.entries(annotations ?? {}).flatMap(([key, value]) => [
    ...keyProblems(at, key.toLowerCase()),
    ...(typeof value === 'string' ? [] : [`${at}["${key}"]: ${String(value)} is not text`]),
  ]);
}

/** What is wrong with a label selector. */
export function selectorProblems(at: string, selector: LooseSelector): readonly string[] {
  return [
    ...labelsProblems(`${at}.matchLabels`, selector.matchLabels),
    ...(selector.matchExpressions ?? []).flatMap(({ key = '', operator = '', values = [] }, i) => {
      const here = `${at}.matchExpressions[${i}]`;
      const takesValues = operator === 'In' || operator === 'NotIn';
      return [
        ...keyProblems(`${here}.key`, key),
        ...choice(`${here}.operator`, operator, ['In', 'NotIn', 'Exists', 'DoesNotExist']),
        ...(takesValues && values.length === 0 ? [`${here}: ${operator} needs at least one value`] : []),
        ...(!takesValues && values.length > 0 ? [`${here}: ${operator} takes no values`] : []),
        ...values.flatMap((value) => valueProblems(`${here}.values`, value)),
      ];
    }),
  ];
}

interface LooseSelector {
  readonly matchLabels?: Readonly<Record<string, string | undefined>> | undefined;
  readonly matchExpressions?:
    | readonly {
        readonly key?: string | undefined;
        readonly operator?: string | undefined;
        readonly values?: readonly string[] | undefined;
      }[]
    | undefined;
}

/** What is wrong with a key as such. */
export function keyProblems(at: string, key: string): readonly string[] {
  const problem = labelKeyProblem(key);
  return problem === undefined ? [] : [`${at}: "${key}" ${problem}`];
}

/** What is wrong with a label's value. */
export function valueProblems(at: string, value: unknown): readonly string[] {
  if (typeof value !== 'string') return [`${at}: ${String(value)} is not text`];
  const problem = labelValueProblem(value);
  return problem === undefined ? [] : [`${at}: "${value}" ${problem}`];
}
