import type { ReviewReport, ReviewReportCluster, ReviewReportPool } from './review-contract.ts';
import { namesText } from './review-names.ts';
import { isUnread, unreadText } from './review-unread.ts';
import { counted } from './words.ts';

/** What changes, the whole clusters first: `2 pools of `web` change`. Undefined: nothing does. */
export function changeTexts({ clusters }: ReviewReport): readonly string[] | undefined {
  if (clusters.every(({ change }) => change === 'unchanged')) return undefined;
  const unread = clusters.filter(isUnread);
  const altered = clusters.filter((one) => one.change === 'changed' && !unread.includes(one));
  const of = clusters.filter(({ change }) => change !== 'removed').length;
  const written = altered.filter((cluster) => writtenPools(cluster).length > 0);
  const rest = altered.filter((cluster) => !written.includes(cluster));
  const objects = rest.filter((one) => one.objects.length > 0);
  const figures = rest.filter((one) => one.objects.length === 0 && one.failed.length === 0);
  const told = [
    ...wholeTexts(clusters),
    ...(unread.length > 1
      ? [`${counted(unread.length, 'cluster')} are not compared`]
      : unread.map(unreadText)),
    ...(written.length === 0 ? [] : [poolsText(written, of)]),
    ...(objects.length === 0 ? [] : [`objects of ${whereText(objects, of)} change`]),
  ];
  return figures.length === 0 ? told : [...told, ...figureTexts(figures, of, told.length === 0)];
}

/** Clusters that go and come. */
function wholeTexts(clusters: readonly ReviewReportCluster[]): string[] {
  const namesOf = (change: 'added' | 'removed') =>
    clusters.filter((one) => one.change === change).map(({ name }) => name);
  const [gone, fresh] = [namesOf('removed'), namesOf('added')];
  const noun = (names: readonly string[]) =>
    names.length > 2 ? '' : `cluster${names.length === 1 ? '' : 's'} `;
  const are = (names: readonly string[]) => (names.length === 1 ? 'is' : 'are');
  const texts = [
    ...(gone.length === 0 ? [] : [`${noun(gone)}${namesText(gone)} ${are(gone)} gone`]),
    ...(fresh.length === 0
      ? []
      : [`${gone.length === 0 ? noun(fresh) : ''}${namesText(fresh)} ${are(fresh)} new`]),
  ];
  return texts.length === 0 ? [] : [texts.join(', ')];
}

function poolsText(clusters: readonly ReviewReportCluster[], of: number): string {
  const pools = clusters.flatMap(writtenPools);
  const [only] = pools;
  if (only === undefined || pools.length > 1)
    return `${counted(pools.length, 'pool')} of ${whereText(clusters, of)} change`;
  const { name, change, renamedFrom } = only;
  const what =
    change === 'added'
      ? 'is new'
      : change === 'removed'
        ? 'is gone'
        : change === 'renamed'
          ? `is \`${renamedFrom ?? ''}\` with another name`
          : 'changes';
  return `pool \`${name}\` of ${whereText(clusters, of)} ${what}`;
}

/** Pools of which an object changes. What others admit or cost may be another thing. */
function writtenPools({ nodePools, objects }: ReviewReportCluster): readonly ReviewReportPool[] {
  const own = new Set(objects.map(({ pool }) => pool));
  return nodePools.filter(
    ({ name, change, fields }) =>
      change !== 'unchanged' && (change !== 'changed' || fields.length > 0 || own.has(name)),
  );
}

/** Clusters of which no object changes. */
function figureTexts(clusters: readonly ReviewReportCluster[], of: number, isAll: boolean): string[] {
  const starts = clusters.filter(({ pods }) => pods !== undefined && pods.before === 0);
  const first = starts.map(({ name, pods = { before: 0, after: 0 } }) => {
    const { after } = pods;
    return `\`${name}\` has workloads now: ${counted(after, 'pod')} ${after === 1 ? 'is' : 'are'} planned`;
  });
  // That there are none any more is said first of all.
  const others = clusters.filter(
    ({ pods, changedInputs = [] }) =>
      pods === undefined || (pods.before > 0 && (pods.after > 0 || changedInputs.length > 1)),
  );
  if (others.length === 0) return [...(isAll ? ['no object changes'] : []), ...first];
  const words = INPUTS.filter(([input]) =>
    others.some(({ changedInputs = [] }) => changedInputs.includes(input)),
  ).map(([, text]) => text);
  const [word = 'figures', ...more] = words;
  const what =
    more.length === 0 ? word : `${[word, ...more.slice(0, -1)].join(', ')} and ${more.at(-1) ?? ''}`;
  const isOne = words.length === 1 && ONE.has(word);
  const where = whereText(others, of);
  return [
    ...(isAll
      ? ['no object changes', `${what} of ${where} ${isOne ? 'does' : 'do'}`]
      : [`${what} of ${where} ${isOne ? 'changes' : 'change'}`]),
    ...first,
  ];
}

const INPUTS = [
  ['workloads', 'workloads'],
  ['zones', 'the assumed zones'],
  ['prices', 'the assumed prices'],
  ['region', 'the region'],
  ['catalogue', 'the catalogue'],
  ['scenarios', 'scenarios'],
  ['budgets', 'budgets'],
] as const;
const ONE = new Set<string>(['the region', 'the catalogue']);

/** `shop`, or how many of those that head has. */
function whereText(clusters: readonly ReviewReportCluster[], of: number): string {
  const [only] = clusters;
  if (only !== undefined && clusters.length === 1) return `\`${only.name}\``;
  return clusters.length === of ? `${of} clusters` : `${clusters.length} of ${of} clusters`;
}
