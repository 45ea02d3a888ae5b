import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { ADMITTED_TYPES, poolRule } from '../rule.ts';
import { isBuiltIn } from '../../diagnostics/is-built-in.ts';
import { narrowing } from '../reselect.ts';

export const onlyOneType = poolRule(
  { codes: ['PW4001'], needs: ADMITTED_TYPES },
  function* ({ pool, selection }) {
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
  },
);
