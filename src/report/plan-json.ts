import type { PlanReport } from './plan-contract.ts';
import { inertJson } from './inert.ts';

export function planJson(report: PlanReport): string {
  return inertJson(report);
}
