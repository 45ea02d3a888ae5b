import type { PlanReport } from './plan-contract.ts';

export function planJson(report: PlanReport): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}
