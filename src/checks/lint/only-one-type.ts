import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { poolRule } from '../rule.ts';
import { isBuiltIn } from '../constraints.ts';
import { narrowing } from '../reselect.ts';

export const onlyOneType = poolRule(['PW4001'], function* ({ pool, selection }) {
  const [type, ...others] = selection.types;
  if (type === undefined || others.length > 0) return;
  const steps = narrowing(selection.funnel).filter(({ origin }) => !isBuiltIn(origin));
  const last = steps.at(-1);
  yield diagnostic(
    'PW4001',
    last?.origin.span ?? pool.keySpan,
    `pool \`${pool.name}\` admits only one instance type, \`${type.name}\``,
    {
      related: last === undefined ? [] : [{ span: pool.keySpan, message: 'the pool' }],
      help: 'When that type is out of capacity in its zones, pods stay pending. Admit similar types too.',
    },
  );
});
