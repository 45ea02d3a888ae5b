import { loadBuiltInCatalogue } from '../../../src/catalogue/built-in.ts';
import { readBaseUrl } from '../../../src/forge/base-url.ts';
import { nextLink } from '../../../src/forge/link-header.ts';
import { isExhausted, requestedWait } from '../../../src/forge/requested-wait.ts';
import { readMarker, writeMarker } from '../../../src/forge/review-marker.ts';
import { readRunOrder, writeRunOrder } from '../../../src/forge/run-order.ts';
import { parseAmiAlias } from '../../../src/kubernetes/api/ami-alias.ts';
import { formatDuration, parseDuration } from '../../../src/kubernetes/duration.ts';
import { goPattern } from '../../../src/kubernetes/go-pattern.ts';
import { selectorTest } from '../../../src/kubernetes/label-selector.ts';
import {
  dnsLabelProblem,
  dnsSubdomainProblem,
  labelKeyProblem,
  labelValueProblem,
} from '../../../src/kubernetes/label.ts';
import {
  ceilMilli,
  ceilUnits,
  formatQuantity,
  parseQuantity,
  suggestQuantities,
} from '../../../src/kubernetes/quantity.ts';
import { re2Problem } from '../../../src/kubernetes/re2/re2-problem.ts';
import {
  CAPACITY_KEYS,
  MAX_SIZE_KEY,
  MIN_SIZE_KEY,
  OPTION_PREFIX,
} from '../../../src/kubernetes/scale-from-zero/keys.ts';
import { readAutoscalingOptions } from '../../../src/kubernetes/scale-from-zero/autoscaling-options.ts';
import { templateNode } from '../../../src/kubernetes/scale-from-zero/template-node.ts';
import { readSizes } from '../../../src/kubernetes/scale-from-zero/read-sizes.ts';
import { parseSchedule } from '../../../src/kubernetes/schedule.ts';
import { parseScenario } from '../../../src/plan/parse-scenario.ts';
import { AWKWARD } from '../mutate/awkward.ts';
import { mutated } from '../mutate/mutate.ts';
import { must } from '../oracles.ts';
import { type FuzzTarget, joinParts, splitParts } from '../target.ts';

/** A reader of one short text: whether it took it. */
type Reader = (text: string) => boolean;

const instanceTypes = loadBuiltInCatalogue().types.map(({ name }) => name);

const READERS: Readonly<Record<string, Reader>> = {
  quantity: (text) => {
    const read = parseQuantity(text);
    for (const one of suggestQuantities(text)) {
      must(parseQuantity(one).ok, () => `\`${one}\` is suggested for \`${text}\`, and is no quantity`);
    }
    if (!read.ok) return false;
    ceilUnits(read.quantity);
    ceilMilli(read.quantity);
    const again = parseQuantity(formatQuantity(read.quantity));
    must(
      again.ok && again.quantity.nano === read.quantity.nano,
      () => `\`${text}\` is written as another amount`,
    );
    return true;
  },
  duration: (text) => {
    const read = parseDuration(text);
    if (read === undefined) return false;
    must(parseDuration(formatDuration(read)) === read, () => `\`${text}\` is written as another duration`);
    return true;
  },
  schedule: (text) => !('problem' in parseSchedule(text)),
  label: (text) => {
    dnsLabelProblem(text);
    dnsSubdomainProblem(text);
    labelValueProblem(text);
    return labelKeyProblem(text) === undefined;
  },
  selector: (text) => {
    const operators = ['In', 'NotIn', 'Exists', 'DoesNotExist', text];
    return operators.some((operator) =>
      selectorTest({
        matchLabels: { [text]: text },
        matchExpressions: [{ key: text, operator, values: [text] }],
      } as never)({ [text]: text }),
    );
  },
  pattern: (text) => {
    re2Problem(text);
    // What is taken is run as well: against a text on which bad patterns take for ever.
    return goPattern(text)?.(`${'a'.repeat(40)}!`) !== undefined;
  },
  annotations: (text) => {
    const annotations = {
      ...Object.fromEntries(Object.values(CAPACITY_KEYS).map((key) => [key, text])),
      [MIN_SIZE_KEY]: text,
      [MAX_SIZE_KEY]: text,
      [`${OPTION_PREFIX}scaledownunneededtime`]: text,
      [`${OPTION_PREFIX}scaledownutilizationthreshold`]: text,
    };
    readAutoscalingOptions(annotations);
    const node = templateNode({ annotations });
    return readSizes(annotations).ok && node.ok;
  },
  scenario: (text) =>
    parseScenario(text, { defined: [], zones: ['eu-west-1a', 'eu-west-1b'], instanceTypes }).ok,
  image: (text) => parseAmiAlias(text) !== undefined,
  marker: (text) => {
    const marker = readMarker(text);
    if (marker === undefined) return false;
    must(readMarker(writeMarker(marker))?.set === marker.set, () => 'a marker is written as another one');
    return true;
  },
  order: (text) => {
    const order = readRunOrder(text);
    return order !== undefined && readRunOrder(writeRunOrder(order)) !== undefined;
  },
  headers: (text) => {
    const headers = headersOf(text);
    if (headers === undefined) return false;
    isExhausted(headers);
    const wait = requestedWait(headers, Date.UTC(2026, 7, 1));
    must(wait === undefined || wait >= 0, () => `a wait of ${wait} ms`);
    return nextLink(text) !== undefined;
  },
  address: (text) => 'baseUrl' in readBaseUrl(text, { allowHttp: false }),
};

const SHORT: readonly string[] = [
  '100m',
  '1.5Gi',
  '0.1',
  '12e6',
  '1h30m',
  '300ms',
  'Never',
  '0 9 * * 1-5',
  '*/15 0-6,22 1 jan ?',
  '@weekly',
  'karpenter.sh/capacity-type',
  'app.kubernetes.io/name',
  'web-0',
  'team=a,tier=b:NoSchedule',
  'nvidia.com/gpu=2',
  'cpu=4,memory=8Gi',
  '^web-.*$',
  '(?i)a[b-d]{2,3}\\d+$',
  '(a+)+b',
  '\\p{Greek}',
  'zone-outage eu-west-1a, no-spot',
  'replicas +30%, warm',
  'al2023@v20260715',
  '<!-- poolwright:review v1 set=clusters order=17.2 commit=abc123 digest=00 -->\nText',
  '17.2.3',
  '<https://api.github.com/x?page=2>; rel="next", <https://api.github.com/x?page=5>; rel="last"',
  '60',
  'Wed, 21 Oct 2026 07:28:00 GMT',
  'https://git.example.com/api/v3',
  'ebs.csi.aws.com=25,efs=1',
  '0.5',
  '10',
]; // prettier-ignore

/** Quantities, durations, schedules, labels, selectors, patterns, annotations and the other small languages. */
export function scalarsTarget(): FuzzTarget {
  const names = Object.keys(READERS);
  return {
    name: 'scalars',
    make: (random) => {
      const text = mutated([...SHORT, ...AWKWARD], random, 'text');
      return joinParts([[random.pick(names), random.below(2) === 0 ? text.slice(0, 40) : text]]);
    },
    run: (input) => {
      const [name = '', text = ''] = [...splitParts(input)][0] ?? [];
      return READERS[name]?.(text.replace(/\n$/, '')) ?? false;
    },
  };
}

/** Undefined for what no server can send. */
function headersOf(text: string): Headers | undefined {
  try {
    return new Headers({
      'retry-after': text,
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': text,
      'ratelimit-reset': text,
    });
  } catch {
    return undefined;
  }
}
