import { describe, expect, it } from 'vitest';
import { BASE, edited } from './forecast-cases.ts';
import { forecast, rotationText } from './harness.ts';
import { liveNode, TYPE, ZONE } from './live-cases.ts';
import { MACHINES, replaced } from './machine-cases.ts';

const TAG = ['team: core, cost', 'team: shop, cost'] as const;

function nodes(count: number): string {
  return Array.from({ length: count }, (_, i) =>
    liveNode(`n${i}`, { [ZONE]: i % 2 === 0 ? 'eu-west-1a' : 'eu-west-1c' }, 'none'),
  ).join('');
}

/** `budgets` of head, as YAML; from a Wednesday morning on. */
function calendar(
  budgets: string,
  { count = 10, head = edited(TAG), at = '2026-03-04T10:30:00Z' } = {},
): string {
  const text = head.replace('budgets: [{nodes: 20%}]', `budgets: ${budgets}`);
  return rotationText(forecast({ base: BASE, head: text, live: nodes(count), at }))
    .replace(/^[^]*?(?=nodes:)/, '')
    .replaceAll(/^ {2}! As many nodes.*\n/gm, '');
}

describe('the calendar of a rotation', () => {
  it('follows a percentage of all nodes of the pool', () => {
    expect(calendar('[{nodes: 25%}]')).toMatchInlineSnapshot(`
      "nodes: 10 of 10 (nodes)
      calendar (Drifted, 300 s each): 2026-03-04T10:50:00Z
        2026-03-04T10:30:00Z 2026-03-04T10:50:00Z allowed 3, replaced 10
      "
    `);
  });

  it('has as many at a time as there are where no budget bounds it', () => {
    expect(calendar('[]')).toMatchInlineSnapshot(`
      "nodes: 10 of 10 (nodes)
      calendar (Drifted, 300 s each): 2026-03-04T10:35:00Z
        2026-03-04T10:30:00Z 2026-03-04T10:35:00Z allowed 10, replaced 10
      "
    `);
  });

  it('waits for the end of a freeze', () => {
    const freeze = '[{nodes: "0", schedule: "0 9 * * mon-fri", duration: 8h}, {nodes: "1"}]';
    expect(calendar(freeze)).toMatchInlineSnapshot(`
      "nodes: 10 of 10 (nodes)
      calendar (Drifted, 300 s each): 2026-03-04T17:50:00Z
        2026-03-04T10:30:00Z 2026-03-04T17:00:00Z allowed 0, replaced 0
        2026-03-04T17:00:00Z 2026-03-04T17:50:00Z allowed 1, replaced 10
      "
    `);
  });

  it('goes on over several nights', () => {
    const night = '[{nodes: "0", schedule: "0 6 * * *", duration: 20h}, {nodes: "1"}]';
    expect(calendar(night, { count: 60 })).toMatchInlineSnapshot(`
      "nodes: 60 of 60 (nodes)
      calendar (Drifted, 300 s each): 2026-03-06T03:00:00Z
        2026-03-04T10:30:00Z 2026-03-05T02:00:00Z allowed 0, replaced 0
        2026-03-05T02:00:00Z 2026-03-05T06:00:00Z allowed 1, replaced 48
        2026-03-05T06:00:00Z 2026-03-06T02:00:00Z allowed 0, replaced 0
        2026-03-06T02:00:00Z 2026-03-06T03:00:00Z allowed 1, replaced 12
      "
    `);
  });

  it('does not end where nothing is ever allowed', () => {
    expect(calendar('[{nodes: "0"}]')).toMatchInlineSnapshot(`
      "nodes: 10 of 10 (nodes)
      calendar (Drifted, 300 s each): no end
        2026-03-04T10:30:00Z 2026-04-29T10:30:00Z allowed 0, replaced 0
        ! The disruption budgets allow no replacement of drifted nodes within 8 weeks.
        ! Nodes expire after \`720h\` regardless of budgets, so that they go by then at the latest.
      "
    `);
  });

  it('does not end within the weeks that are looked at', () => {
    const rare = '[{nodes: "0", schedule: "10 * * * *", duration: 59m}, {nodes: "1"}]';
    expect(calendar(rare, { count: 3000 }).split('\n').slice(0, 6).join('\n')).toMatchInlineSnapshot(`
      "nodes: 3000 of 3000 (nodes)
      calendar (Drifted, 300 s each): no end
        2026-03-04T10:30:00Z 2026-03-04T11:09:00Z allowed 0, replaced 0
        2026-03-04T11:09:00Z 2026-03-04T11:10:00Z allowed 1, replaced 1
        2026-03-04T11:10:00Z 2026-03-04T12:09:00Z allowed 0, replaced 0
        2026-03-04T12:09:00Z 2026-03-04T12:10:00Z allowed 1, replaced 1"
    `);
  });

  it('heeds only budgets for drift', () => {
    expect(calendar('[{nodes: "0", reasons: [Underutilized, Empty]}, {nodes: "5"}]')).toMatchInlineSnapshot(`
      "nodes: 10 of 10 (nodes)
      calendar (Drifted, 300 s each): 2026-03-04T10:40:00Z
        2026-03-04T10:30:00Z 2026-03-04T10:40:00Z allowed 5, replaced 10
      "
    `);
  });

  it('counts only the nodes that are replaced, and percentages of all', () => {
    const zoneDropped = edited(['[eu-west-1a, eu-west-1b, eu-west-1c]}', '[eu-west-1a, eu-west-1b]}']);
    expect(calendar('[{nodes: 20%}]', { head: zoneDropped })).toMatchInlineSnapshot(`
      "nodes: 5 of 10 (nodes)
      calendar (Drifted, 300 s each): 2026-03-04T10:45:00Z
        2026-03-04T10:30:00Z 2026-03-04T10:45:00Z allowed 2, replaced 5
      "
    `);
  });

  it.each([
    ['being deleted', { isGoing: true }],
    ['not ready', { isNotReady: true }],
    ['not initialised', { isUninitialised: true }],
    ['terminating', { isGoing: true, isTerminating: true }],
    ['drifted before', { drifted: true }],
  ])('counts nodes as Karpenter does: 9, and 2 more %s', (_, more) => {
    const zoneDropped = edited([
      '[eu-west-1a, eu-west-1b, eu-west-1c]}',
      '[eu-west-1a, eu-west-1b]}',
    ]).replace('nodes: 20%', 'nodes: 30%');
    const live = [
      ...Array.from({ length: 9 }, (__, i) => liveNode(`n${i}`, { [ZONE]: 'eu-west-1c' }, 'none')),
      ...['a', 'b'].map((name) => liveNode(name, { [ZONE]: 'eu-west-1a', tier: 'gold' }, more)),
    ].join('');
    const text = rotationText(
      forecast({ base: BASE, head: zoneDropped, live, at: '2026-03-04T10:30:00Z' }),
    ).replace(/^[^]*?(?=nodes:)/, '');
    expect(text.replaceAll(/^ {2}! As many nodes.*\n/gm, '')).toMatchSnapshot();
  });

  it('says how long a node may be held', () => {
    const held = ['expire_after: 720h', 'expire_after: 720h\n      termination_grace_period: 90m'] as const;
    const { calendar: found } = forecast({
      base: edited(held),
      head: edited(TAG),
      live: nodes(2),
      at: '2026-03-04T10:30:00Z',
    });
    expect(found?.notes).toMatchInlineSnapshot(`
      [
        "As many nodes at a time are taken to be replaced as budgets allow; PodDisruptionBudgets and pods that say \`karpenter.sh/do-not-disrupt\` are not counted: each may keep its node for \`terminationGracePeriod\`, 1h30m0s.",
      ]
    `);
  });

  it('is not there without nodes to replace, or without a time', () => {
    const at = '2026-03-04T10:30:00Z';
    expect(forecast({ base: BASE, head: BASE, live: nodes(2), at }).calendar).toBeUndefined();
    expect(forecast({ base: BASE, head: edited(TAG), live: nodes(2) }).calendar).toBeUndefined();
    expect(forecast({ base: BASE, head: edited(TAG), at }).calendar).toBeUndefined();
    const gone = edited(['    default:\n', '    other:\n']);
    expect(forecast({ base: BASE, head: gone, live: nodes(2), at }).calendar).toBeUndefined();
  });
});

