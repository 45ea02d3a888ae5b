import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { didYouMean } from '../../diagnostics/did-you-mean.ts';
import type { Located } from '../../diagnostics/located.ts';
import { originAt } from '../../diagnostics/origin-at.ts';
import { AMI_ALIAS_FAMILIES, amiAliasOf } from '../../kubernetes/api/ami-alias.ts';
import type { Ec2NodeClassSpec } from '../../kubernetes/api/ec2-node-class.ts';
import type { Draft } from './draft.ts';
import { replaceValue } from './fixes.ts';
import { IMAGE_FAMILIES } from './image-family.ts';

export interface ChosenImages {
  /** Where they are not sound, what comes nearest, so that the rest of the node class can be judged. */
  readonly fields: Pick<Ec2NodeClassSpec, 'amiFamily' | 'amiSelectorTerms'>;
  readonly isSound: boolean;
  readonly isFamilyKnown: boolean;
}

type AmiTerms = Ec2NodeClassSpec['amiSelectorTerms'];

const TERMS = '/spec/amiSelectorTerms';

/** The image fields. */
export function images(draft: Draft): ChosenImages {
  const { amiFamily, amiSelectorTerms: written } = draft.written;
  const family = amiFamily === undefined ? {} : { amiFamily };
  const isWhole = !draft.broken.has('amiFamily') && !draft.broken.has('amiSelectorTerms');
  const assumed = written === undefined && isWhole ? assumedTerms(draft) : undefined;
  const { terms, isSound } =
    written === undefined ? { terms: assumed ?? [], isSound: false } : usable(written, draft);
  if (isWhole && (isSound || assumed !== undefined)) {
    // Where a key is unknown, it may have named the image.
    const isGiven = written !== undefined || amiFamily !== undefined;
    return {
      fields: { ...family, amiSelectorTerms: terms },
      isSound: true,
      isFamilyKnown: isGiven || !draft.broken.has('*'),
    };
  }
  const isFamilyKnown =
    !draft.broken.has('amiFamily') &&
    (amiFamily !== undefined || amiAliasOf({ amiSelectorTerms: terms }) !== undefined);
  return {
    fields: { ...(isFamilyKnown ? family : { amiFamily: 'AL2023' }), amiSelectorTerms: terms },
    isSound: false,
    isFamilyKnown,
  };
}

/** The terms, faulty aliases reported. Their releases may be wrong while their families are right. */
function usable(written: AmiTerms, draft: Draft): { readonly terms: AmiTerms; readonly isSound: boolean } {
  let isSound = true;
  const terms = written.map(({ alias, ...rest }, i) => {
    if (alias === undefined) return rest;
    const problems = checkAlias({ value: alias, origin: originAt(draft.origins, `${TERMS}/${i}/alias`) });
    if (problems.length === 0) return { alias, ...rest };
    draft.diagnostics.push(...problems);
    isSound = false;
    const [name = ''] = alias.split('@');
    return AMI_ALIAS_FAMILIES.has(name) ? { alias: `${name}@latest`, ...rest } : rest;
  });
  return { terms: isSound ? written : terms, isSound };
}

function assumedTerms(draft: Draft): AmiTerms | undefined {
  const facts = IMAGE_FAMILIES[draft.written.amiFamily ?? 'AL2023'];
  const origin = originAt(draft.origins, '/spec/amiFamily');
  const isChoice = !draft.broken.has('*');
  if (facts.alias === undefined) {
    if (!isChoice) return undefined;
    draft.diagnostics.push(
      diagnostic(
        'PW3107',
        origin.span,
        `\`ami_family: ${facts.family}\` says nothing about which image to use`,
        {
          help: 'List the images in `ami`, such as `ami: [{id: ami-0123456789abcdef0}]`.',
        },
      ),
    );
    return undefined;
  }
  const alias = `${facts.alias}@latest`;
  draft.origins.set(TERMS, draft.builtIn);
  draft.origins.set(`${TERMS}/0/alias`, draft.builtIn);
  // Windows images cannot be pinned, so there is nothing to advise; and only Karpenter looks for new releases.
  if (facts.windowsBuild === undefined && isChoice && draft.pool.backend.value === 'karpenter') {
    draft.diagnostics.push(
      diagnostic(
        'PW3111',
        draft.pool.keySpan,
        `pool \`${draft.pool.name}\` names no image: \`${alias}\` is assumed, and each new release replaces the nodes`,
        {
          help: `Pin a release, such as \`ami: ${facts.alias}@${facts.family === 'Bottlerocket' ? '1.50.0' : 'v20260101'}\`.`,
        },
      ),
    );
  }
  return [{ alias }];
}

/** What the CRD and the controller of Karpenter 1.14 refuse in an alias; a second `@` even ends the controller. */
function checkAlias(alias: Located<string>): Diagnostic[] {
  const { value, origin } = alias;
  const parts = value.split('@');
  const [name = '', version = ''] = parts;
  if (/^ami-[0-9a-z]+$/.test(value)) {
    return [
      diagnostic('PW3101', origin.span, `\`${value}\` is an image id, not an alias`, {
        help: `Write \`ami: [{id: ${value}}]\`, and \`ami_family\` beside it.`,
      }),
    ];
  }
  if (parts.length !== 2 || version === '' || name === '') {
    return [
      diagnostic(
        'PW3101',
        origin.span,
        `the image alias \`${value}\` is not of the form \`family@version\``,
        {
          help: `Write a family and a release, such as \`al2023@v20260101\`, or \`${AMI_ALIAS_FAMILIES.has(name) ? name : 'al2023'}@latest\`.`,
        },
      ),
    ];
  }
  const family = AMI_ALIAS_FAMILIES.get(name);
  if (family === undefined) return [unknownFamily(alias, name)];
  if (IMAGE_FAMILIES[family].windowsBuild !== undefined && version !== 'latest') {
    return [
      diagnostic(
        'PW3103',
        origin.span,
        `the image alias \`${value}\` pins a Windows release, which Karpenter cannot`,
        {
          help: `Write \`${name}@latest\`, or choose the image by \`id\` or \`name\` with \`ami_family: ${family}\`.`,
          fix: replaceValue(alias, `${name}@latest`),
        },
      ),
    ];
  }
  return [];
}

function unknownFamily(alias: Located<string>, name: string): Diagnostic {
  const known = [...AMI_ALIAS_FAMILIES.keys()];
  const meant = didYouMean(name, known);
  const sameButCase = meant === name.toLowerCase() ? meant : undefined;
  return diagnostic('PW3102', alias.origin.span, `there is no image family \`${name}\``, {
    help:
      meant === undefined
        ? `Families are ${known.map((family) => `\`${family}\``).join(', ')}.`
        : `Did you mean \`${meant}\`?`,
    fix:
      sameButCase === undefined
        ? undefined
        : replaceValue(alias, sameButCase + alias.value.slice(name.length)),
  });
}
