import * as z from 'zod';
import { withTraits } from './field-traits.ts';
import { integer, text, word } from './fields.ts';
import { listRequirements } from './list-requirements.ts';

const OPERATORS = ['In', 'NotIn', 'Exists', 'DoesNotExist', 'Gt', 'Lt', 'Gte', 'Lte'] as const;

export const requirementSchema = withTraits(
  z.strictObject({
    key: text('Label the nodes must have, such as `karpenter.k8s.aws/instance-category`.'),
    operator: word(OPERATORS, 'How the label is compared with `values`.'),
    values: z.array(text('A value, as text.')).describe('Values to compare with.').nullish(),
    minValues: integer('How many different values must stay possible, 1 to 50.').nullish(),
  }),
  { object: { spellings: { min_values: { canonical: 'minValues', note: 'silent' } } } },
);

/** A list of requirements, or the dictionary shapes that `listRequirements` understands. */
export function requirements(description: string) {
  return withTraits(z.array(requirementSchema).describe(description), {
    reshape: listRequirements,
    editorShape: {
      description,
      anyOf: [
        { type: 'array', items: { $ref: '#/$defs/requirement' } },
        { $ref: '#/$defs/requirement' },
        { type: 'object', additionalProperties: { $ref: '#/$defs/namedRequirement' } },
      ],
    },
  });
}
