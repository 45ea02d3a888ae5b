/** Hours of an average month, as AWS counts them. */
export const HOURS_PER_MONTH = 730;

/** `$1,234.50`; whole dollars where there are many. */
export function dollars(usd: number): string {
  const text = usd >= 1000 ? String(Math.round(usd)) : String(Math.round(usd * 100) / 100);
  return `$${text.replace(/\B(?=(\d{3})+(?!\d))/g, ',')}`;
}
