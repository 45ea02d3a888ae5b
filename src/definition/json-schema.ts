import * as z from 'zod';
import { poolClusterApi } from './cluster-api-pool-schema.ts';
import { settingsClusterApi } from './cluster-api-settings-schema.ts';
import { type FieldTraits, traitsOf } from './field-traits.ts';
import { nodeClassSchema, poolSchema, profileSchema } from './pool-schema.ts';
import { requirementSchema } from './requirement-schema.ts';
import {
  clusterSettingsSchema,
  defaultSettingsSchema,
  poolDefaults,
  settingsNodeClass,
} from './settings-schema.ts';

type JsonSchema = Record<string, unknown>;

/** Schemas that are written once and referred to elsewhere. */
const DEFINITIONS: ReadonlyMap<z.core.$ZodType, string> = new Map<z.core.$ZodType, string>([
  [nodeClassSchema, 'nodeClass'],
  [settingsNodeClass, 'nodeClass'],
  [poolSchema, 'pool'],
  [poolDefaults, 'pool'],
  [profileSchema, 'profile'],
  [settingsClusterApi, 'clusterApi'],
  [poolClusterApi, 'poolClusterApi'],
]);

/**
 * JSON Schema (draft 2020-12) of a definition file, for editors: the karpenter subtree and the `poolwright` block are
 * described, everything else is left open. It accepts the shapes and spellings that `readDefinition` accepts.
 *
 * @param nodeClass JSON Schema of the provider's own fields under `node_class`. Without it any field is accepted.
 */
export function definitionJsonSchema(nodeClass?: object): object {
  const nodePools = {
    description: 'Node pools by name.',
    type: ['object', 'null'],
    propertyNames: { pattern: '^[a-z0-9]([-a-z0-9]*[a-z0-9])?$', maxLength: 63 },
    additionalProperties: nullable({ $ref: '#/$defs/pool' }),
  };
  const karpenter = {
    description: 'Settings of Karpenter: the node pools.',
    type: ['object', 'null'],
    properties: { node_pools: nodePools },
    additionalProperties: false,
  };
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Cluster definition',
    type: 'object',
    properties: {
      poolwright: {
        description: 'Settings of the cluster; in `_defaults.yaml`, of all clusters of the folder.',
        ...nullable({ $ref: '#/$defs/settings' }),
      },
      spec: { properties: { karpenter } },
      karpenter,
      node_pools: nodePools,
    },
    $defs: {
      ...definitionsOf(nodeClass),
      nodeClass: withProviderFields(schemaOf(nodeClassSchema), nodeClass),
      requirement: schemaOf(requirementSchema),
      // Under a name, the name may stand in for the key.
      namedRequirement: { ...schemaOf(requirementSchema), required: ['operator'] },
      pool: schemaOf(poolSchema),
      profile: schemaOf(profileSchema),
      settings: settingsSchema(),
      clusterApi: schemaOf(settingsClusterApi),
      poolClusterApi: schemaOf(poolClusterApi),
    },
  };
}

/** Both kinds of files in one schema: editors match it by file name at best. */
function settingsSchema(): JsonSchema {
  const cluster = schemaOf(clusterSettingsSchema);
  const defaults = schemaOf(defaultSettingsSchema);
  return { ...cluster, properties: { ...propertiesOf(cluster), ...propertiesOf(defaults) } };
}

function withProviderFields(documented: JsonSchema, provider: object | undefined): JsonSchema {
  if (provider === undefined) return documented;
  return {
    ...documented,
    properties: { ...propertiesOf(provider), ...propertiesOf(documented) },
    additionalProperties: false,
  };
}

function propertiesOf(schema: object): JsonSchema {
  return 'properties' in schema ? (schema.properties as JsonSchema) : {};
}

function definitionsOf(schema: object | undefined): JsonSchema {
  return schema !== undefined && '$defs' in schema ? (schema.$defs as JsonSchema) : {};
}

function schemaOf(schema: z.core.$ZodType): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input', override: adapt }) as JsonSchema;
  return json;
}

interface Conversion {
  readonly zodSchema: z.core.$ZodTypes;
  readonly jsonSchema: z.core.JSONSchema.BaseSchema;
  readonly path: readonly (string | number)[];
}

/** What editors should know beyond the canonical form, and what they need not. */
function adapt({ zodSchema, jsonSchema, path }: Conversion): void {
  const traits = traitsOf(zodSchema);
  const definition = path.length === 0 ? undefined : DEFINITIONS.get(zodSchema);
  // What is said here tells more than what the definition says of itself: `pool_defaults` is a pool, but no pool.
  if (definition !== undefined) replace(jsonSchema, referTo(definition, jsonSchema.description));
  else if (traits.editorShape !== undefined) replace(jsonSchema, traits.editorShape);
  else replace(jsonSchema, compact(withSpellings(jsonSchema, traits), traits));
}

function referTo(definition: string, description: string | undefined): JsonSchema {
  return { ...(description === undefined ? {} : { description }), $ref: `#/$defs/${definition}` };
}

function withSpellings(json: JsonSchema, traits: FieldTraits): JsonSchema {
  const properties = { ...propertiesOf(json) };
  for (const [spelling, { canonical }] of Object.entries(traits.object?.spellings ?? {})) {
    properties[spelling] = properties[canonical];
  }
  return 'properties' in json ? { ...json, properties } : json;
}

function compact(json: JsonSchema, traits: FieldTraits): JsonSchema {
  // `cpu: 111`, as the documented format shows.
  if (traits.text?.retyped === 'quantity') return { ...json, type: ['string', 'number'] };
  const { minimum, maximum, propertyNames: _, ...rest } = json;
  return {
    ...hoistNull(rest),
    ...(minimum === undefined || minimum === Number.MIN_SAFE_INTEGER ? {} : { minimum }),
    ...(maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? {} : { maximum }),
  };
}

/** `anyOf: [X, null]` as X with null among its types, or at least with its description: editors then show that. */
function hoistNull(json: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = json;
  const [inner, none, ...more] = Array.isArray(anyOf) ? (anyOf as JsonSchema[]) : [];
  if (inner === undefined || none?.['type'] !== 'null' || more.length > 0) return json;
  if (typeof inner['type'] === 'string' && !('enum' in inner)) {
    return { ...rest, ...inner, type: [inner['type'], 'null'] };
  }
  const { description, ...bare } = inner;
  return description === undefined ? json : { description, ...rest, anyOf: [bare, none] };
}

/** The library hands out the object it will print, so it is changed in place. */
function replace(target: object, source: object): void {
  const content = { ...source };
  for (const key of Object.keys(target)) Reflect.deleteProperty(target, key);
  Object.assign(target, content);
}

function nullable(schema: JsonSchema): JsonSchema {
  return { anyOf: [schema, { type: 'null' }] };
}