describe('the calendar of a rollout', () => {
  const machine = (name: string, group: string) =>
    `---\n${JSON.stringify({
      apiVersion: 'v1',
      kind: 'Node',
      metadata: {
        name,
        labels: { [TYPE]: 'm5.large' },
        annotations: { 'cluster.x-k8s.io/owner-name': `${group}-abcde` },
      },
    })}\n`;
  const machines = (group: string, count: number) =>
    Array.from({ length: count }, (_, i) => machine(`${group}-${i}`, group)).join('');
  const live =
    machines('web-default-m5-large-eu-west-1a-od', 5) + machines('web-default-m5-xlarge-eu-west-1b-od', 1);
  const rollout = (base: string) => {
    const head = replaced(base, ['50Gi', '80Gi']);
    const text = rotationText(forecast({ base, head, live, at: '2026-03-04T10:30:00Z' }));
    return text.replace(/^[^]*?(?=nodes:)/, '');
  };

  it('goes by what may surge', () => {
    expect(rollout(MACHINES)).toMatchInlineSnapshot(`
      "nodes: 6 of 6 (nodes)
      calendar (rollout, 300 s each): 2026-03-04T10:45:00Z
        2026-03-04T10:30:00Z 2026-03-04T10:35:00Z allowed 3, replaced 3
        2026-03-04T10:35:00Z 2026-03-04T10:45:00Z allowed 2, replaced 3
        ! All MachineDeployments are taken to roll at once, each by its \`maxSurge\` and \`maxUnavailable\`; PodDisruptionBudgets are not counted: each may hold up its machine.
      "
    `);
  });

  it('has one machine at a time by default', () => {
    expect(rollout(replaced(MACHINES, ['      cluster_api: {max_surge: "2"}\n', '']))).toMatchInlineSnapshot(`
      "nodes: 6 of 6 (nodes)
      calendar (rollout, 300 s each): 2026-03-04T10:55:00Z
        2026-03-04T10:30:00Z 2026-03-04T10:35:00Z allowed 2, replaced 2
        2026-03-04T10:35:00Z 2026-03-04T10:55:00Z allowed 1, replaced 4
        ! All MachineDeployments are taken to roll at once, each by its \`maxSurge\` and \`maxUnavailable\`; PodDisruptionBudgets are not counted: each may hold up its machine.
      "
    `);
  });

  it('rounds percentages as Cluster API does', () => {
    const shares = replaced(MACHINES, ['max_surge: "2"', 'max_surge: 30%, max_unavailable: 30%']);
    expect(rollout(shares)).toMatchInlineSnapshot(`
      "nodes: 6 of 6 (nodes)
      calendar (rollout, 300 s each): 2026-03-04T10:40:00Z
        2026-03-04T10:30:00Z 2026-03-04T10:35:00Z allowed 4, replaced 4
        2026-03-04T10:35:00Z 2026-03-04T10:40:00Z allowed 3, replaced 2
        ! All MachineDeployments are taken to roll at once, each by its \`maxSurge\` and \`maxUnavailable\`; PodDisruptionBudgets are not counted: each may hold up its machine.
      "
    `);
  });
});
