/** The address of the next page in a `Link` header (RFC 8288), if it has one. */
export function nextLink(header: string | null): string | undefined {
  if (header === null) return undefined;
  for (const [, target, parameters = ''] of header.matchAll(/<([^>]*)>((?:\s*;\s*[^,;]+)*)/g)) {
    if (/;\s*rel\s*=\s*(?:"(?:[^"]*\s)?next(?:\s[^"]*)?"|next\s*(?:;|$))/i.test(parameters)) return target;
  }
  return undefined;
}
