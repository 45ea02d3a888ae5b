import * as fc from 'fast-check';

/**
 * Random tests find the same on every machine: a change is judged by what it changes. `FC_SEED` gives them other examples;
 * fast-check prints the seed of what fails.
 */
fc.configureGlobal({ seed: Number(process.env['FC_SEED'] ?? 20_261_122) });
