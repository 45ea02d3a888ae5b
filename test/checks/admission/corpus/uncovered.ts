/** Rules that no recorded case breaks, or none meets, and why. By `kind path rule`. */
export const UNCOVERED: Readonly<Record<string, string>> = {
  "awsmachinetemplate spec.template.spec.elasticIpPool.publicIpv4PoolFallbackOrder self in ['none','amazon-pool']":
    'the enum of the field refuses first',
  "top  self.kind == 'Tops' && self.apiVersion.endsWith('/v1')":
    'an object of another kind does not reach the rule',
  'rules spec.duplicate self > 0': 'the server tells a duplicate, without the text of the rule',
};

/** Programs that are always right, or always wrong: what they are for is that they can be evaluated. */
export const ONE_SIDED: readonly string[] = [
  'int(string(self)) == self',
  '-self < 0 || self <= 0',
  'type(self) == int',
  'self == self',
  'self.charAt(self.size()) == ""',
  'self.split("b", 0).size() == 0',
  'string(self) == self',
  'self.find("") == ""',
  'optional.of(self).hasValue()',
  'dyn(self.a) == "1" || true',
  '"%e".format([1.5]) == self',
  '"%.3e".format([12345.678]) == self',
  '"%s".format([{"a": 1}]) == self',
];
