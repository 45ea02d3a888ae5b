import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { changedPool } from './danger-rule.ts';
import { nodesText } from './nodes-text.ts';

export const backendChanged = changedPool(['PW9604'], function* ({ base, head, rotation }) {
  if (base.backend === head.backend) return;
  const { backend, name, keySpan } = head.pool;
  // A backend of the settings is blamed there; the pool is what it is about.
  const isOwn = backend.origin.layer?.kind !== 'built-in';
  yield diagnostic(
    'PW9604',
    isOwn ? backend.origin.span : keySpan,
    `pool \`${name}\` moves from \`${base.backend}\` to \`${head.backend}\`${rotation.scope === 'all' ? `, which replaces ${nodesText(rotation)}` : ''}`,
    {
      ...(isOwn ? { related: [{ span: keySpan, message: 'the pool' }] } : {}),
      help:
        base.machines !== undefined && head.machines !== undefined
          ? 'MachineDeployments stay, and both would set their number of machines: stop the one before the other starts.'
          : 'What made its machines forgets them, or deletes them at once. Add a pool with the new backend under another name, let the pods move, and remove this one then.',
    },
  );
});
