import type { JsonValue } from '../../../src/diagnostics/json-value.ts';
import { FIXTURES } from '../../checks/admission/corpus/kinds.ts';
import type { CrdDocument } from '../../checks/admission/corpus/schema.ts';
import type { Send } from './ask.ts';
import { collectionOf } from './ask.ts';

const CRDS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

/** Makes the CRDs, those of our own afresh, and waits until they answer. Real ones that a server has are left as they are. */
export async function applyCrds(send: Send, crds: readonly CrdDocument[]): Promise<void> {
  for (const crd of crds) {
    const place = `${CRDS}/${crd.metadata.name}`;
    if (crd.spec.group.endsWith(FIXTURES)) await removed(send, place);
    else if ((await send('GET', place)).status === 200) continue;
    const answer = await send(
      'PATCH',
      `${place}?fieldManager=poolwright&force=true`,
      JSON.stringify(crd),
      'application/apply-patch+yaml',
    );
    if (answer.status > 201) throw new Error(`${crd.metadata.name}: ${messageOf(answer.body)}`);
  }
  for (const crd of crds) await established(send, crd);
}

async function removed(send: Send, place: string): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    if ((await send('DELETE', place)).status === 404) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${place} stays`);
}

async function established(send: Send, crd: CrdDocument): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    if ((await send('GET', collectionOf(crd))).status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${crd.metadata.name} does not answer`);
}

const messageOf = (body: JsonValue): string =>
  String((body as { message?: unknown } | null)?.message ?? JSON.stringify(body)).slice(0, 4000);
