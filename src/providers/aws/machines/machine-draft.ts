import type { AwsMachineSpec } from '../../../kubernetes/api/aws-machine-template.ts';
import type { TemplateDraft } from './template-draft.ts';

export type MachineDraft = TemplateDraft<AwsMachineSpec>;
