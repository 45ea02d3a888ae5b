/** Why an address cannot be the one of an API; undefined if it can. */
export interface BaseUrlProblem {
  readonly problem: string;
}

/**
 * The address of an API, without a slash at its end. A token is sent there, so it must be encrypted on its way, but for
 * this machine itself.
 */
export function readBaseUrl(
  text: string,
  { allowHttp }: { readonly allowHttp: boolean },
): { readonly baseUrl: string } | BaseUrlProblem {
  if (!URL.canParse(text)) return { problem: 'it is not an address such as https://git.example.com/api/v3' };
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return { problem: 'it must start with https://' };
  // Not repeated in a message: it may be a token.
  if (url.username !== '' || url.password !== '')
    return { problem: 'it must not contain a user or password' };
  if (url.search !== '' || url.hash !== '') return { problem: 'it must end with the path' };
  if (url.protocol === 'http:' && !allowHttp && !isLoopback(url.hostname))
    return {
      problem: 'the token would be sent unencrypted: write https://, or allow it with --insecure-http',
    };
  return { baseUrl: `${url.origin}${url.pathname.replace(/\/+$/, '')}` };
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}
