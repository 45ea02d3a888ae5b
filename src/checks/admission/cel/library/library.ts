import type { CelFunction, CelFunctions } from './arguments.ts';
import { CONVERSIONS } from './conversions.ts';
import { FORMAT_FUNCTIONS, FORMAT_METHODS } from './named-formats.ts';
import { LIST_FUNCTIONS, LIST_METHODS } from './lists.ts';
import { NETWORK_FUNCTIONS, NETWORK_METHODS } from './network.ts';
import { OPTIONAL_FUNCTIONS, OPTIONAL_METHODS } from './optionals.ts';
import { ORDER_METHODS } from './order-methods.ts';
import { QUANTITY_FUNCTIONS, QUANTITY_METHODS } from './quantity.ts';
import { SEMVER_FUNCTIONS, SEMVER_METHODS } from './semver-functions.ts';
import { SET_FUNCTIONS } from './sets.ts';
import { size } from './size.ts';
import { TEXT_FUNCTIONS, TEXT_METHODS } from './texts.ts';
import { TIME_METHODS } from './time.ts';
import { URL_FUNCTIONS, URL_METHODS } from './url.ts';

/** Functions of rules in Kubernetes 1.36, by name and number of arguments. */
export const FUNCTIONS: CelFunctions = new Map<string, CelFunction>([
  ['size/1', size],
  ...CONVERSIONS,
  ...FORMAT_FUNCTIONS,
  ...LIST_FUNCTIONS,
  ...NETWORK_FUNCTIONS,
  ...OPTIONAL_FUNCTIONS,
  ...QUANTITY_FUNCTIONS,
  ...SEMVER_FUNCTIONS,
  ...SET_FUNCTIONS,
  ...TEXT_FUNCTIONS,
  ...URL_FUNCTIONS,
]);

/** Methods, by name and number of arguments besides the receiver. */
export const METHODS: CelFunctions = new Map<string, CelFunction>([
  ['size/0', size],
  ...FORMAT_METHODS,
  ...LIST_METHODS,
  ...NETWORK_METHODS,
  ...OPTIONAL_METHODS,
  ...QUANTITY_METHODS,
  ...SEMVER_METHODS,
  ...TEXT_METHODS,
  ...TIME_METHODS,
  ...URL_METHODS,
  // Shared by quantities and versions, texts and lists: they look at the receiver.
  ...ORDER_METHODS,
]);
