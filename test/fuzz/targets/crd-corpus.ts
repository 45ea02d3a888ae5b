/** Schemas that hold what the structural schemas of Kubernetes can; the rule `true` is replaced by others. */
export const CRDS: readonly string[] = [
  crdOf(`
                replicas: {type: integer, format: int32, minimum: 0, maximum: 100, default: 1}
                name: {type: string, maxLength: 63, pattern: '^[a-z]([-a-z0-9]*[a-z0-9])?$'}
                size: {anyOf: [{type: integer}, {type: string}], x-kubernetes-int-or-string: true, pattern: '^[0-9]+%?$'}
                labels: {type: object, maxProperties: 10, additionalProperties: {type: string}}
                when: {type: string, format: date-time}
                raw: {type: object, x-kubernetes-preserve-unknown-fields: true}
                mode: {type: string, enum: [a, b, c], nullable: true, default: a}`),
  crdOf(`
                items:
                  type: array
                  maxItems: 20
                  x-kubernetes-list-type: map
                  x-kubernetes-list-map-keys: [key]
                  items:
                    type: object
                    required: [key]
                    properties:
                      key: {type: string, minLength: 1}
                      operator: {type: string, enum: [In, NotIn, Exists]}
                      values: {type: array, maxItems: 5, items: {type: string, maxLength: 20}, x-kubernetes-list-type: set}
                    x-kubernetes-validations:
                      - rule: "self.operator == 'In' ? self.values.size() > 0 : true"
                        messageExpression: "'operator ' + self.operator"
                duration: {type: string, format: duration}
                replicas: {type: integer, x-kubernetes-validations: [{rule: 'self >= oldSelf', message: grows}]}`),
  crdOf(`
                one: {oneOf: [{required: [a]}, {required: [b]}], type: object, properties: {a: {type: string}, b: {type: number, multipleOf: 0.5}}}
                not: {type: object, not: {required: [x]}, properties: {x: {type: boolean}}}
                embedded: {type: object, x-kubernetes-embedded-resource: true, x-kubernetes-preserve-unknown-fields: true}
                replicas: {type: integer, format: int64, exclusiveMinimum: true, minimum: 0}`),
];

function crdOf(properties: string): string {
  return `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: things.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {kind: Thing, plural: things, singular: thing, listKind: ThingList}
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            apiVersion: {type: string}
            kind: {type: string}
            metadata: {type: object}
            spec:
              type: object
              x-kubernetes-validations:
                - rule: 'true'
                  message: is so
              properties:${properties}
          required: [spec]
`;
}

export const EXPRESSIONS: readonly string[] = [
  'true',
  'has(self.replicas) && self.replicas < 10',
  "self.items.all(x, x.key.startsWith('a')) || self.items.exists_one(x, x.key == 'b')",
  'self.items.filter(x, has(x.values)).map(x, x.values.size()).sum() <= 5',
  "self.name.matches('^[a-z]+$') && self.name.size() < 10",
  'self.items.all(a, self.items.all(b, self.items.all(c, a.key + b.key + c.key != "")))',
  "quantity('1Gi').isGreaterThan(quantity(self.name)) ? true : false",
  'duration(self.duration) < duration("1h") && timestamp(self.when) > timestamp("2026-01-01T00:00:00Z")',
  'oldSelf.replicas <= self.replicas',
  'self.replicas / 0 == 1 || [1, 2, 3][self.replicas] > {"a": 1}["a"]',
  'self.labels.all(k, k in self.labels) && type(self.replicas) == int',
  "isURL('https://' + self.name) && url('https://x').getHost() == 'x' || cidr('10.0.0.0/8').containsIP('10.1.1.1')",
  '1 + 9223372036854775807 > 0 && -9223372036854775808 < 0u + 1u',
  `${'('.repeat(30)}1${')'.repeat(30)} == 1`,
  "self.name.replace('a', 'b').lowerAscii().split('-').join('+').substring(0, 2) == '\\u00e9'",
  "optional.of(self.?name.orValue('x')).hasValue()",
];

export const INSTANCES: readonly string[] = [
  thing(
    'replicas: 3, name: web, size: 50%, labels: {a: b}, when: "2026-01-01T00:00:00Z", raw: {x: [1]}, mode: null',
  ),
  thing(
    'items: [{key: a, operator: In, values: [x, y]}, {key: b, operator: Exists}], duration: 1h, replicas: 2',
  ),
  thing('one: {a: x}, not: {}, embedded: {apiVersion: v1, kind: Pod, metadata: {name: x}}, replicas: 9'),
  thing('unknown: 1, replicas: "3", items: {}, mode: d, name: Ä, when: yesterday'),
];

function thing(spec: string): string {
  return `{apiVersion: example.com/v1, kind: Thing, metadata: {name: a, namespace: b}, spec: {${spec}}}\n`;
}
