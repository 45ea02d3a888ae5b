import { describe, expect, test } from 'vitest';
import { compilationJson } from '../../src/report/compilation-json.ts';
import { COMPILED, COMPILED_POOL } from './compiled.ts';
import { at, DEFINITION, finding } from './harness.ts';

const OPTIONS = { version: '1.2.3' };

describe('kind: Compilation', () => {
  test('has versions, objects, origins and the lines they point at', () => {
    expect(compilationJson({ clusters: [COMPILED], diagnostics: [] }, OPTIONS)).toMatchInlineSnapshot(`
      {
        "apiVersion": "poolwright.dev/v1alpha1",
        "clusters": [
          {
            "backend": "karpenter",
            "defaults": 1,
            "defaultsFile": "clusters/_defaults.yaml",
            "failed": false,
            "file": "clusters/production.yaml",
            "karpenterVersion": "1.14",
            "name": "production",
            "nodePools": [
              {
                "backend": "karpenter",
                "instanceTypes": 3,
                "name": "default",
              },
            ],
            "objects": [
              {
                "object": {
                  "apiVersion": "karpenter.sh/v1",
                  "kind": "NodePool",
                  "metadata": {
                    "name": "default",
                  },
                  "spec": {
                    "template": {
                      "spec": {
                        "nodeClassRef": {
                          "group": "karpenter.k8s.aws",
                          "kind": "EC2NodeClass",
                          "name": "default",
                        },
                        "requirements": [],
                      },
                    },
                  },
                },
                "origins": {
                  "": {
                    "definedAt": {
                      "file": "clusters/_defaults.yaml",
                      "range": {
                        "end": {
                          "column": 9,
                          "line": 3,
                        },
                        "start": {
                          "column": 5,
                          "line": 3,
                        },
                      },
                    },
                    "file": "clusters/production.yaml",
                    "layer": {
                      "kind": "pool",
                      "name": "default",
                    },
                    "range": {
                      "end": {
                        "column": 12,
                        "line": 3,
                      },
                      "start": {
                        "column": 5,
                        "line": 3,
                      },
                    },
                  },
                  "/spec/template": {
                    "file": "clusters/production.yaml",
                    "layer": {
                      "kind": "pool",
                      "name": "default",
                    },
                    "range": {
                      "end": {
                        "column": 20,
                        "line": 6,
                      },
                      "start": {
                        "column": 7,
                        "line": 6,
                      },
                    },
                  },
                },
                "pool": "default",
              },
            ],
            "provider": "aws",
            "region": "eu-west-1",
            "zones": [
              "eu-west-1a",
            ],
          },
        ],
        "diagnostics": [],
        "digest": "sha256:0933aa46f3dc15e08ed8f84e0a78f10a2b9ddc14a5acf30ee1d6462684d7df94",
        "kind": "Compilation",
        "poolwrightVersion": "1.2.3",
        "sources": {
          "clusters/_defaults.yaml": {
            "digest": "sha256:5fab43e02aefe4268124c8540c3ee63a077495f770e3f918514d90246d3ac921",
            "lines": {
              "3": "    spot:",
            },
            "text": "poolwright:
        profiles:
          spot:
            taints:
              - key: spot
                value: ""
                effect: NoSchedule
      ",
          },
          "clusters/production.yaml": {
            "digest": "sha256:c2dd55b58f5ea82dc1b80c321a1429ab8375520761fe8be26fd1d56d41e6ed66",
            "lines": {
              "3": "    default:",
              "6": "      requirements:",
            },
            "text": "karpenter:
        node_pools:
          default:
            node_class:
              volume_size: "100Gi"
            requirements:
              - key: karpenter.k8s.aws/instance-category
                operator: In
                values: [C]
              - key: kubernetes.io/arch
                operator: In
                values:
                  - amd46
          gpu:
            labels: {team: ml, team: data}
      ",
          },
        },
        "summary": {
          "errors": 0,
          "infos": 0,
          "warnings": 0,
        },
      }
    `);
  });

  test('of a failed cluster has findings but no objects', () => {
    const found = finding({ span: at(DEFINITION, 'gpu') });
    const json = compilationJson(
      { clusters: [{ ...COMPILED, failed: true }], diagnostics: [found] },
      OPTIONS,
    );
    expect(json.clusters[0]).toMatchObject({ failed: true, objects: [] });
    expect(json.diagnostics).toHaveLength(1);
    expect(json.summary).toEqual({ errors: 1, warnings: 0, infos: 0 });
  });

  test('has a digest of its objects, not of how they came about', () => {
    const { nodePool } = COMPILED_POOL;
    if (nodePool === undefined) throw new Error('the harness has a node pool');
    const digest = (object: typeof nodePool) =>
      compilationJson(
        { clusters: [{ ...COMPILED, pools: [{ ...COMPILED_POOL, nodePool: object }] }], diagnostics: [] },
        OPTIONS,
      ).digest;
    expect(digest({ ...nodePool, origins: new Map() })).toBe(digest(nodePool));
    expect(digest({ ...nodePool, name: 'other' })).not.toBe(digest(nodePool));
    expect(digest({ ...nodePool, spec: { ...nodePool.spec, weight: 1 } })).not.toBe(digest(nodePool));
  });
});
