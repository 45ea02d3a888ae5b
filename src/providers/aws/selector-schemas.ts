import * as z from 'zod';

const MAX_TERMS = 30;

/**
 * An EC2 identifier. The CRD's own patterns of AMI, subnet and security group identifiers are not anchored, so that
 * `x-sg-1!` passes the API server; here the whole value has to fit.
 */
function identifier(prefix: string, what: string) {
  return z
    .string()
    .regex(new RegExp(`^${prefix}-[0-9a-z]+$`), `must be ${what} such as \`${prefix}-0123456789abcdef0\``)
    .describe(`EC2 identifier: ${prefix}-…`);
}

const tags = z
  .record(z.string(), z.string())
  .describe('Tags that must all match. `*` as the value matches any value of the key.');

export const amiSelectorTermsSchema = z
  .array(
    z
      .strictObject({
        alias: z
          .string()
          .max(30)
          .describe(
            'EKS optimized image and its release: `al2023@v20260101`, `bottlerocket@1.50.0`, `al2023@latest`.',
          ),
        id: identifier('ami', 'an image id'),
        name: z.string().min(1).describe('Name of the image; may contain wildcards.'),
        owner: z
          .string()
          .min(1)
          .describe(
            'Account id, `self`, `amazon` or `aws-marketplace`. A name alone is searched in `self` and `amazon`.',
          ),
        tags,
        ssmParameter: z.string().min(1).describe('Name or ARN of an SSM parameter that holds an image id.'),
      })
      .partial(),
  )
  .min(1)
  .max(MAX_TERMS);

export const subnetSelectorTermsSchema = z
  .array(z.strictObject({ id: identifier('subnet', 'a subnet id'), tags }).partial())
  .min(1)
  .max(MAX_TERMS)
  .describe('Replaces the discovery term. Terms are ORed, the fields of a term ANDed.');

export const securityGroupSelectorTermsSchema = z
  .array(
    z
      .strictObject({
        id: identifier('sg', 'a security group id'),
        name: z.string().min(1).describe('Name of the security group (not its Name tag).'),
        tags,
      })
      .partial(),
  )
  .min(1)
  .max(MAX_TERMS)
  .describe('Replaces the discovery term. All matching security groups are attached.');

export const capacityReservationSelectorTermsSchema = z
  .array(
    z
      .strictObject({
        id: identifier('cr', 'a capacity reservation id'),
        tags,
        ownerID: z
          .string()
          .regex(/^[0-9]{12}$/, 'must be an account id of 12 digits')
          .describe('Account id.'),
        instanceMatchCriteria: z.enum(['open', 'targeted']),
      })
      .partial(),
  )
  .max(MAX_TERMS)
  .describe('Capacity reservations the pool may use; its capacity type must admit `reserved`.');

export const placementGroupSelectorSchema = z
  .strictObject({ name: z.string().min(1), id: identifier('pg', 'a placement group id') })
  .partial()
  .describe('Exactly one of name and id.');
